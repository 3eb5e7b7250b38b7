//! Colours and patterns. In a page a class takes the colour from the site's style sheet and the attribute beside it is
//! only the fallback; a drawing for download has the colours in attributes and no classes.

/// The ground that a drawing for download has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white: papers.
    Light,
    /// Light on near black: slides.
    Dark,
}

/// What a mark means; it decides colour and pattern. Series go from 0 and repeat after six.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tone {
    /// One of several things compared.
    Series(usize),
    /// An amount in seven steps, 0 to 6.
    Heat(usize),
    /// Nothing known.
    Unknown,
    /// Failure mode: no error.
    Pass,
    /// Failure mode: logic and assertion.
    Logic,
    /// Failure mode: test design and mocking.
    Design,
    /// Failure mode: API hallucination.
    Api,
    /// Failure mode: type system and memory.
    Type,
    /// Failure mode: syntax and compilation.
    Syntax,
    /// Sub-class of API hallucination, 0 to 3.
    Hallucination(usize),
}

/// How many series differ in colour, pattern and marker.
pub const SERIES: usize = 6;

/// Light and dark colour.
pub(crate) type Pair = (&'static str, &'static str);

const SERIES_COLOURS: [Pair; SERIES] = [
    ("#0a6c93", "#4fb2d8"),
    ("#cf6a1c", "#e8944f"),
    ("#7a2a66", "#eab5d8"),
    ("#75838c", "#7f8d96"),
    ("#2b4413", "#bdf29a"),
    ("#3a22c0", "#a24df0"),
];
const HEAT: [Pair; 7] = [
    ("#ffffff", "#0f1417"),
    ("#f0f6f9", "#12202a"),
    ("#e0edf3", "#142b37"),
    ("#cce2ec", "#163745"),
    ("#b6d6e4", "#184454"),
    ("#9dc8da", "#1a5266"),
    ("#82b9cf", "#1c6079"),
];
const HALLUCINATION: [&str; 4] = ["#dd6f78", "#eba6ab", "#f5d2d4", "#ffffff"];
pub(crate) const GROUND: Pair = ("#ffffff", "#0f1417");
pub(crate) const INK: Pair = ("#12181c", "#e6ebee");
pub(crate) const INK_2: Pair = ("#414d55", "#b3bec5");
pub(crate) const INK_3: Pair = ("#5a6770", "#919ea7");
pub(crate) const LINE: Pair = ("#e1e6e9", "#242d32");
pub(crate) const LINE_STRONG: Pair = ("#b4bec4", "#43505a");
/// Figures on the middle tones of failure modes, in both themes.
pub(crate) const ON_TONE: Pair = ("#0b1013", "#0b1013");

impl Tone {
    pub(crate) fn class(self) -> String {
        match self {
            Self::Series(n) => format!("s{}", n % SERIES + 1),
            Self::Heat(n) => format!("h{}", n.min(6)),
            Self::Unknown => "h0".to_owned(),
            Self::Pass => "fm-pass".to_owned(),
            Self::Logic => "fm-logic".to_owned(),
            Self::Design => "fm-design".to_owned(),
            Self::Api => "fm-api".to_owned(),
            Self::Type => "fm-type".to_owned(),
            Self::Syntax => "fm-syntax".to_owned(),
            Self::Hallucination(n) => format!("fm-h{}", n.min(3) + 1),
        }
    }

    pub(crate) fn colours(self) -> Pair {
        let same = |colour| (colour, colour);
        match self {
            Self::Series(n) => SERIES_COLOURS[n % SERIES],
            Self::Heat(n) => HEAT[n.min(6)],
            Self::Unknown => HEAT[0],
            Self::Pass => same("#2f9f83"),
            Self::Logic => same("#d08418"),
            Self::Design => same("#928c2c"),
            Self::Api => same("#dd6f78"),
            Self::Type => same("#7f86dd"),
            Self::Syntax => same("#7d8b94"),
            Self::Hallucination(n) => same(HALLUCINATION[n.min(3)]),
        }
    }

