//! Reads a drawing back: elements, attributes, and the room that its texts take.
#![allow(dead_code)] // each test file uses a part

use charts::text_width;

/// One element that was opened, with its attributes and the text right after it.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: String,
    pub(crate) text: String,
}

impl Element {
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let rest = self.attributes.split_once(&format!(" {name}=\""))?.1;
        rest.split_once('"').map(|(value, _)| value)
    }

    pub(crate) fn number(&self, name: &str) -> f64 {
        self.get(name).and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name} of {self:?}"))
    }
}

/// The elements in order; panics where the text is not well-formed.
pub(crate) fn elements(svg: &str) -> Vec<Element> {
    let (mut out, mut open): (Vec<Element>, Vec<String>) = (Vec::new(), Vec::new());
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("no end of tag in {piece}"));
        assert!(!text.contains('>'), "a bare > in {text}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closes another element");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes of {tag}");
        let (name, attributes) = tag.split_at(tag.find(' ').unwrap_or(tag.len()));
        if !empty {
            open.push(name.to_owned());
        }
        out.push(Element { name: name.to_owned(), attributes: attributes.to_owned(), text: plain(text) });
    }
    assert!(open.is_empty(), "left open: {open:?}");
    out
}

fn plain(text: &str) -> String {
    for part in text.split('&').skip(1) {
        let entity = part.split(';').next().unwrap_or_default();
        assert!(["amp", "lt", "gt", "quot", "#39"].contains(&entity), "a bare & in {text}");
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

pub(crate) fn of(svg: &str, name: &str) -> Vec<Element> {
    elements(svg).into_iter().filter(|element| element.name == name).collect()
}

/// What a text says and the rectangle it takes: left, top, right, bottom.
pub(crate) fn texts(svg: &str) -> Vec<(String, [f64; 4])> {
    of(svg, "text").iter().map(|element| (element.text.clone(), area(element))).collect()
}

fn area(element: &Element) -> [f64; 4] {
    let (x, y, size) = (element.number("x"), element.number("y"), element.number("font-size"));
    let heavier = if element.get("font-weight").is_some() { 1.07 } else { 1.0 };
    let width = text_width(&element.text, size) * heavier;
    let before = match element.get("text-anchor") {
        Some("middle") => width / 2.0,
        Some("end") => width,
        _ => 0.0,
    };
    let (above, below) = (size * 0.75, size * 0.22);
    if element.get("transform").is_some() {
        // Turned to run upwards around its own position.
        return [x - above, y - width + before, x + below, y + before];
    }
    [x - before, y - above, x - before + width, y + below]
}

/// Where texts overlap or leave the drawing.
pub(crate) fn faults_of_texts(svg: &str, what: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let all = elements(svg);
    let (width, height) = (all[0].number("width"), all[0].number("height"));
    let texts = texts(svg);
    for (i, (text, a)) in texts.iter().enumerate() {
        if a[0] < -0.6 || a[2] > width + 0.6 || a[1] < -0.6 || a[3] > height + 0.6 {
            faults.push(format!("{what}: {text:?} is cut: {a:.0?} of {width} × {height}"));
        }
        for (other, b) in &texts[i + 1..] {
            let apart = a[2] <= b[0] + 0.3 || b[2] <= a[0] + 0.3 || a[3] <= b[1] + 0.3 || b[3] <= a[1] + 0.3;
            if !apart {
                faults.push(format!("{what}: {text:?} and {other:?} overlap: {a:.0?} {b:.0?}"));
            }
        }
    }
    faults
}
