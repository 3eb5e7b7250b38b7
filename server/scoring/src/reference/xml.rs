//! A small reader of XML: enough for clover reports, and as strict on broken text as the reference's parser is.

/// One element begins or ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    Start { name: String, attributes: Vec<(String, String)> },
    End { name: String },
}

/// The text is not well-formed XML.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Malformed;

type Result<T> = std::result::Result<T, Malformed>;

/// Starts and ends of all elements in order; text between them is checked and left out.
pub(super) fn events(text: &str) -> Result<Vec<Event>> {
    let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), open: Vec::new(), events: Vec::new() };
    if reader.rest.starts_with("<?xml") {
        reader.after("?>")?;
    }
    while !reader.rest.is_empty() {
        reader.next()?;
    }
    let is_whole = reader.open.is_empty() && !reader.events.is_empty();
    if is_whole { Ok(reader.events) } else { Err(Malformed) }
}

struct Reader<'a> {
    rest: &'a str,
    open: Vec<&'a str>,
    events: Vec<Event>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<()> {
        if !self.rest.starts_with('<') {
            return self.text();
        }
        if let Some(rest) = self.rest.strip_prefix("<!--") {
            self.rest = rest;
            let comment = self.after("--")?;
            self.rest = self.rest.strip_prefix('>').ok_or(Malformed)?;
            return all_allowed(comment);
        }
        if self.rest.starts_with("<![CDATA[") && !self.open.is_empty() {
            return self.after("]]>").and_then(all_allowed);
        }
        if self.rest.starts_with("<?") && !self.rest.starts_with("<?xml ") {
            return self.after("?>").and_then(all_allowed);
        }
        if self.rest.starts_with("<!DOCTYPE") && self.events.is_empty() {
            return self.doctype();
        }
        if let Some(rest) = self.rest.strip_prefix("</") {
            self.rest = rest;
            let name = self.name()?;
            self.blanks();
            self.rest = self.rest.strip_prefix('>').ok_or(Malformed)?;
            return self.close(name);
        }
        self.rest = &self.rest[1..];
        self.element()
    }

    /// All up to a sign, which is taken, too.
    fn after(&mut self, sign: &str) -> Result<&'a str> {
        let (before, rest) = self.rest.split_once(sign).ok_or(Malformed)?;
        self.rest = rest;
        Ok(before)
    }

    fn text(&mut self) -> Result<()> {
        let (text, rest) = self.rest.split_at(self.rest.find('<').unwrap_or(self.rest.len()));
        self.rest = rest;
        let is_outside = self.open.is_empty();
        if (is_outside && !text.trim().is_empty()) || text.contains("]]>") {
            return Err(Malformed);
        }
        unescaped(text).map(drop)
    }

    /// A document type is skipped, with the declarations in its brackets.
    fn doctype(&mut self) -> Result<()> {
        let end = self.rest.find('>').ok_or(Malformed)?;
        match self.rest.find('[').filter(|&bracket| bracket < end) {
            Some(_) => {
                self.after("]")?;
                self.blanks();
                self.rest = self.rest.strip_prefix('>').ok_or(Malformed)?;
            }
            None => self.rest = &self.rest[end + 1..],
        }
        Ok(())
    }

    fn element(&mut self) -> Result<()> {
        // Only one element may stand outside every other.
        if self.open.is_empty() && !self.events.is_empty() {
            return Err(Malformed);
        }
        let name = self.name()?;
        let mut attributes: Vec<(String, String)> = Vec::new();
        loop {
            let spaced = self.blanks();
            if let Some(rest) = self.rest.strip_prefix("/>") {
                self.rest = rest;
                self.events.push(Event::Start { name: name.to_owned(), attributes });
                self.open.push(name);
                return self.close(name);
            }
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                self.events.push(Event::Start { name: name.to_owned(), attributes });
                self.open.push(name);
                return Ok(());
            }
            let (key, value) = self.attribute()?;
            if !spaced || attributes.iter().any(|(known, _)| known == key) {
                return Err(Malformed);
            }
            attributes.push((key.to_owned(), value));
        }
    }

    fn attribute(&mut self) -> Result<(&'a str, String)> {
        let key = self.name()?;
        self.blanks();
        self.rest = self.rest.strip_prefix('=').ok_or(Malformed)?;
        self.blanks();
        let quote = if self.rest.starts_with('"') { "\"" } else { "'" };
        self.rest = self.rest.strip_prefix(quote).ok_or(Malformed)?;
        let value = self.after(quote)?;
        if value.contains('<') {
            return Err(Malformed);
        }
        Ok((key, unescaped(value)?))
    }

    fn close(&mut self, name: &str) -> Result<()> {
        if self.open.pop() != Some(name) {
            return Err(Malformed);
        }
        self.events.push(Event::End { name: name.to_owned() });
        Ok(())
    }

    fn name(&mut self) -> Result<&'a str> {
        let is_start = |c: char| c.is_alphabetic() || matches!(c, '_' | ':');
        let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.' | '\u{b7}');
        let (name, rest) = self.rest.split_at(self.rest.find(|c| !is_inner(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        if name.starts_with(is_start) { Ok(name) } else { Err(Malformed) }
    }

    /// Skips blanks; whether there were any.
    fn blanks(&mut self) -> bool {
        let rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
        let spaced = rest.len() < self.rest.len();
        self.rest = rest;
        spaced
    }
}

/// A text with its entities replaced; only the five that need no declaration and numbers are known.
fn unescaped(text: &str) -> Result<String> {
    all_allowed(text)?;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        let (entity, after) = after.split_once(';').ok_or(Malformed)?;
        out.push_str(before);
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => character(entity).ok_or(Malformed)?,
        });
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// `#65` or `#x41`.
fn character(entity: &str) -> Option<char> {
    let number = entity.strip_prefix('#')?;
    let code = match number.strip_prefix('x') {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).filter(|&c| is_allowed(c))
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
}

