const _: () = {
    use my::args::private as __toolargs;
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
            let mut __object = __toolargs::Object::open(__input, __at, &__FIELDS)?;
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
                            let __value = __toolargs::required::<
                                Option<f64>,
                            >(__input, __at, &__FIELDS[0])?;
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
                        __field1 = __toolargs::required::<
                            Vec<Vec<String>>,
                        >(__input, __at, &__FIELDS[1])?;
                    }
                    2 => {
                        __field2 = {
                            let __value = __toolargs::defaulted::<
                                String,
                            >(
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
                        __field3 = __toolargs::defaulted::<
                            u8,
                        >(__input, __at, &__FIELDS[3], || 4 + 4)?;
                    }
                    4 => {
                        __field4 = __toolargs::defaulted::<
                            Vec<T>,
                        >(
                            __input,
                            __at,
                            &__FIELDS[4],
                            || <Vec<T> as __toolargs::Default>::default(),
                        )?;
                    }
                    _ => {
                        __field5 = __toolargs::required::<
                            [Box<T::Item>; N],
                        >(__input, __at, &__FIELDS[5])?;
                    }
                }
            }
            __object.need::<Option<f64>>(__input, __at, 0, &mut __field0);
            __object.need::<Vec<Vec<String>>>(__input, __at, 1, &mut __field1);
            __object
                .default(
                    2,
                    &mut __field2,
                    || __toolargs::default_from::<String, _>("fast"),
                );
            __object.default(3, &mut __field3, || 4 + 4);
            __object
                .default(
                    4,
                    &mut __field4,
                    || <Vec<T> as __toolargs::Default>::default(),
                );
            __object.need::<[Box<T::Item>; N]>(__input, __at, 5, &mut __field5);
            __object.close(__input);
            __toolargs::Ok(
                (|| __toolargs::Some(Self {
                    ratio_now: __field0?,
                    lists: __field1?,
                    mode: __field2?,
                    r#type: __field3?,
                    inner: __field4?,
                    grid: __field5?,
                }))(),
            )
        }
        fn to_json(&self) -> __toolargs::Value {
            let mut __object = __toolargs::ObjectValue::new();
            __object.put::<Option<f64>>(&__FIELDS[0], &self.ratio_now);
            __object.put::<Vec<Vec<String>>>(&__FIELDS[1], &self.lists);
            __object.put::<String>(&__FIELDS[2], &self.mode);
            __object.put::<u8>(&__FIELDS[3], &self.r#type);
            __object.put::<Vec<T>>(&__FIELDS[4], &self.inner);
            __object.put::<[Box<T::Item>; N]>(&__FIELDS[5], &self.grid);
            __object.done()
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs
                .object(
                    __toolargs::type_key::<Self>(&__TOOL),
                    &__TOOL,
                    |__members| {
                        __members.add::<Option<f64>>(&__FIELDS[0]);
                        __members.add::<Vec<Vec<String>>>(&__FIELDS[1]);
                        __members
                            .add_default::<
                                String,
                            >(
                                &__FIELDS[2],
                                || __toolargs::default_from::<String, _>("fast"),
                            );
                        __members.add_default::<u8>(&__FIELDS[3], || 4 + 4);
                        __members
                            .add_default::<
                                Vec<T>,
                            >(
                                &__FIELDS[4],
                                || <Vec<T> as __toolargs::Default>::default(),
                            );
                        __members.add::<[Box<T::Item>; N]>(&__FIELDS[5]);
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
