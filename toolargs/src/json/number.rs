//! Number literals, judged on their exact text.

/// A whole number of any integer type: sign and magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    negative: bool,
    magnitude: u128,
}

impl Integer {
    pub(crate) const MIN_I64: Integer = Integer::signed(i64::MIN as i128);
    pub(crate) const MAX_U64: Integer = Integer::unsigned(u64::MAX as u128);

    /// From a signed number.
    pub const fn signed(value: i128) -> Integer {
        Integer { negative: value < 0, magnitude: value.unsigned_abs() }
    }

    /// From an unsigned number.
    pub const fn unsigned(value: u128) -> Integer {
        Integer { negative: false, magnitude: value }
    }

    /// As a signed number, where it fits.
    pub const fn to_i128(self) -> Option<i128> {
        match self.negative {
            false if self.magnitude <= i128::MAX as u128 => Some(self.magnitude as i128),
            true if self.magnitude <= i128::MIN.unsigned_abs() => Some((self.magnitude as i128).wrapping_neg()),
            _ => None,
        }
    }

    /// As an unsigned number, where it fits.
    pub const fn to_u128(self) -> Option<u128> {
        if self.negative { None } else { Some(self.magnitude) }
    }

    /// The nearest double.
    pub(crate) fn to_f64(self) -> f64 {
        let magnitude = self.magnitude as f64;
        if self.negative { -magnitude } else { magnitude }
    }

    /// Beyond 64 bits, where text is the canonical form.
    pub(crate) fn is_wide(self) -> bool {
        self < Integer::MIN_I64 || self > Integer::MAX_U64
    }

    fn new(negative: bool, magnitude: u128) -> Integer {
        Integer { negative: negative && magnitude != 0, magnitude }
    }

    /// True within ±2^53, where every double that stands for an integer stands for one only.
    fn every_double_holds(self) -> bool {
        self.magnitude <= 1 << 53
    }
}

impl PartialOrd for Integer {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Integer {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (negative, _) => {
                if negative {
                    std::cmp::Ordering::Less
                } else {
                    std::cmp::Ordering::Greater
                }
            }
        }
    }
}

impl std::fmt::Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad_integral(!self.negative, "", &self.magnitude.to_string())
    }
}

/// What a number literal is, seen as an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Digits alone.
    Plain(Integer),
    /// In float form, and every double holds it.
    Integral(Integer),
    /// In float form beyond ±2^53: digits may have been lost upstream.
    Doubtful(Integer),
    /// A whole number beyond every integer type; `true` for below zero.
    Huge { negative: bool },
    /// Not a whole number.
    Fraction,
}

/// The parts of a number literal: value = ±(digits without outer zeros) × 10^exponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Literal<'a> {
    negative: bool,
    /// The digits before and after the point.
    digits: (&'a [u8], &'a [u8]),
    /// Of the last digit.
    exponent: i64,
    plain: bool,
}

/// Far beyond any length of text, so that sums with lengths cannot overflow.
const EXPONENT_LIMIT: i64 = 1 << 60;

impl<'a> Literal<'a> {
    /// Takes a text that the reader has found to be a JSON number.
    pub(crate) fn new(text: &'a str) -> Literal<'a> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (mantissa, exponent) = split(unsigned, |byte| byte | 0x20 == b'e');
        let (whole, fraction) = split(mantissa, |byte| byte == b'.');
        let literal = Literal {
            negative,
            digits: (whole, fraction.unwrap_or_default()),
            exponent: exponent.map_or(0, read_exponent) - fraction.map_or(0, |digits| digits.len() as i64),
            plain: exponent.is_none() && fraction.is_none(),
        };
        literal.trimmed()
    }

    /// Without zeros at either end.
    fn trimmed(mut self) -> Self {
        let (whole, fraction) = self.digits;
        let zeros = fraction.iter().rev().take_while(|&&digit| digit == b'0').count();
        self.digits.1 = &fraction[..fraction.len() - zeros];
        self.exponent += zeros as i64;
        if self.digits.1.is_empty() {
            let zeros = whole.iter().rev().take_while(|&&digit| digit == b'0').count();
            self.digits.0 = &whole[..whole.len() - zeros];
            self.exponent += zeros as i64;
        }
        let zeros = self.digits.0.iter().take_while(|&&digit| digit == b'0').count();
        self.digits.0 = &self.digits.0[zeros..];
        if self.digits.0.is_empty() {
            let zeros = self.digits.1.iter().take_while(|&&digit| digit == b'0').count();
            self.digits.1 = &self.digits.1[zeros..];
        }
        self
    }

