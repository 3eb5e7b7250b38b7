//! Checked texts: whatever holds one of these has already been validated.

use serde::{Deserialize, Serialize};

/// Why a text is not a valid name; says what and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{kind} {problem}")]
pub struct InvalidName {
    /// What was being read.
    pub kind: &'static str,
    /// What is wrong and how to put it right.
    pub problem: String,
}

fn invalid(kind: &'static str, problem: impl Into<String>) -> InvalidName {
    InvalidName { kind, problem: problem.into() }
}

macro_rules! checked_text {
    ($(#[$meta:meta])* $name:ident, $check:path) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The text itself.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = InvalidName;
            fn from_str(text: &str) -> Result<Self, InvalidName> {
                $check(text).map(Self)
            }
        }

        impl TryFrom<String> for $name {
            type Error = InvalidName;
            fn try_from(text: String) -> Result<Self, InvalidName> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> Self {
                name.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

checked_text! {
    /// A short name in URLs: lower-case letters, digits, `-` and `_`, 1 to 64 characters.
    Slug, check_slug
}
checked_text! {
    /// The public id of a task: stable, unique in a benchmark version, safe in URLs; 1 to 200 of `A-Za-z0-9._-`.
    TaskKey, check_task_key
}
checked_text! {
    /// The name of a model as shown on the board: 1 to 80 visible characters.
    ModelName, check_model_name
}
checked_text! {
    /// An e-mail address, trimmed and in lower case.
    Email, check_email
}
checked_text! {
    /// A SHA-256 in lower-case hexadecimal (64 characters).
    Sha256, check_sha256
}
checked_text! {
    /// The content address of a container image: `sha256:` and 64 hexadecimal digits.
    ImageDigest, check_digest
}

fn check_slug(text: &str) -> Result<String, InvalidName> {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if (1..=64).contains(&text.len()) && text.chars().all(allowed) {
        Ok(text.to_owned())
    } else {
        Err(invalid("name", "must be 1 to 64 lower-case letters, digits, `-` or `_`"))
    }
}

fn check_task_key(text: &str) -> Result<String, InvalidName> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if (1..=200).contains(&text.len()) && text.chars().all(allowed) {
        Ok(text.to_owned())
    } else {
        Err(invalid("task id", "must be 1 to 200 letters, digits, `.`, `-` or `_`"))
    }
}

/// Characters that are not seen or that change how the text around them is shown: Unicode's controls, formats
/// (`Cf`: bidi, zero-width, tags), line separators, and everything with the property `Default_Ignorable_Code_Point`
/// but the two variation selectors that choose between text and emoji, and the blank Braille pattern.
fn is_deceptive(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}'
            | '\u{8e2}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

fn check_model_name(text: &str) -> Result<String, InvalidName> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 {
        Err(invalid("model name", "is missing; give the name that the board shall show"))
    } else if length > 80 {
        Err(invalid("model name", format!("has {length} characters; at most 80 fit on the board")))
    } else if text.chars().any(is_deceptive) {
        Err(invalid("model name", "contains invisible or control characters; remove them"))
    } else {
        Ok(text.to_owned())
    }
}

fn check_email(text: &str) -> Result<String, InvalidName> {
    let text = text.trim().to_lowercase();
    let valid = text.len() <= 254
        && !text.chars().any(|c| c.is_whitespace() || is_deceptive(c))
        && text.split_once('@').is_some_and(|(user, host)| {
            !user.is_empty()
                && host.contains('.')
                && !host.contains('@')
                && !host.starts_with('.')
                && !host.ends_with('.')
        });
    if valid { Ok(text) } else { Err(invalid("e-mail address", "must look like name@example.org")) }
}

fn is_hex64(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

fn check_sha256(text: &str) -> Result<String, InvalidName> {
    if is_hex64(text) {
        Ok(text.to_owned())
    } else {
        Err(invalid("SHA-256", "must be 64 lower-case hexadecimal digits"))
    }
}

fn check_digest(text: &str) -> Result<String, InvalidName> {
    if text.strip_prefix("sha256:").is_some_and(is_hex64) {
        Ok(text.to_owned())
    } else {
        Err(invalid("image digest", "must be `sha256:` and 64 lower-case hexadecimal digits"))
    }
}

impl ImageDigest {
    /// The first twelve digits, for display beside the full value.
    pub fn short(&self) -> &str {
        &self.0[..self.0.len().min(19)]
    }
}

impl Sha256 {
    /// The first twelve digits, for display beside the full value.
    pub fn short(&self) -> &str {
        &self.0[..self.0.len().min(12)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_names_hide_nothing() {
        assert_eq!("  GPT-5.2 ".parse::<ModelName>().unwrap().as_str(), "GPT-5.2");
        for bad in ["", "   ", "a\u{202e}b", "a\nb", "a\u{200b}b", &"x".repeat(81)] {
            assert!(bad.parse::<ModelName>().is_err(), "{bad:?}");
        }
        // Soft hyphen, Arabic letter mark, line separator, Hangul filler, a tag character, blank Braille.
        for invisible in ['\u{ad}', '\u{61c}', '\u{2028}', '\u{3164}', '\u{e0061}', '\u{2800}'] {
            assert!(invisible.to_string().parse::<ModelName>().is_err(), "{invisible:?}");
            assert!(format!("GPT{invisible}-5").parse::<ModelName>().is_err(), "{invisible:?}");
        }
        for good in ["Qwen3-Coder 480B", "文心一言 4.5", "Mistral \u{2764}\u{fe0f}", "Größe é"] {
            assert_eq!(good.parse::<ModelName>().unwrap().as_str(), good);
        }
    }

    #[test]
    fn e_mail_addresses() {
        assert_eq!(" A@B.example ".parse::<Email>().unwrap().as_str(), "a@b.example");
        for bad in ["", "a", "a@b", "@b.example", "a@b@c.example", "a b@c.example", "a@.example"] {
            assert!(bad.parse::<Email>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn serde_checks_too() {
        assert!(serde_json::from_str::<Slug>("\"Not A Slug\"").is_err());
        assert_eq!(serde_json::to_string(&"go".parse::<Slug>().unwrap()).unwrap(), "\"go\"");
    }
}
