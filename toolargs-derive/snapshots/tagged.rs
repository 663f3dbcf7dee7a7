const _: () = {
    use ::toolargs::private as __toolargs;
    use ::toolargs::private::Field as __Field;
    use ::toolargs::private::Default as __Default;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new("Action", "action")
        .allow(&[__toolargs::Rule::UnwrapEnvelope]);
    static __VARIANTS: [__toolargs::VariantSpec; 3usize] = [
        __toolargs::VariantSpec::new("refund"),
        __toolargs::VariantSpec::new("ship"),
        __toolargs::VariantSpec::new("nothing"),
    ];
    static __FIELDS0: [__toolargs::FieldSpec; 2usize] = [
        __toolargs::FieldSpec::new("id"),
        __toolargs::FieldSpec::new("all"),
    ];
    static __FIELDS2: [__toolargs::FieldSpec; 0usize] = [];
    #[automatically_derived]
    impl __toolargs::FromArg for Action {
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
            let __at = &__at.typed(__TOOL.policy());
            if !__input.at_object() {
                return __toolargs::object_from_text(__input, __at, Self::from_arg);
            }
            match __toolargs::tag(__input, __at, "kind", &__VARIANTS)? {
                __toolargs::Some(0) => {
                    let __at = &__at.tagged("kind");
                    let mut __object = __toolargs::Object::open(__input, &__FIELDS0)?;
                    let mut __field0 = __toolargs::None;
                    let mut __field1 = __toolargs::None;
                    while let __toolargs::Some(__i) = __object.next(__input, __at)? {
                        match __i {
                            0 => {
                                __field0 = <String as __Field>::read(
                                    __input,
                                    __at,
                                    &__FIELDS0[0],
                                )?;
                            }
                            _ => {
                                __field1 = <bool as __Field>::read_or(
                                    __input,
                                    __at,
                                    &__FIELDS0[1],
                                    || <bool as __Default>::default(),
                                )?;
                            }
                        }
                    }
                    <String as __Field>::need(
                        &__object,
                        __input,
                        __at,
                        0,
                        &mut __field0,
                    );
                    __object
                        .default(1, &mut __field1, || <bool as __Default>::default());
                    __toolargs::Ok(
                        __object
                            .close(__input)
                            .and_then(|()| __toolargs::Some(Self::Refund {
                                id: __field0?,
                                all: __field1?,
                            })),
                    )
                }
                __toolargs::Some(1) => {
                    let __at = &__at.tagged("kind");
                    __toolargs::Ok(
                        <Address as __toolargs::FromArg>::from_arg(__input, __at)?
                            .map(Self::Ship),
                    )
                }
                __toolargs::Some(2) => {
                    let __at = &__at.tagged("kind");
                    let mut __object = __toolargs::Object::open(__input, &__FIELDS2)?;
                    while __toolargs::Option::is_some(&__object.next(__input, __at)?) {}
                    __toolargs::Ok(
                        __object
                            .close(__input)
                            .and_then(|()| __toolargs::Some(Self::Nothing {})),
                    )
                }
                _ => __toolargs::Ok(__toolargs::None),
            }
        }
        fn to_json(&self) -> __toolargs::Value {
            match self {
                Self::Refund { id: __value0, all: __value1 } => {
                    __toolargs::tagged_value(
                        "kind",
                        &__VARIANTS[0],
                        {
                            let mut __object = __toolargs::ObjectValue::new();
                            <String as __Field>::put(
                                __value0,
                                &mut __object,
                                &__FIELDS0[0],
                            );
                            <bool as __Field>::put(
                                __value1,
                                &mut __object,
                                &__FIELDS0[1],
                            );
                            __object.done()
                        },
                    )
                }
                Self::Ship(__value) => {
                    __toolargs::tagged_value(
                        "kind",
                        &__VARIANTS[1],
                        { __toolargs::FromArg::to_json(__value) },
                    )
                }
                Self::Nothing => {
                    __toolargs::tagged_value(
                        "kind",
                        &__VARIANTS[2],
                        { __toolargs::ObjectValue::new().done() },
                    )
                }
            }
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs
                .tagged(
                    __toolargs::type_key::<Self>(&__TOOL),
                    &__TOOL,
                    "kind",
                    |__variants| {
                        __variants
                            .object(
                                &__VARIANTS[0],
                                |__members| {
                                    <String as __Field>::member(__members, &__FIELDS0[0]);
                                    <bool as __Field>::member_or(
                                        __members,
                                        &__FIELDS0[1],
                                        || <bool as __Default>::default(),
                                    );
                                },
                            );
                        __variants.newtype::<Address>(&__VARIANTS[1]);
                        __variants.object(&__VARIANTS[2], |_| {});
                    },
                )
        }
    }
    #[automatically_derived]
    impl __toolargs::ToolArgs for Action {
        fn tool() -> &'static __toolargs::Tool {
            &__TOOL
        }
        fn spec() -> &'static __toolargs::ToolSpec {
            static __SPEC: __toolargs::OnceLock<__toolargs::ToolSpec> = __toolargs::OnceLock::new();
            __SPEC.get_or_init(|| __toolargs::ToolSpec::derived::<Self>())
        }
    }
};
