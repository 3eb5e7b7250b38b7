//! A release as large as the published one, with code of our own, to try an import with.

use std::io::Write;

use domain::Language;
use serde_json::json;

use super::PUBLISHED_REPOSITORIES;

/// Functions of one source file.
const PER_FILE: u64 = 12;

/// Writes `{language}_functions.jsonl` with the paper's number of tasks in each repository. Lines count from 0 in Go and
/// from 1 elsewhere, as in the published files.
pub fn synthetic_release(language: Language, out: &mut impl Write) -> std::io::Result<()> {
    let base = u64::from(language != Language::Go);
    let mut id: u64 = 0;
    for repository in PUBLISHED_REPOSITORIES.iter().filter(|repository| repository.language == language) {
        let folder = &repository.folders[0];
        for first in (0..repository.tasks).step_by(PER_FILE as usize) {
            let functions: Vec<String> =
                (first..repository.tasks.min(first + PER_FILE)).map(|n| function(language, n)).collect();
            let mut text = head(language).to_owned();
            let mut starts = Vec::new();
            for function in &functions {
                starts.push(text.lines().count() as u64);
                text.push_str(function);
                text.push_str("\n\n");
            }
            for (function, start) in functions.iter().zip(starts) {
                let lines = function.lines().count() as u64;
                let record = json!({
                    "task_id": id,
                    "function_name": name_of(function),
                    "file_path": format!("{folder}/src/part{}.{}", first / PER_FILE, ending(language)),
                    "focal_code": function,
                    "file_content": text,
                    "language": language.as_str(),
                    "function_component": {
                        "name": name_of(function),
                        "signature": function.lines().next().unwrap_or_default(),
                        "start_line": start + base,
                        "end_line": start + lines - 1 + base,
                    },
                    "metadata": { "class_name": "", "class_signature": "" },
                });
                writeln!(out, "{record}")?;
                id += 1;
            }
        }
    }
    Ok(())
}

fn name_of(function: &str) -> &str {
    let from = function.find("compute_").map_or("", |at| &function[at..]);
    from.split_once('(').map_or(from, |(name, _)| name)
}

fn head(language: Language) -> &'static str {
    match language {
        Language::Go => "package part\n\n",
        Language::Php => "<?php\n\n",
        Language::Rust => "//! Größe.\n\n",
        Language::Julia | Language::Ruby => "# Größe.\n\n",
    }
}

const fn ending(language: Language) -> &'static str {
    match language {
        Language::Rust => "rs",
        Language::Julia => "jl",
        Language::Go => "go",
        Language::Ruby => "rb",
        Language::Php => "php",
    }
}

/// A function with a loop and two branches, different for each number.
fn function(language: Language, n: u64) -> String {
    let name = format!("compute_{n}");
    match language {
        Language::Rust => format!(
            "pub fn {name}(limit: u64) -> u64 {{\n    let mut sum = {n};\n    for step in 0..limit {{\n        if step % 2 == 0 {{\n            sum += step;\n        }} else {{\n            sum ^= step;\n        }}\n    }}\n    return sum;\n}}"
        ),
        Language::Julia => format!(
            "function {name}(limit)\n    sum = {n}\n    for step in 1:limit\n        if step % 2 == 0\n            sum += step\n        else\n            sum -= step\n        end\n    end\n    return sum\nend"
        ),
        Language::Go => format!(
            "func {name}(limit int) int {{\n\tsum := {n}\n\tfor step := 0; step < limit; step++ {{\n\t\tif step%2 == 0 {{\n\t\t\tsum += step\n\t\t}} else {{\n\t\t\tsum -= step\n\t\t}}\n\t}}\n\treturn sum\n}}"
        ),
        Language::Ruby => format!(
            "def {name}(limit)\n  sum = {n}\n  limit.times do |step|\n    if step.even?\n      sum += step\n    else\n      sum -= step\n    end\n  end\n  return sum\nend"
        ),
        Language::Php => format!(
            "function {name}(int $limit): int\n{{\n    $sum = {n};\n    for ($step = 0; $step < $limit; $step++) {{\n        if ($step % 2 === 0) {{\n            $sum += $step;\n        }} else {{\n            $sum -= $step;\n        }}\n    }}\n    return $sum;\n}}"
        ),
    }
}
