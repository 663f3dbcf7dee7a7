//! The sides: each reads the same calls into the same struct, by its own way.

use serde::de::DeserializeOwned;
use serde_json::Value;
use toolargs::ToolArgs;

use crate::calls;

pub mod ours {
    use toolargs::ToolArgs;

    #[derive(ToolArgs)]
    #[tool(name = "issue_refund")]
    pub struct IssueRefund {
        #[arg(pattern = "ord_[A-Za-z0-9]{8}")]
        pub order_id: String,
        #[arg(min = 1, max = 50000)]
        pub amount_cents: i64,
        #[arg(default)]
        pub notify_customer: bool,
        pub reason: Reason,
        #[arg(default)]
        pub tags: Vec<String>,
        pub effective_date: Option<time::Date>,
    }

    #[derive(ToolArgs)]
    pub enum Reason {
        Damaged,
        Late,
        Duplicate,
        Other,
    }

    #[derive(ToolArgs)]
    pub struct Batch {
        pub refunds: Vec<IssueRefund>,
    }

    #[derive(ToolArgs)]
    pub enum Action {
        AddItem { item: String, count: u32 },
        RemoveItem { item: String },
        CountItems { shelf: String },
        Rename { item: String, name: String },
        MoveItem { item: String, from: String, to: String },
    }
}

time::serde::format_description!(ymd, Date, "[year]-[month]-[day]");

/// The same types for serde, with garde's checks beside.
pub mod peers {
    use garde::Validate;
    use serde::Deserialize;

    #[derive(Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    #[garde(allow_unvalidated)]
    pub struct IssueRefund {
        #[garde(pattern(r"\Aord_[A-Za-z0-9]{8}\z"))]
        pub order_id: String,
        #[garde(range(min = 1, max = 50000))]
        pub amount_cents: i64,
        #[serde(default)]
        pub notify_customer: bool,
        pub reason: Reason,
        #[serde(default)]
        pub tags: Vec<String>,
        #[serde(default, with = "super::ymd::option")]
        pub effective_date: Option<time::Date>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Reason {
        Damaged,
        Late,
        Duplicate,
        Other,
    }

    #[derive(Deserialize, Validate)]
    #[serde(deny_unknown_fields)]
    pub struct Batch {
        #[garde(dive)]
        pub refunds: Vec<IssueRefund>,
    }

    #[derive(Deserialize, Validate)]
    #[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
    #[garde(allow_unvalidated)]
    pub enum Action {
        AddItem { item: String, count: u32 },
        RemoveItem { item: String },
        CountItems { shelf: String },
        Rename { item: String, name: String },
        MoveItem { item: String, from: String, to: String },
    }
}

/// And for eserde, which collects errors as toolargs does.
pub mod collecting {
    #[derive(eserde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct IssueRefund {
        pub order_id: String,
        pub amount_cents: i64,
        #[serde(default)]
        pub notify_customer: bool,
        pub reason: Reason,
        #[serde(default)]
        pub tags: Vec<String>,
        #[serde(default)]
        #[eserde(compat)]
        pub effective_date: Option<Day>,
    }

    #[derive(eserde::Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Reason {
        Damaged,
        Late,
        Duplicate,
        Other,
    }

    #[derive(serde::Deserialize)]
    pub struct Day(#[serde(with = "super::ymd")] pub time::Date);

    #[derive(eserde::Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Batch {
        pub refunds: Vec<IssueRefund>,
    }
}

/// What the sides are called, plain serde first: the others are measured by it.
pub const SIDES: [&str; 7] = [
    "serde",
    "serde + garde",
    "Value + jsonschema",
    "eserde",
    "toolargs",
    "serde, decoded",
    "toolargs, decoded",
];

/// Reads a call and tells whether it was accepted.
pub type Side<'c> = Box<dyn Fn() -> bool + 'c>;

/// One call and all that read it; `None` for a side that cannot.
pub struct Case {
    pub name: &'static str,
    /// What toolargs reads.
    pub call: String,
    /// What its peers read: the clean call where the other is one that only toolargs reads.
    pub peers: String,
    kind: Kind,
}

enum Kind {
    Refund,
    Batch,
    Action,
}

pub fn cases() -> Vec<Case> {
    let case = |name, kind, call: String| Case { name, peers: call.clone(), call, kind };
    vec![
        case("clean", Kind::Refund, calls::CLEAN.to_owned()),
        case("required fields only", Kind::Refund, calls::required_only()),
        case("20 tags", Kind::Refund, calls::tags()),
        Case { peers: calls::CLEAN.to_owned(), ..case("repaired", Kind::Refund, calls::repaired()) },
        case("rejected", Kind::Refund, calls::rejected()),
        case("100 KB string", Kind::Refund, calls::long_string()),
        case("100 KB escaped", Kind::Refund, calls::escaped_string()),
        case("5,000 items", Kind::Refund, calls::items()),
        case("200 objects", Kind::Batch, calls::nested()),
        case("union of 5", Kind::Action, calls::union()),
    ]
}

impl Case {
    /// The sides, in the order of [`SIDES`].
    pub fn sides(&self) -> Vec<Option<Side<'_>>> {
        let eserde: Option<Side<'_>> = match self.kind {
            Kind::Refund => Some(Box::new(|| eserde::json::from_str::<collecting::IssueRefund>(&self.peers).is_ok())),
            Kind::Batch => Some(Box::new(|| eserde::json::from_str::<collecting::Batch>(&self.peers).is_ok())),
            Kind::Action => None,
        };
        let mut sides = match self.kind {
            Kind::Refund => self.common::<ours::IssueRefund, peers::IssueRefund>(),
            Kind::Batch => self.common::<ours::Batch, peers::Batch>(),
            Kind::Action => self.common::<ours::Action, peers::Action>(),
        };
        sides.insert(3, eserde);
        sides
    }

    fn common<Ours, Peer>(&self) -> Vec<Option<Side<'_>>>
    where
        Ours: ToolArgs,
        Peer: DeserializeOwned + garde::Validate<Context = ()>,
    {
        let schema = jsonschema::options()
            .should_validate_formats(true)
            .build(&Ours::json_schema())
            .expect("the schema of a tool is a schema");
        let (call, decoded): (&str, [Value; 2]) =
            (&self.peers, [&self.peers, &self.call].map(|call| serde_json::from_str(call).expect("a call is JSON")));
        let [peers_value, value] = decoded;
        vec![
            Some(Box::new(|| serde_json::from_str::<Peer>(call).is_ok())),
            Some(Box::new(|| serde_json::from_str::<Peer>(call).is_ok_and(|args| args.validate().is_ok()))),
            Some(Box::new(move || {
                let value: Value = serde_json::from_str(call).expect("a call is JSON");
                schema.is_valid(&value) && serde_json::from_value::<Peer>(value).is_ok()
            })),
            Some(Box::new(|| Ours::parse(&self.call).is_ok())),
            Some(Box::new(move || Peer::deserialize(&peers_value).is_ok())),
            Some(Box::new(move || Ours::parse(&value).is_ok())),
        ]
    }
}