fn all_allowed(text: &str) -> Result<()> {
    if text.chars().all(is_allowed) { Ok(()) } else { Err(Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(name: &str, attributes: &[(&str, &str)]) -> Event {
        let attributes = attributes.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        Event::Start { name: name.to_owned(), attributes }
    }

    fn end(name: &str) -> Event {
        Event::End { name: name.to_owned() }
    }

    #[test]
    fn elements_and_attributes() {
        let text = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ELEMENT a ANY>]>\n<!-- x -->\
                    <a one = '1'><b two=\"&lt;&#65;&#x42;&amp;\"/>t &gt; u<![CDATA[<c>]]><?do it?></a>\n";
        assert_eq!(
            events(text),
            Ok(vec![start("a", &[("one", "1")]), start("b", &[("two", "<AB&")]), end("b"), end("a")])
        );
        assert_eq!(events("\u{feff}<a/>"), Ok(vec![start("a", &[]), end("a")]));
    }

    #[test]
    fn broken_text() {
        for text in [
            "",
            "text",
            "<a>",
            "</a>",
            "<a></b>",
            "<a><b></a></b>",
            "<a/><b/>",
            "<a/>text",
            "<a b></a>",
            "<a b=c/>",
            "<a b='1' b='2'/>",
            "<a b='1'c='2'/>",
            "<a b='<'/>",
            "<a>&nbsp;</a>",
            "<a>& b</a>",
            "<a>&#0;</a>",
            "<a>]]></a>",
            "<a>\u{1}</a>",
            "<a><!-- x -- y --></a>",
            "<a><!-- x</a>",
            "<1/>",
            "< a/>",
            " <?xml version='1.0'?><a/>",
            "<a/><!DOCTYPE a>",
            "<![CDATA[x]]>",
        ] {
            assert_eq!(events(text), Err(Malformed), "{text:?}");
        }
    }
}