    fn len(&self) -> usize {
        self.digits.0.len() + self.digits.1.len()
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.plain
    }

    fn digits(&self) -> impl Iterator<Item = u8> + 'a {
        self.digits.0.iter().chain(self.digits.1).map(|digit| digit - b'0')
    }

    /// The literal as a whole number.
    pub(crate) fn whole(&self) -> Whole {
        if self.is_zero() {
            let zero = Integer::unsigned(0);
            return if self.plain { Whole::Plain(zero) } else { Whole::Integral(zero) };
        }
        if self.exponent < 0 {
            return Whole::Fraction;
        }
        let Some(magnitude) = self.magnitude() else { return Whole::Huge { negative: self.negative } };
        let integer = Integer::new(self.negative, magnitude);
        match self.plain {
            true => Whole::Plain(integer),
            false if integer.every_double_holds() => Whole::Integral(integer),
            false => Whole::Doubtful(integer),
        }
    }

    fn magnitude(&self) -> Option<u128> {
        if self.len() as i64 + self.exponent > 39 {
            return None;
        }
        let mut magnitude = 0u128;
        for digit in self.digits().chain(std::iter::repeat_n(0, self.exponent as usize)) {
            magnitude = magnitude.checked_mul(10)?.checked_add(digit.into())?;
        }
        Some(magnitude)
    }

    /// True when the literal is a whole multiple of `step`, in exact decimal arithmetic.
    ///
    /// A step is a JSON number with at most 18 digits between its outer zeros; the spec's check sees to that.
    pub(crate) fn is_multiple_of(&self, step: &Literal<'_>) -> bool {
        let Some(divisor) = step.small().filter(|&divisor| divisor != 0) else { return self.is_zero() };
        let shift = self.exponent - step.exponent;
        if self.is_zero() {
            return true;
        }
        if shift < 0 {
            // the value has no zero at its end, so no power of ten divides it
            return false;
        }
        let remainder = self.digits().fold(0, |rest, digit| (rest * 10 + u128::from(digit)) % divisor);
        (remainder * power_of_ten(shift, divisor)).is_multiple_of(divisor)
    }

    /// A text that is equal for equal numbers.
    pub(crate) fn canonical(&self) -> String {
        if self.is_zero() {
            return "0".to_owned();
        }
        let digits: String = self.digits().map(|digit| char::from(digit + b'0')).collect();
        format!("{}{digits}e{}", if self.negative { "-" } else { "" }, self.exponent)
    }

    /// The digits alone, where they are few.
    pub(crate) fn small(&self) -> Option<u128> {
        (self.len() <= 18).then(|| self.digits().fold(0, |sum, digit| sum * 10 + u128::from(digit)))
    }
}

/// 10^exponent modulo `divisor`, which is below 10^18.
fn power_of_ten(mut exponent: i64, divisor: u128) -> u128 {
    let (mut power, mut base) = (1 % divisor, 10 % divisor);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * base % divisor;
        }
        base = base * base % divisor;
        exponent >>= 1;
    }
    power
}

fn split(text: &[u8], mut at: impl FnMut(u8) -> bool) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| at(byte)) {
        Some(place) => (&text[..place], Some(&text[place + 1..])),
        None => (text, None),
    }
}

fn read_exponent(text: &[u8]) -> i64 {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let size = digits.iter().fold(0i64, |sum, digit| (sum * 10 + i64::from(digit - b'0')).min(EXPONENT_LIMIT / 10));
    if negative { -size } else { size }
}

/// The integer of at most 18 digits that a text begins with, and its length; none with a leading zero.
#[inline]
pub(crate) fn leading_integer(text: &[u8]) -> Option<(i64, usize)> {
    let sign = usize::from(text.first() == Some(&b'-'));
    let digits = &text[sign..];
    let (mut value, mut length) = (0, 0);
    for digit in digits.iter().map(|byte| byte.wrapping_sub(b'0')).take_while(|&digit| digit <= 9) {
        if length == 18 {
            return None;
        }
        value = value * 10 + i64::from(digit);
        length += 1;
    }
    if length == 0 || (length > 1 && digits[0] == b'0') {
        return None;
    }
    Some((if sign == 1 { -value } else { value }, sign + length))
}

/// `-?(0|[1-9][0-9]*)`: an integer as people write it.
pub(crate) fn is_plain_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    digits.iter().all(u8::is_ascii_digit) && (digits.len() == 1 || digits.first().is_some_and(|&digit| digit != b'0'))
}

/// `-?(0|[1-9][0-9]*)(\.[0-9]+)?`: a decimal as people write it.
pub(crate) fn is_plain_decimal(text: &str) -> bool {
    match text.split_once('.') {
        None => is_plain_integer(text),
        Some((whole, fraction)) => {
            is_plain_integer(whole) && !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit())
        }
    }
}

