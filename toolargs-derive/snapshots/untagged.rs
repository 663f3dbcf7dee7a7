const _: () = {
    use ::toolargs::private as __toolargs;
    use ::toolargs::private::Field as __Field;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new("Id", "id");
    static __VARIANTS: [__toolargs::VariantSpec; 4usize] = [
        __toolargs::VariantSpec::new("number"),
        __toolargs::VariantSpec::new("text"),
        __toolargs::VariantSpec::new("pair"),
        __toolargs::VariantSpec::new("none"),
    ];
    static __FIELDS2: [__toolargs::FieldSpec; 2usize] = [
        __toolargs::FieldSpec::new("left"),
        __toolargs::FieldSpec::new("right"),
    ];
    #[automatically_derived]
    impl __toolargs::FromArg for Id {
        const TEXT: __toolargs::Text = __toolargs::Text::any(
            &[
                <i64 as __toolargs::FromArg>::TEXT,
                <String as __toolargs::FromArg>::TEXT,
                __toolargs::Text::Never,
                __toolargs::Text::Never,
            ],
        );
        const NULLABLE: bool = <i64 as __toolargs::FromArg>::NULLABLE
            || <String as __toolargs::FromArg>::NULLABLE || false || true;
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
            let mut __union = __toolargs::Union::new(__input, &__VARIANTS);
            __union
                .attempt(
                    __input,
                    __at,
                    |__input, __at| {
                        __toolargs::Ok(
                            <i64 as __toolargs::FromArg>::from_arg(__input, __at)?
                                .map(Self::Number),
                        )
                    },
                )?;
            __union
                .attempt(
                    __input,
                    __at,
                    |__input, __at| {
                        __toolargs::Ok(
                            <String as __toolargs::FromArg>::from_arg(__input, __at)?
                                .map(Self::Text),
                        )
                    },
                )?;
            __union
                .attempt(
                    __input,
                    __at,
                    |__input, __at| {
                        let __read: fn(
                            &mut __toolargs::Input<'_>,
                            &__toolargs::At<'_>,
                        ) -> __toolargs::Flow<Self> = |__input, __at| {
                            let mut __object = __toolargs::Object::open(
                                __input,
                                &__FIELDS2,
                            )?;
                            let mut __field0 = __toolargs::None;
                            let mut __field1 = __toolargs::None;
                            while let __toolargs::Some(__i) = __object
                                .next(__input, __at)?
                            {
                                match __i {
                                    0 => {
                                        __field0 = <u8 as __Field>::read(
                                            __input,
                                            __at,
                                            &__FIELDS2[0],
                                        )?;
                                    }
                                    _ => {
                                        __field1 = <u8 as __Field>::read(
                                            __input,
                                            __at,
                                            &__FIELDS2[1],
                                        )?;
                                    }
                                }
                            }
                            <u8 as __Field>::need(
                                &__object,
                                __input,
                                __at,
                                0,
                                &mut __field0,
                            );
                            <u8 as __Field>::need(
                                &__object,
                                __input,
                                __at,
                                1,
                                &mut __field1,
                            );
                            __toolargs::Ok(
                                __object
                                    .close(__input)
                                    .and_then(|()| __toolargs::Some(Self::Pair {
                                        left: __field0?,
                                        right: __field1?,
                                    })),
                            )
                        };
                        if __input.at_object() {
                            __read(__input, __at)
                        } else {
                            __toolargs::object_from_text(__input, __at, __read)
                        }
                    },
                )?;
            __union
                .attempt(
                    __input,
                    __at,
                    |__input, __at| {
                        __toolargs::Ok(
                            __toolargs::null(__input, __at)?.map(|()| Self::None),
                        )
                    },
                )?;
            __union.finish(__input, __at)
        }
        fn to_json(&self) -> __toolargs::Value {
            match self {
                Self::Number(__value) => __toolargs::FromArg::to_json(__value),
                Self::Text(__value) => __toolargs::FromArg::to_json(__value),
                Self::Pair { left: __value0, right: __value1 } => {
                    let mut __object = __toolargs::ObjectValue::new();
                    <u8 as __Field>::put(__value0, &mut __object, &__FIELDS2[0]);
                    <u8 as __Field>::put(__value1, &mut __object, &__FIELDS2[1]);
                    __object.done()
                }
                Self::None => __toolargs::Value::Null,
            }
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs
                .untagged(
                    __toolargs::type_key::<Self>(&__TOOL),
                    &__TOOL,
                    |__variants| {
                        __variants.newtype::<i64>(&__VARIANTS[0]);
                        __variants.newtype::<String>(&__VARIANTS[1]);
                        __variants
                            .object(
                                &__VARIANTS[2],
                                |__members| {
                                    <u8 as __Field>::member(__members, &__FIELDS2[0]);
                                    <u8 as __Field>::member(__members, &__FIELDS2[1]);
                                },
                            );
                        __variants.null(&__VARIANTS[3]);
                    },
                )
        }
    }
};