    /// Whether figures on this tone are dark in both themes.
    pub(crate) fn is_failure_mode(self) -> bool {
        !matches!(self, Self::Series(_) | Self::Heat(_) | Self::Unknown)
    }

    pub(crate) fn pattern(self) -> Option<Pattern> {
        match self {
            Self::Series(n) => [
                None,
                Some(Pattern::Rising),
                Some(Pattern::Dots),
                Some(Pattern::Level),
                Some(Pattern::Falling),
                Some(Pattern::Cross),
            ][n % SERIES],
            Self::Heat(_) | Self::Pass | Self::Hallucination(0) => None,
            Self::Unknown | Self::Logic | Self::Hallucination(1) => Some(Pattern::Rising),
            Self::Design | Self::Hallucination(2) => Some(Pattern::Dots),
            Self::Api => Some(Pattern::Falling),
            Self::Type | Self::Hallucination(_) => Some(Pattern::Level),
            Self::Syntax => Some(Pattern::Cross),
        }
    }
}

/// A texture over a colour, so that areas differ for those who see few hues, and in grey print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pattern {
    Rising,
    Falling,
    Level,
    Dots,
    Cross,
}

impl Pattern {
    /// The path of one 6 × 6 tile.
    pub(crate) fn tile(self) -> &'static str {
        match self {
            Self::Rising => "M-1 1L1 -1M0 6L6 0M5 7L7 5",
            Self::Falling => "M-1 5L1 7M0 0L6 6M5 -1L7 1",
            Self::Level => "M0 1.5H6M0 4.5H6",
            Self::Dots => "M1 1.5h1.6M4 4.5h1.6",
            Self::Cross => "M0 6L6 0M0 0L6 6",
        }
    }

    pub(crate) fn stroke(self) -> f64 {
        if self == Self::Dots { 1.6 } else { 1.0 }
    }
}

/// Lines and outlines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pen {
    Grid,
    Axis,
    Error,
    Leader,
    Web,
    /// The ground around an error bar, which would be lost in a bar of its own lightness.
    Edge,
    Series(usize),
}

impl Pen {
    pub(crate) fn class(self) -> String {
        match self {
            Self::Grid => "grid".to_owned(),
            Self::Axis => "axis".to_owned(),
            Self::Leader => "leader".to_owned(),
            Self::Web => "web".to_owned(),
            Self::Edge => "edge".to_owned(),
            Self::Error => "error".to_owned(),
            Self::Series(n) => format!("l{}", n % SERIES + 1),
        }
    }

    pub(crate) fn colours(self) -> Pair {
        match self {
            Self::Grid | Self::Web => LINE,
            Self::Axis | Self::Leader => LINE_STRONG,
            Self::Edge => GROUND,
            Self::Error => INK,
            Self::Series(n) => SERIES_COLOURS[n % SERIES],
        }
    }

    pub(crate) fn stroke(self) -> f64 {
        match self {
            Self::Grid | Self::Axis | Self::Leader | Self::Web => 1.0,
            Self::Edge => 3.25,
            Self::Error => 1.25,
            Self::Series(_) => 2.0,
        }
    }
}

/// Dashes of a line by its series, so that crossing lines can be told apart without colour.
pub(crate) fn dash(series: usize) -> Option<&'static str> {
    [None, Some("7 3"), Some("2 3"), Some("9 3 2 3"), Some("4 2"), Some("12 4")][series % SERIES]
}

/// Kinds of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Label,
    Axis,
    Strong,
    Value,
    /// A figure on a failure-mode tone.
    OnTone,
}

