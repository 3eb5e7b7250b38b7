//! An embedding model as a command of the operator's, so that no model and no machine-learning library is part of Assay.

use std::io::Write as _;
use std::process::{Command, Stdio};

use catalog::{EmbedError, Embedder};

/// Runs a command for each batch of texts: one JSON string per line goes in, one JSON list of numbers per line comes out.
pub struct CommandEmbedder {
    command: String,
}

impl CommandEmbedder {
    /// `command` is given to `sh -c`; it belongs to the operator, who calls us.
    pub fn new(command: String) -> Self {
        Self { command }
    }
}

impl Embedder for CommandEmbedder {
    fn name(&self) -> String {
        format!("embeddings of `{}`", self.command)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let failed =
            |what: &str, error: &dyn std::fmt::Display| EmbedError(format!("{what} `{}`: {error}", self.command));
        let mut input = String::new();
        for text in texts {
            let line = serde_json::to_string(text).map_err(|error| failed("a text for", &error))?;
            input.push_str(&line);
            input.push('\n');
        }
        let mut child = Command::new("sh")
            .args(["-c", &self.command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed("starting", &error))?;
        let mut pipe = child.stdin.take();
        // A thread writes, because the command may answer before it has read everything.
        let writer = std::thread::spawn(move || pipe.as_mut().map_or(Ok(()), |pipe| pipe.write_all(input.as_bytes())));
        let output = child.wait_with_output().map_err(|error| failed("waiting for", &error))?;
        if !output.status.success() {
            return Err(failed("running", &output.status));
        }
        match writer.join() {
            Ok(written) => written.map_err(|error| failed("writing to", &error))?,
            Err(_) => return Err(failed("writing to", &"a panic")),
        }
        let text = String::from_utf8(output.stdout).map_err(|error| failed("the answer of", &error))?;
        text.lines()
            .filter(|line| !line.trim().is_empty())
            .map(|line| serde_json::from_str(line).map_err(|error| failed("a vector of", &error)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_embeds_line_by_line() {
        let embedder = CommandEmbedder::new("awk '{ print \"[\" length($0) \", 1]\" }'".to_owned());
        // The lengths of "a" and "a\nb" as JSON strings: 3 and 6.
        assert_eq!(embedder.embed(&["a", "a\nb"]).unwrap(), [[3.0, 1.0], [6.0, 1.0]]);
    }

    #[test]
    fn a_command_that_fails_is_a_fault_with_its_name() {
        for command in ["exit 3", "echo nonsense"] {
            let error = CommandEmbedder::new(command.to_owned()).embed(&["a"]).unwrap_err();
            assert!(error.to_string().contains(command), "{error}");
        }
    }
}
