const _: () = {
    use ::toolargs::private as __toolargs;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new("Cents", "cents");
    static __FIELD: __toolargs::FieldSpec = __toolargs::FieldSpec::new("")
        .min(__toolargs::Bound::int(1))
        .allow(&[__toolargs::Rule::TrimWhitespace]);
    #[automatically_derived]
    impl __toolargs::FromArg for Cents {
        const TEXT: __toolargs::Text = <i64 as __toolargs::FromArg>::TEXT;
        const NULLABLE: bool = <i64 as __toolargs::FromArg>::NULLABLE;
        const KEY: bool = <i64 as __toolargs::FromArg>::KEY;
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
            let __at = &__at.typed(&__FIELD);
            let __value = <i64 as __toolargs::FromArg>::from_arg(__input, __at)?;
            let __value = __toolargs::validated_here(
                __input,
                __at,
                __value,
                |__value| even(__value),
            );
            __toolargs::Ok(__value.map(Self))
        }
        fn to_json(&self) -> __toolargs::Value {
            __toolargs::FromArg::to_json(&self.0)
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs.newtype::<i64>(&__TOOL, &__FIELD)
        }
    }
};
