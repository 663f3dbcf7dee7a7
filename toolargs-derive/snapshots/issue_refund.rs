const _: () = {
    use ::toolargs::private as __toolargs;
    use ::toolargs::private::Field as __Field;
    use ::toolargs::private::Default as __Default;
    static __TOOL: __toolargs::Tool = __toolargs::Tool::new(
            "IssueRefund",
            "issue_refund",
        )
        .description("Refund part or all of an order.");
    static __FIELDS: [__toolargs::FieldSpec; 6usize] = [
        __toolargs::FieldSpec::new("order_id")
            .description("Order to refund.")
            .pattern("ord_[A-Za-z0-9]{8}"),
        __toolargs::FieldSpec::new("amount_cents")
            .min(__toolargs::Bound::int(1))
            .max(__toolargs::Bound::int(50000)),
        __toolargs::FieldSpec::new("notify_customer"),
        __toolargs::FieldSpec::new("reason"),
        __toolargs::FieldSpec::new("tags"),
        __toolargs::FieldSpec::new("effective_date"),
    ];
    #[automatically_derived]
    impl __toolargs::FromArg for IssueRefund {
        fn from_arg(
            __input: &mut __toolargs::Input<'_>,
            __at: &__toolargs::At<'_>,
        ) -> __toolargs::Flow<Self> {
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
                        __field0 = <String as __Field>::read(
                            __input,
                            __at,
                            &__FIELDS[0],
                        )?;
                    }
                    1 => __field1 = <i64 as __Field>::read(__input, __at, &__FIELDS[1])?,
                    2 => {
                        __field2 = <bool as __Field>::read_or(
                            __input,
                            __at,
                            &__FIELDS[2],
                            || <bool as __Default>::default(),
                        )?;
                    }
                    3 => {
                        __field3 = <Reason as __Field>::read(
                            __input,
                            __at,
                            &__FIELDS[3],
                        )?;
                    }
                    4 => {
                        __field4 = <Vec<
                            String,
                        > as __Field>::read_or(
                            __input,
                            __at,
                            &__FIELDS[4],
                            || <Vec<String> as __Default>::default(),
                        )?;
                    }
                    _ => {
                        __field5 = <Option<
                            time::Date,
                        > as __Field>::read(__input, __at, &__FIELDS[5])?;
                    }
                }
            }
            <String as __Field>::need(&__object, __input, __at, 0, &mut __field0);
            <i64 as __Field>::need(&__object, __input, __at, 1, &mut __field1);
            __object.default(2, &mut __field2, || <bool as __Default>::default());
            <Reason as __Field>::need(&__object, __input, __at, 3, &mut __field3);
            __object.default(4, &mut __field4, || <Vec<String> as __Default>::default());
            <Option<
                time::Date,
            > as __Field>::need(&__object, __input, __at, 5, &mut __field5);
            __toolargs::Ok(
                __object
                    .close(__input)
                    .and_then(|()| __toolargs::Some(Self {
                        order_id: __field0?,
                        amount_cents: __field1?,
                        notify_customer: __field2?,
                        reason: __field3?,
                        tags: __field4?,
                        effective_date: __field5?,
                    })),
            )
        }
        fn to_json(&self) -> __toolargs::Value {
            let mut __object = __toolargs::ObjectValue::new();
            <String as __Field>::put(&self.order_id, &mut __object, &__FIELDS[0]);
            <i64 as __Field>::put(&self.amount_cents, &mut __object, &__FIELDS[1]);
            <bool as __Field>::put(&self.notify_customer, &mut __object, &__FIELDS[2]);
            <Reason as __Field>::put(&self.reason, &mut __object, &__FIELDS[3]);
            <Vec<String> as __Field>::put(&self.tags, &mut __object, &__FIELDS[4]);
            <Option<
                time::Date,
            > as __Field>::put(&self.effective_date, &mut __object, &__FIELDS[5]);
            __object.done()
        }
        fn shape(__defs: &mut __toolargs::Defs) -> __toolargs::Shape {
            __defs
                .object(
                    __toolargs::type_key::<Self>(&__TOOL),
                    &__TOOL,
                    |__members| {
                        <String as __Field>::member(__members, &__FIELDS[0]);
                        <i64 as __Field>::member(__members, &__FIELDS[1]);
                        <bool as __Field>::member_or(
                            __members,
                            &__FIELDS[2],
                            || <bool as __Default>::default(),
                        );
                        <Reason as __Field>::member(__members, &__FIELDS[3]);
                        <Vec<
                            String,
                        > as __Field>::member_or(
                            __members,
                            &__FIELDS[4],
                            || <Vec<String> as __Default>::default(),
                        );
                        <Option<time::Date> as __Field>::member(__members, &__FIELDS[5]);
                    },
                )
        }
    }
    #[automatically_derived]
    impl __toolargs::ToolArgs for IssueRefund {
        fn tool() -> &'static __toolargs::Tool {
            &__TOOL
        }
        fn spec() -> &'static __toolargs::ToolSpec {
            static __SPEC: __toolargs::OnceLock<__toolargs::ToolSpec> = __toolargs::OnceLock::new();
            __SPEC.get_or_init(|| __toolargs::ToolSpec::derived::<Self>())
        }
    }
};
