const _: () = {
    use ::toolargs::private as __toolargs;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new("Reason", "reason");
    static __VARIANTS: [__toolargs::VariantSpec; 4usize] = [
        __toolargs::VariantSpec::new("damaged"),
        __toolargs::VariantSpec::new("late").description("Too late."),
        __toolargs::VariantSpec::new("dup"),
        __toolargs::VariantSpec::new("other"),
    ];
    #[automatically_derived]
    impl __toolargs::FromArg for Reason {
        const TEXT: __toolargs::Text = __toolargs::Text::Formed;
        const KEY: bool = true;
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
            __toolargs::Ok(
                __toolargs::enumeration(__input, __at, &__VARIANTS)?
                    .map(|__i| match __i {
                        0 => Self::Damaged,
                        1 => Self::Late,
                        2 => Self::Duplicate,
                        _ => Self::Other,
                    }),
            )
        }
        fn to_json(&self) -> __toolargs::Value {
            __VARIANTS[match self {
                    Self::Damaged => 0,
                    Self::Late => 1,
                    Self::Duplicate => 2,
                    Self::Other => 3,
                }]
                .value()
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __toolargs::Shape::enumeration(&__TOOL, &__VARIANTS)
        }
    }
};
