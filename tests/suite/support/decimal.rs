//! Exact decimals, against which numbers are held.

/// A number as its significant digits and the power of ten of the last one. Zero has no digits.
#[derive(Debug, PartialEq)]
pub(crate) struct Decimal {
    negative: bool,
    digits: String,
    exponent: i128,
}

impl Decimal {
    /// Of a JSON number literal. Exponents beyond any number's use are cut, which keeps them beyond it.
    pub(crate) fn of(literal: &str) -> Decimal {
        let (mantissa, exponent) = literal.split_once(['e', 'E']).unwrap_or((literal, "0"));
        let far = if exponent.starts_with('-') { -(10i128.pow(30)) } else { 10i128.pow(30) };
        let mut exponent: i128 = exponent.trim_start_matches('+').parse().unwrap_or(far);
        let negative = mantissa.starts_with('-');
        let (whole, fraction) =
            mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa.trim_start_matches('-'), ""));
        exponent -= fraction.len() as i128;
        let digits = format!("{whole}{fraction}");
        let digits = digits.trim_start_matches('0');
        let kept = digits.trim_end_matches('0');
        exponent += (digits.len() - kept.len()) as i128;
        match kept {
            "" => Decimal { negative: false, digits: String::new(), exponent: 0 },
            kept => Decimal { negative, digits: kept.to_owned(), exponent },
        }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.exponent >= 0
    }

    /// The value, where it is whole and 128 bits hold it.
    pub(crate) fn to_i128(&self) -> Option<i128> {
        let zeros = usize::try_from(self.exponent).ok().filter(|&zeros| zeros < 40)?;
        let sign = if self.negative { "-" } else { "" };
        let digits = if self.digits.is_empty() { "0" } else { &self.digits };
        format!("{sign}{digits}{}", "0".repeat(zeros)).parse().ok()
    }
}

#[test]
fn decimals_are_exact() {
    for (one, other) in
        [("1999.0", "1999"), ("1e3", "1000"), ("0.29e2", "29"), ("-0", "0"), ("0e99", "0.000"), ("12e-1", "1.2")]
    {
        assert_eq!(Decimal::of(one), Decimal::of(other), "{one}");
    }
    assert_ne!(Decimal::of("1999.0000000000000001"), Decimal::of("1999"));
    assert_eq!(Decimal::of(&i128::MIN.to_string()).to_i128(), Some(i128::MIN));
}
