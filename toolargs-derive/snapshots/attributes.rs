const _: () = {
    use my::args::private as __toolargs;
    use my::args::private::Field as __Field;
    use my::args::private::Default as __Default;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new("All", "all")
        .description("All of them.")
        .max_bytes(4096)
        .deny(&[__toolargs::Rule::EnumCasefold]);
    static __FIELDS: [__toolargs::FieldSpec; 6usize] = [
        __toolargs::FieldSpec::new("ratioNow")
            .exclusive_min(__toolargs::Bound::number("-0.5", -0.5))
            .exclusive_max(__toolargs::Bound::number("1000.25", 1000.25))
            .multiple_of(__toolargs::Bound::number("0.25", 0.25))
            .strict()
            .sensitive(),
        __toolargs::FieldSpec::new("lists")
            .min_items(1)
            .max_items(9)
            .unique_items()
            .each({
                static __EACH: __toolargs::FieldSpec = __toolargs::FieldSpec::new("")
                    .max_items(2)
                    .each({
                        static __EACH: __toolargs::FieldSpec = __toolargs::FieldSpec::new(
                                "",
                            )
                            .max_len(3)
                            .format(__toolargs::Format::Email);
                        &__EACH
                    })
                    .strict();
                &__EACH
            }),
        __toolargs::FieldSpec::new("how")
            .description("How.")
            .example(|| __toolargs::example::<String, _>("slow")),
        __toolargs::FieldSpec::new("type").example(|| __toolargs::example::<u8, u8>(3)),
        __toolargs::FieldSpec::new("inner"),
        __toolargs::FieldSpec::new("grid"),
    ];
    #[automatically_derived]
    impl<T, const N: usize> __toolargs::FromArg for All<T, N>
    where
        T: Copy,
        T: __toolargs::FromArg,
        T::Item: __toolargs::FromArg,
        Vec<T>: __toolargs::Default,
    {
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
            let __at = &__at.typed(__TOOL.policy());
            if !__input.at_object() {
                return __toolargs::object_from_text(__input, __at, Self::from_arg);
            }
            let mut __object = __toolargs::Object::open(__input, &__FIELDS)?;
            let mut __field0 = __toolargs::None;
            let mut __field1 = __toolargs::None;
            let mut __field2 = __toolargs::None;
            let mut __field3 = __toolargs::None;
            let mut __field4 = __toolargs::None;
            let mut __field5 = __toolargs::None;
            while let __toolargs::Some(__i) = __object.next(__input, __at)? {
                match __i {
                    0 => {
                        __field0 = {
                            let __value = <Option<
                                f64,
                            > as __Field>::read(__input, __at, &__FIELDS[0])?;
                            __toolargs::validated_some(
                                __input,
                                __at,
                                &__FIELDS[0],
                                __value,
                                |__value| checks::ratio(__value),
                            )
                        };
                    }
                    1 => {
                        __field1 = <Vec<
                            Vec<String>,
                        > as __Field>::read(__input, __at, &__FIELDS[1])?;
                    }
                    2 => {
                        __field2 = {
                            let __value = <String as __Field>::read_or(
                                __input,
                                __at,
                                &__FIELDS[2],
                                || __toolargs::default_from::<String, _>("fast"),
                            )?;
                            __toolargs::validated(
                                __input,
                                __at,
                                &__FIELDS[2],
                                __value,
                                |__value| known(__value),
                            )
                        };
                    }
                    3 => {
                        __field3 = <u8 as __Field>::read_or(
                            __input,
                            __at,
                            &__FIELDS[3],
                            || 4 + 4,
                        )?;
                    }
                    4 => {
                        __field4 = <Vec<
                            T,
                        > as __Field>::read_or(
                            __input,
                            __at,
                            &__FIELDS[4],
                            || <Vec<T> as __Default>::default(),
                        )?;
                    }
                    _ => {
                        __field5 = <[Box<
                            T::Item,
                        >; N] as __Field>::read(__input, __at, &__FIELDS[5])?;
                    }
                }
            }
            <Option<f64> as __Field>::need(&__object, __input, __at, 0, &mut __field0);
            <Vec<
                Vec<String>,
            > as __Field>::need(&__object, __input, __at, 1, &mut __field1);
            __object
                .default(
                    2,
                    &mut __field2,
                    || __toolargs::default_from::<String, _>("fast"),
                );
            __object.default(3, &mut __field3, || 4 + 4);
            __object.default(4, &mut __field4, || <Vec<T> as __Default>::default());
            <[Box<
                T::Item,
            >; N] as __Field>::need(&__object, __input, __at, 5, &mut __field5);
            __toolargs::Ok(
                __object
                    .close(__input)
                    .and_then(|()| __toolargs::Some(Self {
                        ratio_now: __field0?,
                        lists: __field1?,
                        mode: __field2?,
                        r#type: __field3?,
                        inner: __field4?,
                        grid: __field5?,
                    })),
            )
        }
        fn to_json(&self) -> __toolargs::Value {
            let mut __object = __toolargs::ObjectValue::new();
            <Option<f64> as __Field>::put(&self.ratio_now, &mut __object, &__FIELDS[0]);
            <Vec<Vec<String>> as __Field>::put(&self.lists, &mut __object, &__FIELDS[1]);
            <String as __Field>::put(&self.mode, &mut __object, &__FIELDS[2]);
            <u8 as __Field>::put(&self.r#type, &mut __object, &__FIELDS[3]);
            <Vec<T> as __Field>::put(&self.inner, &mut __object, &__FIELDS[4]);
            <[Box<T::Item>; N] as __Field>::put(&self.grid, &mut __object, &__FIELDS[5]);
            __object.done()
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs
                .object(
                    __toolargs::type_key::<Self>(&__TOOL),
                    &__TOOL,
                    |__members| {
                        <Option<f64> as __Field>::member(__members, &__FIELDS[0]);
                        <Vec<Vec<String>> as __Field>::member(__members, &__FIELDS[1]);
                        <String as __Field>::member_or(
                            __members,
                            &__FIELDS[2],
                            || __toolargs::default_from::<String, _>("fast"),
                        );
                        <u8 as __Field>::member_or(__members, &__FIELDS[3], || 4 + 4);
                        <Vec<
                            T,
                        > as __Field>::member_or(
                            __members,
                            &__FIELDS[4],
                            || <Vec<T> as __Default>::default(),
                        );
                        <[Box<T::Item>; N] as __Field>::member(__members, &__FIELDS[5]);
                    },
                )
        }
    }
    #[automatically_derived]
    impl<T, const N: usize> __toolargs::ToolArgs for All<T, N>
    where
        T: Copy,
        T: __toolargs::FromArg,
        T::Item: __toolargs::FromArg,
        Vec<T>: __toolargs::Default,
        Self: 'static,
    {
        fn tool() -> &'static __toolargs::Tool {
            &__TOOL
        }
        fn spec() -> &'static __toolargs::ToolSpec {
            __toolargs::generic_spec::<Self>()
        }
    }
};
