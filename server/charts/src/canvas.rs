//! Writes SVG elements. Coordinates are rounded to hundredths of a pixel, so a drawing is the same on every machine.

use std::collections::BTreeSet;

use super::paint::{self, Pen, Role, Tone, dash};
use super::text::{clip, escape, fit, plain, with_unit};
use super::{Look, Mode, Scale};

/// Where a text stands relative to its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// One drawing in the making; y grows downwards.
pub(crate) struct Canvas<'a> {
    pub width: f64,
    pub height: f64,
    look: &'a Look,
    body: String,
    patterned: BTreeSet<Tone>,
}

/// The border around a drawing for download, and the room of its title.
const BORDER: f64 = 16.0;
const HEADING: f64 = 28.0;

impl<'a> Canvas<'a> {
    pub(crate) fn new(look: &'a Look) -> Self {
        let width = f64::from(look.width.clamp(280, 1600));
        let width = if look.mode == Mode::Page { width } else { width - 2.0 * BORDER };
        Self { width, height: 0.0, look, body: String::new(), patterned: BTreeSet::new() }
    }

    /// Phones and half columns get another arrangement.
    pub(crate) fn narrow(&self) -> bool {
        self.width < 560.0
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, tone: Tone, tip: &str) {
        let paint = self.fill(tone);
        let (x, y, width, height) = (c(x), c(y), c(width.max(0.0)), c(height.max(0.0)));
        let end = tip_end("rect", tip);
        self.body.push_str(&format!(r#"<rect{paint} x="{x}" y="{y}" width="{width}" height="{height}"{end}"#));
    }

    /// The same without a pattern, as the ground of a figure.
    pub(crate) fn plate(&mut self, x: f64, y: f64, width: f64, height: f64, tone: Tone) {
        let paint = self.attributes(&tone.class(), "fill", tone.colours());
        let (x, y, width, height) = (c(x), c(y), c(width), c(height));
        self.body.push_str(&format!(r#"<rect{paint} x="{x}" y="{y}" width="{width}" height="{height}" rx="1.5"/>"#));
    }

    pub(crate) fn path(&mut self, d: &str, pen: Pen, dashed: bool) {
        let dash = match pen {
            Pen::Series(n) if dashed => dash(n),
            _ if dashed => Some("2 3"),
            _ => None,
        };
        self.stroke(d, pen, pen.stroke(), dash);
    }

    fn stroke(&mut self, d: &str, pen: Pen, width: f64, dash: Option<&str>) {
        let paint = self.attributes(&pen.class(), "stroke", pen.colours());
        let dash = dash.map_or(String::new(), |dash| format!(r#" stroke-dasharray="{dash}""#));
        self.body.push_str(&format!(r#"<path{paint} fill="none" stroke-width="{}"{dash} d="{d}"/>"#, c(width)));
    }

    /// A faint area of a series' colour.
    pub(crate) fn area(&mut self, d: &str, tone: Tone, opacity: f64) {
        let paint = self.attributes(&tone.class(), "fill", tone.colours());
        self.body.push_str(&format!(r#"<path{paint} fill-opacity="{}" d="{d}"/>"#, c(opacity)));
    }

    /// A point of a series: each of the six has its own shape.
    pub(crate) fn marker(&mut self, x: f64, y: f64, size: f64, series: usize, hollow: bool, tip: &str) {
        let r = size;
        let d = match series % paint::SERIES {
            0 => format!("M{} {}a{r} {r} 0 1 0 {} 0a{r} {r} 0 1 0 {} 0z", c(x - r), c(y), c(2.0 * r), c(-2.0 * r)),
            1 => format!("M{} {}h{s}v{s}h-{s}z", c(x - r * 0.9), c(y - r * 0.9), s = c(r * 1.8)),
            2 => format!("M{} {}l{r} {r}l-{r} {r}l-{r} -{r}z", c(x), c(y - r * 1.25), r = c(r * 1.25)),
            3 => format!("M{} {}l{a} {b}h-{e}z", c(x), c(y - r * 1.2), a = c(r * 1.2), b = c(r * 2.1), e = c(r * 2.4)),
            4 => format!("M{} {}l{a} -{b}h-{e}z", c(x), c(y + r * 1.2), a = c(r * 1.2), b = c(r * 2.1), e = c(r * 2.4)),
            _ => {
                let (a, b) = (c(r * 0.75), c(r * 0.8));
                format!("M{} {}h{b}v{a}h{a}v{b}h-{a}v{a}h-{b}v-{a}h-{a}v-{b}h{a}z", c(x - r * 0.4), c(y - r * 1.15))
            }
        };
        let end = tip_end("path", tip);
        if hollow {
            let paint = self.attributes(&Pen::Series(series).class(), "stroke", Pen::Series(series).colours());
            self.body
                .push_str(&format!(r#"<path{paint} fill="none" pointer-events="all" stroke-width="1.5" d="{d}"{end}"#));
        } else {
            let tone = Tone::Series(series);
            let class = format!("{} dot", tone.class());
            let paint = self.attributes(&class, "fill", tone.colours());
            let edge = self.colour("stroke", paint::GROUND);
            self.body.push_str(&format!(r#"<path{paint}{edge} stroke-width="1.5" d="{d}"{end}"#));
        }
    }

    pub(crate) fn text(&mut self, x: f64, y: f64, text: &str, role: Role, anchor: Anchor) {
        self.write((x, y), text, role, anchor, Setting::Plain);
    }

    /// Text over lines, with an edge of the ground's colour.
    pub(crate) fn halo(&mut self, x: f64, y: f64, text: &str, role: Role, anchor: Anchor) {
        self.write((x, y), text, role, anchor, Setting::Halo);
    }

    /// Text that runs upwards from its position.
    pub(crate) fn upright(&mut self, x: f64, y: f64, text: &str, role: Role, anchor: Anchor) {
        self.write((x, y), text, role, anchor, Setting::Upright);
    }

    fn write(&mut self, (x, y): (f64, f64), text: &str, role: Role, anchor: Anchor, setting: Setting) {
        if text.is_empty() {
            return;
        }
        let halo = setting == Setting::Halo;
        let class = if halo { format!("{} halo", role.class()) } else { role.class().to_owned() };
        let paint = self.attributes(class.trim(), "fill", role.colours());
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if role == Role::Strong { r#" font-weight="600""# } else { "" };
        let (x, y, size, text) = (c(x), c(y), role.size(), escape(text));
        let more = match setting {
            // In a page the class has the edge.
            Setting::Halo if self.look.mode != Mode::Page => {
                let edge = self.colour("stroke", paint::GROUND);
                format!(r#"{edge} stroke-width="3" paint-order="stroke" stroke-linejoin="round""#)
            }
            Setting::Upright => format!(r#" transform="rotate(-90 {x} {y})""#),
            _ => String::new(),
        };
        let text = format!(r#"<text{paint} x="{x}" y="{y}" font-size="{size}"{weight}{anchor}{more}>{text}</text>"#);
        self.body.push_str(&text);
    }

    /// The key: swatches or markers with names, in as many lines as they need. Returns the y below it.
    pub(crate) fn key(&mut self, entries: &[(Sign, String)], y: f64) -> f64 {
        let (mut x, mut y) = (0.0, y);
        for (sign, name) in entries {
            let name = fit(name, 12.0, self.width - 24.0);
            let needed = 22.0 + Role::Label.width(&name);
            if x > 0.0 && x + needed > self.width {
                (x, y) = (0.0, y + 20.0);
            }
            match *sign {
                Sign::Area(tone) => self.rect(x, y + 2.0, 14.0, 12.0, tone, ""),
                Sign::Marker(series) => self.marker(x + 7.0, y + 8.0, 4.5, series, false, ""),
                Sign::Hollow(series) => self.marker(x + 7.0, y + 8.0, 4.5, series, true, ""),
            }
            self.text(x + 20.0, y + 12.0, &name, Role::Label, Anchor::Start);
            x += needed + 18.0;
        }
        if entries.is_empty() { y } else { y + 26.0 }
    }

    /// A line for every tick of a horizontal scale, and the figures that find room, with their base line at `y`.
    pub(crate) fn ticks(&mut self, scale: &Scale, y: f64, unit: &str, line: impl Fn(f64) -> String) {
        let mut free = 0.0;
        for &tick in scale.ticks() {
            let (at, text) = (scale.at(tick), with_unit(&plain(tick), unit));
            let half = Role::Axis.width(&text) / 2.0;
            let middle = at.max(half).min(self.width - half);
            self.path(&line(at), Pen::Grid, false);
            if middle - half >= free {
                self.text(middle, y, &text, Role::Axis, Anchor::Middle);
                free = middle + half + 6.0;
            }
        }
    }

    /// What stands in place of a drawing without numbers.
    pub(crate) fn empty(&mut self, words: &str) {
        self.height = 96.0;
        let (width, height) = (c(self.width - 1.0), c(self.height - 1.0));
        self.stroke(&format!("M0.5 0.5H{width}V{height}H0.5z"), Pen::Axis, 1.0, Some("4 4"));
        let words = fit(words, 12.0, self.width - 24.0);
        self.text(self.width / 2.0, 52.0, &words, Role::Label, Anchor::Middle);
    }

    /// A remark under the drawing, such as what was left out.
    pub(crate) fn note(&mut self, words: &str) {
        for line in super::text::wrap(words, 11.0, self.width, 6) {
            self.text(0.0, self.height + 14.0, &line, Role::Axis, Anchor::Start);
            self.height += 16.0;
        }
    }

    fn fill(&mut self, tone: Tone) -> String {
        if tone.pattern().is_none() {
            return self.attributes(&tone.class(), "fill", tone.colours());
        }
        self.patterned.insert(tone);
        format!(r#" fill="url(#{}-{tone})""#, self.look.id(), tone = pattern_name(tone))
    }

    fn attributes(&self, class: &str, name: &str, colours: paint::Pair) -> String {
        let class = if self.look.mode == Mode::Page && !class.is_empty() {
            format!(r#" class="{class}""#)
        } else {
            String::new()
        };
        format!("{class}{}", self.colour(name, colours))
    }

    fn colour(&self, name: &str, (light, dark): paint::Pair) -> String {
        let dark_wanted = self.look.mode == Mode::Download(super::Theme::Dark);
        format!(r#" {name}="{}""#, if dark_wanted { dark } else { light })
    }

    fn patterns(&self) -> String {
        let mut out = String::new();
        for &tone in &self.patterned {
            let Some(pattern) = tone.pattern() else { continue };
            let ground = self.attributes(&tone.class(), "fill", tone.colours());
            let (class, colours, opacity) = if tone.is_failure_mode() {
                ("fm-hatch", paint::ON_TONE, 0.32)
            } else if tone == Tone::Unknown {
                ("axis", paint::LINE_STRONG, 1.0)
            } else {
                ("hatch", paint::GROUND, 0.5)
            };
            let lines = self.attributes(class, "stroke", colours);
            out.push_str(&format!(
                r#"<pattern id="{id}-{name}" width="6" height="6" patternUnits="userSpaceOnUse"><rect{ground} width="6" height="6"/><path{lines} stroke-width="{width}" opacity="{opacity}" fill="none" d="{tile}"/></pattern>"#,
                id = self.look.id(),
                name = pattern_name(tone),
                width = pattern.stroke(),
                tile = pattern.tile(),
            ));
        }
        if out.is_empty() { out } else { format!("<defs>{out}</defs>") }
    }

    pub(crate) fn finish(self, title: &str, summary: &str) -> String {
        let id = self.look.id();
        let heading = escape(&fit(&clip(title), 15.0, self.width * 0.92));
        let (title, summary) = (escape(&clip(title)), escape(summary));
        let (names, defs) =
            (format!(r#"<title id="{id}-t">{title}</title><desc id="{id}-d">{summary}</desc>"#), self.patterns());
        let labels = format!(r#"role="img" aria-labelledby="{id}-t {id}-d""#);
        let font = r#"font-family="-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif""#;
        if self.look.mode == Mode::Page {
            let (w, h) = (c(self.width), c(self.height.max(1.0)));
            let shape = if self.narrow() { "narrow" } else { "wide" };
            return format!(
                r#"<svg class="chart {shape}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" {labels}>{names}{defs}{}</svg>"#,
                self.body
            );
        }
        let (w, h) = (c(self.width + 2.0 * BORDER), c(self.height + 2.0 * BORDER + HEADING));
        let ground = self.colour("fill", paint::GROUND);
        let ink = self.colour("fill", paint::INK);
        let (x, top) = (c(BORDER), c(BORDER + HEADING));
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}" {font} {labels}>{names}<rect{ground} width="{w}" height="{h}"/>{defs}<text{ink} x="{x}" y="28" font-size="15" font-weight="600">{heading}</text><g transform="translate({x} {top})">{}</g></svg>"#,
            self.body
        )
    }
}

/// How a text is set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    Plain,
    Halo,
    Upright,
}

/// A swatch of the key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sign {
    Area(Tone),
    Marker(usize),
    Hollow(usize),
}

fn pattern_name(tone: Tone) -> String {
    if tone == Tone::Unknown { "unknown".to_owned() } else { tone.class() }
}

fn tip_end(element: &str, tip: &str) -> String {
    if tip.is_empty() { "/>".to_owned() } else { format!("><title>{}</title></{element}>", escape(tip)) }
}

/// A coordinate as text.
pub(crate) fn c(value: f64) -> String {
    let text = format!("{:.2}", if value.is_finite() { value } else { 0.0 });
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
