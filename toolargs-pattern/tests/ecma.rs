//! What the dialect means, as a table. The cases of JSON Schema's own suite for patterns are among them.

use toolargs_pattern::{Matcher, anchored, check, strip_anchors};

/// A pattern, texts in which a search finds it, texts in which it does not.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

const SEARCHES: &[Case] = &[
    // JSON Schema's suite: pattern
    ("^a*$", &["aaa", ""], &["abc"]),
    ("a+", &["xxaayy"], &["xxyy"]),
    (r"^\p{Letter}+$", &["Hello", "π"], &["123"]),
    // JSON Schema's suite: ecmascript-regex
    ("^abc$", &["abc"], &["abc\n", "abc\\n", "\nabc"]),
    (r"^\t$", &["\t"], &["\\t"]),
    (r"^\cC$", &["\u{3}"], &["\\cC"]),
    (r"^\cc$", &["\u{3}"], &["\\cc"]),
    (r"^\d$", &["0"], &["\u{7C0}"]),
    (r"^\D$", &["\u{7C0}"], &["0"]),
    (r"^\w$", &["a", "_", "Z"], &["é"]),
    (r"^\W$", &["é"], &["a"]),
    (
        r"^\s$",
        &[
            " ", "\t", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\n", "\r", "\u{2028}", "\u{2029}", "\u{2003}",
            "\u{3000}",
        ],
        &["\u{1}", "\u{2013}", "\u{85}", "\u{180E}", "\u{200B}"],
    ),
    (
        r"^\S$",
        &["\u{1}", "\u{2013}", "\u{85}"],
        &[" ", "\t", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\n", "\u{2029}", "\u{2003}"],
    ),
    (r"\p{Letter}cole", &["l'ecole, l'eglise", "l'école, l'église"], &["L'ÉCOLE"]),
    (r"\wcole", &["l'ecole"], &["l'école", "L'ÉCOLE"]),
    ("[a-z]cole", &["l'ecole"], &["l'école"]),
    (r"^\d+$", &["42"], &["-%#", "৪২"]),
    (r"^\p{digit}+$", &["42", "৪২"], &["-%#"]),
    // JSON Schema's suite: non-bmp-regex
    ("^🐲*$", &["", "🐲", "🐲🐲"], &["🐉", "🐉🐉", "D", "DD", "hello"]),
    // code points, not UTF-16 units
    ("^.$", &["🐲", "a", "\u{85}", "\u{B}"], &["\n", "\r", "\u{2028}", "\u{2029}", "", "ab"]),
    (r"^\ud83d\udc32$", &["🐲"], &["🐉"]),
    (r"^\u{1F432}$", &["🐲"], &["🐉"]),
    (r"^\u{0}$", &["\0"], &["0"]),
    (r"^\u{00000000000041}$", &["A"], &["a"]),
    (r"^[\ud83d\ude00-\ud83d\ude4f]$", &["😀", "🙏"], &["🐲"]),
    (r"^\x41\u0042\0$", &["AB\0"], &["AB"]),
    // anchors belong to the text, wherever they stand
    ("^a|b$", &["ax", "xb"], &["xa", "bx"]),
    ("(^a|^b)c$", &["ac", "bc"], &["xac", "bcx"]),
    ("a$\n", &[], &["a\n"]),
    // classes
    ("^[^]$", &["a", "\n", "🐲"], &[""]),
    ("[]", &[], &["", "a"]),
    ("x[]*", &["x"], &["y"]),
    ("^[[]$", &["["], &["]"]),
    ("^[a&&b]$", &["a", "&", "b"], &["c"]),
    ("^[a~~b]$", &["a", "~", "b"], &["c"]),
    ("^[*--]$", &["*", "+", ",", "-"], &[".", ")"]),
    ("^[a-c-e]$", &["a", "b", "c", "-", "e"], &["d"]),
    ("^[-a]$", &["-", "a"], &["b"]),
    (r"^[\b]$", &["\u{8}"], &["b"]),
    (r"^[\]\-\^\\]+$", &[r"]-^\"], &["["]),
    (r"^[^\d\s]$", &["a", "é"], &["1", " ", "\u{2003}"]),
    (r"^[\D]$", &["a"], &["1"]),
    (r"^[^\W]$", &["a"], &["-"]),
    (r"^[\P{L}x]$", &["1", "x"], &["y"]),
    ("^[ #]$", &[" ", "#"], &["x"]),
    // word borders are ASCII
    (r"\bcat\b", &["a cat", "écaté"], &["cats", "_cat"]),
    (r"a\Bb", &["ab"], &["a b"]),
    (r"^\B$", &[""], &["a"]),
    (r"é\Bé", &["éé"], &["éa"]),
    // groups and repetition
    ("^(?<year>[0-9]{4})-(?:[0-9]{2})$", &["2026-03"], &["2026-3"]),
    ("^a{2,3}?$", &["aa", "aaa"], &["a", "aaaa"]),
    ("^a{2,}$", &["aa", "aaaaa"], &["a"]),
    ("^(ab)+?$", &["ab", "abab"], &["aba"]),
    ("^()*$", &[""], &["a"]),
    ("^(|a)$", &["", "a"], &["b"]),
    ("", &["", "a"], &[]),
    // properties
    (r"^\p{Script=Greek}$", &["π"], &["p"]),
    (r"^\p{sc=Grek}$", &["π"], &["p"]),
    (r"^\P{Lu}$", &["a"], &["A"]),
    (r"^\p{General_Category=Uppercase_Letter}$", &["A"], &["a"]),
    (r"^\p{Alphabetic}$", &["a"], &["1"]),
    // what the `u` flag refuses, and published schemas hold
    (r"^\_\@\#\-\ \:\,\!\%\&\~\`\'\;\<\>\=$", &["_@#- :,!%&~`';<>="], &["_"]),
    (r"^[\_\@\.]+$", &["_@."], &["-"]),
    ("^]$", &["]"], &["["]),
    ("^}$", &["}"], &["{"]),
    ("^{$", &["{"], &["}"]),
    (r"^{{name}}$", &["{{name}}"], &["name"]),
    ("^a{b$", &["a{b"], &["ab"]),
    ("^a{}$", &["a{}"], &["a"]),
    (r"^[\w-.]+$", &["a-.b"], &["a b"]),
    (r"^[\w--a]+$", &["-a_"], &["`.", "."]),
    (r"^[.-\d]+$", &[".-1"], &["/"]),
    (r"^\/$", &["/"], &["\\/"]),
    // published patterns
    (r"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$", &["a.b+c@example.co.uk"], &["a@b", "@example.com"]),
    (r"^(\([0-9]{3}\))?[0-9]{3}-[0-9]{4}$", &["555-1212", "(888)555-1212"], &["(888)555-1212 ext. 532"]),
    (r"^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$", &["#fff", "#00ff00"], &["#ff", "fff"]),
    (r"^\S+$", &["a,b"], &["a b", ""]),
    (r"\S", &[" a"], &["  "]),
    (r"^https?://", &["http://x", "https://"], &["ftp://x", " http://"]),
];

#[test]
fn searches() {
    for &(pattern, found, absent) in SEARCHES {
        let matcher = Matcher::search(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        for text in found {
            assert!(matcher.is_match(text), "{pattern} is not found in {text:?}");
        }
        for text in absent {
            assert!(!matcher.is_match(text), "{pattern} is found in {text:?}");
        }
    }
}

/// A full match is a search for the anchored pattern, and the way back gives the pattern.
#[test]
fn full_matches_are_anchored_searches() {
    for &(pattern, found, absent) in SEARCHES {
        let anchored = anchored(pattern);
        assert_eq!(strip_anchors(&anchored), Some(pattern));
        let full = Matcher::full(pattern).unwrap();
        let search = Matcher::search(&anchored).unwrap();
        for text in found.iter().chain(absent) {
            assert_eq!(full.is_match(text), search.is_match(text), "{pattern} on {text:?}");
        }
    }
}

#[test]
fn alternatives_are_anchored_as_a_whole() {
    let pet = Matcher::new("cat|dog|").unwrap();
    for text in ["cat", "dog", ""] {
        assert!(pet.is_full_match(text));
    }
    for text in ["cats", "hotdog", "cat\n", "catdog"] {
        assert!(!pet.is_full_match(text));
    }
}

const REFUSED: &[(&str, &str)] = &[
    // linear time
    ("a(?=b)", "look-ahead `(?=b)` is not supported: it cannot be matched in linear time"),
    ("a(?!b)", "look-ahead `(?!b)` is not supported: it cannot be matched in linear time"),
    ("(?<=a+)b", "look-behind `(?<=a+)b` is not supported: it cannot be matched in linear time"),
    ("(?<!a)b", "look-behind `(?<!a)b` is not supported: it cannot be matched in linear time"),
    (r"(a)\1", r"back-reference `\1` is not supported: it cannot be matched in linear time"),
    (r"(?<n>a)\k<n>", r"back-reference `\k` is not supported: it cannot be matched in linear time"),
    // other engines
    ("(?i)abc", "inline flags are not supported: `(?i)abc`"),
    ("(?ims)abc", "inline flags are not supported: `(?ims)abc`"),
    ("(?x:a)", "inline flags are not supported: `(?x:a)`"),
    ("(?-u)a", "inline flags are not supported: `(?-u)a`"),
    ("(?P<name>x)", "`(?P<name>x)` is not ECMA 262; write `(?<name>...)` for a named group"),
    ("(?#comment)a", "`(?#comment)a`: comments are not ECMA 262"),
    ("(?>a)", "`(?>a)`: atomic groups are not ECMA 262"),
    ("(?", "unknown kind of group `(?`"),
    ("a*+", "possessive quantifiers are not ECMA 262"),
    ("a{2}+", "possessive quantifiers are not ECMA 262"),
    ("[[:alpha:]]", "POSIX classes are not ECMA 262: `[:alpha:]`"),
    (r"\Aa", r"unknown escape `\A`; write `^` for the start of the text"),
    (r"a\z", r"unknown escape `\z`; write `$` for the end of the text"),
    (r"a\Z", r"unknown escape `\Z`; write `$` for the end of the text"),
    (r"\h", r"unknown escape `\h`; write `[ \t]` for horizontal space"),
    (r"\a", r"unknown escape `\a`; write `\x07` for the bell"),
    (r"\e", r"unknown escape `\e`; write `\x1B` for escape"),
    (r"\Qa\E", r"unknown escape `\Q`"),
    (r"\x{41}", r"unknown escape `\x`; `\x` needs two hexadecimal digits"),
    (r"\pL", r"`\p` needs a property in braces, as `\p{L}`"),
    (r"\p{Greek}", r"unknown property `\p{Greek}`; for a script write `\p{Script=Greek}`"),
    (r"\p{IsL}", r"unknown property `\p{IsL}`"),
    (r"\p{letter}", r"unknown property `\p{letter}`"),
    (r"\p{^L}", r"invalid property `\p{^L}`"),
    (r"\p{Nonsense}", r"unknown property `\p{Nonsense}`"),
    // something else than it seems
    ("a{,5}", "`{,5}` is not a repetition in ECMA 262; write `{0,5}`"),
    ("a{2, 5}", r"`{2, 5}` is not a repetition in ECMA 262; for a literal brace write `\{`"),
    ("[]a]", r"`[]a]`: `[]` is a class of nothing; to have `]` in a class write `\]`"),
    ("[[a]]", r"`[[a]]`: classes do not nest; write `\[` and `\]` for the characters"),
    (r"\012", r"unknown escape `\0`; for an octal code write `\xHH`"),
    (r"[\1]", r"unknown escape `\1`; for an octal code write `\xHH`"),
    (r"\ud83d", r"invalid escape `\ud83d`: half of a surrogate pair matches nothing; write `\u{...}`"),
    (r"\udc32\ud83d", r"invalid escape `\udc32`: half of a surrogate pair matches nothing; write `\u{...}`"),
    (r"\ud83d\ud83d", r"invalid escape `\ud83d`: half of a surrogate pair matches nothing; write `\u{...}`"),
    // mistakes
    ("[a-z", "unclosed character class `[a-z`"),
    ("[", "unclosed character class `[`"),
    ("[a-", "unclosed character class `[a-`"),
    ("(a", "unclosed group `(a`"),
    ("a)", "unopened group: `)` without `(`"),
    ("[z-a]", "range out of order: `z-a`"),
    ("[a--]", "range out of order: `a--`"),
    ("a{5,2}", "numbers out of order in `{5,2}`"),
    ("a{99999999999}", "repetition count is too large in `{99999999999}`"),
    ("*a", "nothing to repeat before `*`"),
    ("{2}", "nothing to repeat before `{2}`"),
    ("a**", "nothing to repeat before `*`"),
    ("a{2}{3}", "nothing to repeat before `{3}`"),
    ("^*", "nothing to repeat before `*`"),
    (r"\b+", "nothing to repeat before `+`"),
    ("(|*)", "nothing to repeat before `*`"),
    ("(?<>a)", "invalid group name in `(?<>a)`"),
    ("(?<1>a)", "invalid group name in `(?<1>a)`"),
    ("(?<n", "invalid group name in `(?<n`"),
    ("(?<n>a)(?<n>b)", "two groups are named `n`"),
    ("a\\", "pattern ends in a backslash"),
    ("[\\", "pattern ends in a backslash"),
    (r"\u12", r"invalid escape `\u`: `\u` needs four hexadecimal digits or `{...}`"),
    (r"\u{110000}", r"invalid escape `\u{110000}`: not a code point"),
    (r"\u{}", r"invalid escape `\u{}`: not a code point"),
    (r"\u{41", r"invalid escape `\u{41`: not a code point"),
    (r"\c1", r"unknown escape `\c`; `\c` needs a letter"),
    (r"[\B]", r"unknown escape `\B`"),
    // what is shown is cut, and nothing in it is invisible
    ("(\u{202E}aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", r"unclosed group `(\u{202e}aaaaaaaaaaaaaaaaaaaaaa...`"),
    // size
    ("((a{1000}){1000}|b)", "pattern is too large when compiled"),
    (r"(\p{L}{1000}|b)", "pattern is too large when compiled"),
];

#[test]
fn refused() {
    for &(pattern, message) in REFUSED {
        assert_eq!(check(pattern), Err(message.to_owned()), "{pattern}");
        assert!(Matcher::search(pattern).is_err(), "{pattern}");
    }
}

#[test]
fn anchors() {
    for (source, inner) in [
        ("^(?:a)$", Some("a")),
        ("^(?:)$", Some("")),
        ("^(?:a|b)$", Some("a|b")),
        ("^(?:(a)(b))$", Some("(a)(b)")),
        (r"^(?:\(é\\)$", Some(r"\(é\\")),
        ("^(?:[)(]x)$", Some("[)(]x")),
        ("^(?:[])$", Some("[]")),
        ("^(?:^(?:a)$)$", Some("^(?:a)$")),
        ("^(?:a)|(?:b)$", None),
        ("^(?:a)(?:b)$", None),
        (r"^(?:a\)$", None),
        ("^(?:[a)$", None),
        ("^(?:a)+$", None),
        ("^(a)$", None),
        ("^a$", None),
        ("^(?:a)", None),
        ("(?:a)$", None),
        ("^(?:)", None),
        ("", None),
    ] {
        assert_eq!(strip_anchors(source), inner, "{source}");
    }
}

#[test]
fn bounds() {
    assert!(check(&"a".repeat(64 * 1024)).is_ok());
    assert_eq!(check(&"a".repeat(64 * 1024 + 1)).unwrap_err(), "pattern is longer than 65536 bytes");
    assert_eq!(
        check(&format!("{}{}", "(".repeat(30_000), ")".repeat(30_000))).unwrap_err(),
        "groups nest deeper than 100 levels"
    );
    let nested = (0..60_000).map(|index| if index % 2 == 0 { '(' } else { '[' }).collect::<String>();
    assert!(check(&nested).is_err());
    for hostile in [r"\S", r"\p{L}", ".", "(|a)", "[^]", "{", "[[", "[:a", "a{1", r"\B", "(?:a?){9}", "a|", "(?<n"] {
        let _ = check(&hostile.repeat(60_000 / hostile.len()));
    }
}

/// A repetition that is too large for the general engine is no matter where it is only counted.
#[test]
fn long_simple_patterns() {
    let matcher = Matcher::full(r"[^\n]{1,50000}").unwrap();
    assert!(matcher.is_match(&"é".repeat(50_000)));
    assert!(!matcher.is_match(&"é".repeat(50_001)));
    assert!(!matcher.is_match(""));
}