/// A literal as a double.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Double {
    Value(f64),
    /// Too large for any double.
    Infinite,
    /// An integer whose digits no double holds, or a number that a double makes zero.
    Lossy,
}

/// Reads a number literal as a double and says what it would lose.
pub(crate) fn double(text: &str) -> Double {
    // JSON's numbers are a subset of what `f64::from_str` reads, which rounds correctly
    let value = text.parse().unwrap_or(f64::INFINITY);
    if value.is_infinite() {
        return Double::Infinite;
    }
    if text.len() <= 15 && value != 0.0 {
        return Double::Value(value);
    }
    let literal = Literal::new(text);
    let lossy = if value == 0.0 { !literal.is_zero() } else { literal.is_plain() && !holds(value, text) };
    if lossy { Double::Lossy } else { Double::Value(value) }
}

/// True when the double stands for exactly these digits.
fn holds(value: f64, digits: &str) -> bool {
    format!("{value:.0}") == digits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Whole {
        Literal::new(text).whole()
    }

    #[test]
    fn whole_numbers_are_exact() {
        let int = Integer::signed;
        for (text, want) in [
            ("1999", Whole::Plain(int(1999))),
            ("-0", Whole::Plain(int(0))),
            ("1999.0", Whole::Integral(int(1999))),
            ("1e3", Whole::Integral(int(1000))),
            ("0.29e2", Whole::Integral(int(29))),
            ("199900e-2", Whole::Integral(int(1999))),
            ("-10.50e1", Whole::Integral(int(-105))),
            ("1999.0000000000000001", Whole::Fraction),
            ("1e-999999999", Whole::Fraction),
            ("0e999999999", Whole::Integral(int(0))),
            ("1e999999999", Whole::Huge { negative: false }),
            ("-1e99999999999999999999999", Whole::Huge { negative: true }),
            ("9007199254740992.0", Whole::Integral(int(1 << 53))),
            ("9007199254740993.0", Whole::Doubtful(int((1 << 53) + 1))),
            ("1e000000000000000000000000003", Whole::Integral(int(1000))),
        ] {
            assert_eq!(whole(text), want, "{text}");
        }
        assert_eq!(whole(&u128::MAX.to_string()), Whole::Plain(Integer::unsigned(u128::MAX)));
        assert_eq!(whole(&format!("{}0", u128::MAX)), Whole::Huge { negative: false });
        assert_eq!(int(i128::MIN).to_i128(), Some(i128::MIN));
        assert_eq!(int(-5).to_string(), "-5");
        assert!(int(-5) < int(-4) && int(-1) < int(0) && int(2) > int(-3));
    }

    #[test]
    fn multiples_are_decimal() {
        for (value, step, want) in [
            ("0.3", "0.1", true),
            ("0.35", "0.1", false),
            ("1e308", "0.5", true),
            ("1e308", "0.123456789", false),
            ("0", "7", true),
            ("21", "7", true),
            ("-21.0", "7", true),
            ("22", "7", false),
            ("1e-5", "0.001", false),
            ("1e999999999999", "3", false),
        ] {
            assert_eq!(Literal::new(value).is_multiple_of(&Literal::new(step)), want, "{value} by {step}");
        }
    }

    #[test]
    fn doubles_say_what_they_lose() {
        assert_eq!(double("1e400"), Double::Infinite);
        assert_eq!(double("2e-324"), Double::Lossy);
        assert_eq!(double("0e-400"), Double::Value(0.0));
        assert_eq!(double("5e-324"), Double::Value(5e-324));
        assert_eq!(double("9007199254740993"), Double::Lossy);
        assert_eq!(double("9007199254740992"), Double::Value(9007199254740992.0));
        assert_eq!(double("0.1000000000000000055511151231257827"), Double::Value(0.1));
    }

    #[test]
    fn plain_numbers_have_no_second_spelling() {
        for text in ["0", "-0", "1999", "-7"] {
            assert!(is_plain_integer(text) && is_plain_decimal(text), "{text}");
        }
        for text in ["", "-", "01", "+1", "1_0", " 1", "1 ", "１", "1,999", "1e3", "0x1", "--1"] {
            assert!(!is_plain_integer(text) && !is_plain_decimal(text), "{text}");
        }
        assert!(is_plain_decimal("19.90") && !is_plain_integer("19.90"));
        for text in ["1.", ".5", "1.2.3", "1.-2", "NaN", "15%"] {
            assert!(!is_plain_decimal(text), "{text}");
        }
    }
}