impl Role {
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Label => "",
            Self::Axis => "axis-text",
            Self::Strong => "strong",
            Self::Value => "value",
            Self::OnTone => "fm-text",
        }
    }

    pub(crate) fn colours(self) -> Pair {
        match self {
            Self::Label => INK_2,
            Self::Axis => INK_3,
            Self::Strong | Self::Value => INK,
            Self::OnTone => ON_TONE,
        }
    }

    pub(crate) fn size(self) -> f64 {
        match self {
            Self::Label | Self::Strong => 12.0,
            Self::Axis | Self::Value | Self::OnTone => 11.0,
        }
    }

    /// The room that `text` needs in this role.
    pub(crate) fn width(self, text: &str) -> f64 {
        let heavier = if self == Self::Strong { 1.07 } else { 1.0 };
        super::text::text_width(text, self.size()) * heavier
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUND, SERIES_COLOURS, Tone};

    type Rgb = [f64; 3];

    /// How linear light looks to normal, protan, deutan and tritan sight (Machado, Oliveira and Fernandes 2009).
    const SIGHTS: [(&str, [Rgb; 3]); 4] = [
        ("normal", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        ("protan", [[0.1522, 1.0525, -0.2048], [0.1145, 0.7862, 0.0992], [-0.0038, -0.0481, 1.0519]]),
        ("deutan", [[0.3673, 0.8606, -0.2279], [0.2800, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9688]]),
        ("tritan", [[1.2555, -0.0767, -0.1787], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6913, 0.3039]]),
    ];

    fn linear(hex: &str) -> Rgb {
        [1, 3, 5].map(|i| {
            let value = f64::from(u8::from_str_radix(&hex[i..i + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn times(matrix: [Rgb; 3], v: Rgb) -> Rgb {
        matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
    }

    fn oklab(rgb: Rgb) -> Rgb {
        let cones = [[0.41222, 0.53633, 0.05145], [0.21190, 0.68070, 0.10740], [0.08830, 0.28172, 0.62998]];
        let lab = [[0.21045, 0.79362, -0.00407], [1.97800, -2.42859, 0.45059], [0.02590, 0.78277, -0.80868]];
        times(lab, times(cones, rgb.map(|value| value.clamp(0.0, 1.0))).map(f64::cbrt))
    }

    fn luminance(hex: &str) -> f64 {
        times([[0.2126, 0.7152, 0.0722]; 3], linear(hex))[0]
    }

    #[test]
    fn series_differ_for_every_sight_and_stand_out_from_the_ground() {
        let themes = [SERIES_COLOURS.map(|pair| pair.0), SERIES_COLOURS.map(|pair| pair.1)];
        for (colours, ground) in themes.iter().zip([GROUND.0, GROUND.1]) {
            for (i, one) in colours.iter().enumerate() {
                let (a, b) = (luminance(one) + 0.05, luminance(ground) + 0.05);
                assert!(a.max(b) / a.min(b) >= 3.0, "{one} on {ground}");
                for other in &colours[i + 1..] {
                    for (sight, matrix) in SIGHTS {
                        let [a, b] = [one, other].map(|colour| oklab(times(matrix, linear(colour))));
                        let distance = a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                        assert!(distance > 0.055, "{one} and {other} are alike to {sight} sight: {distance:.3}");
                    }
                }
            }
        }
    }

    #[test]
    fn colours_are_those_of_the_style_sheet() {
        let sheet = include_str!("../../../style/charts.css");
        for (i, (light, dark)) in SERIES_COLOURS.iter().enumerate() {
            assert!(sheet.contains(&format!("--series-{}: light-dark({light}, {dark})", i + 1)), "series {}", i + 1);
        }
        for tone in [Tone::Pass, Tone::Logic, Tone::Design, Tone::Api, Tone::Type, Tone::Syntax] {
            let rule = format!("--{}:", tone.class());
            let value = sheet.split_once(&rule).map(|(_, rest)| rest.trim_start());
            assert!(value.is_some_and(|value| value.starts_with(tone.colours().0)), "{rule}");
        }
    }
}
