//! The state of a task list and its form in the URL.

use domain::Language;

use super::query::{address, search_text};
use crate::ports::{DifficultyBand, TaskRequest, TaskSort};

/// Ranges of lines: their text in addresses, their bounds, their text for readers.
pub const LINE_BANDS: [(&str, (u32, u32), &str); 4] = [
    ("1-15", (1, 15), "up to 15"),
    ("16-30", (16, 30), "16 to 30"),
    ("31-60", (31, 60), "31 to 60"),
    ("61-", (61, u32::MAX), "61 and more"),
];

/// Bands of difficulty: likewise.
pub const BANDS: [(&str, DifficultyBand, &str); 5] = [
    ("nobody", DifficultyBand::Nobody, "solved by nobody"),
    ("hard", DifficultyBand::Hard, "hard (up to a quarter)"),
    ("medium", DifficultyBand::Medium, "medium"),
    ("easy", DifficultyBand::Easy, "easy (three quarters and more)"),
    ("everybody", DifficultyBand::Everybody, "solved by everybody"),
];

/// Orders: likewise.
pub const SORTS: [(&str, TaskSort, &str); 5] = [
    ("repository", TaskSort::Repository, "repository"),
    ("shortest", TaskSort::Shortest, "shortest first"),
    ("longest", TaskSort::Longest, "longest first"),
    ("hardest", TaskSort::Hardest, "hardest first"),
    ("easiest", TaskSort::Easiest, "easiest first"),
];

/// The band of a task in a word or two; a dash before the first entry.
pub fn band_name(entries: u64, solved: u64) -> &'static str {
    match (entries, solved) {
        (0, _) => "—",
        (_, 0) => "nobody",
        (all, solved) if solved == all => "everybody",
        (all, solved) if solved * 4 <= all => "hard",
        (all, solved) if solved * 4 >= all * 3 => "easy",
        _ => "medium",
    }
}

/// Reads the parameters of a URL. What cannot be understood keeps its default and is reported, one sentence each.
pub fn parse<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> (TaskRequest, Vec<String>) {
    let mut request = TaskRequest::default();
    let mut problems = Vec::new();
    for (key, value) in pairs {
        if value.is_empty() {
            continue;
        }
        match key {
            "language" => match value.parse() {
                Ok(language) => request.language = Some(language),
                Err(error) => problems.push(format!("In the address, `{key}`: {error}.")),
            },
            "domain" => match value.parse() {
                Ok(domain) => request.domain = Some(domain),
                Err(error) => problems.push(format!("In the address, `{key}`: {error}.")),
            },
            "lines" => match LINE_BANDS.iter().find(|(text, _, _)| *text == value) {
                Some((_, lines, _)) => request.lines = Some(*lines),
                None => problems.push(format!("In the address, `lines`: `{value}` is no choice of this page.")),
            },
            "difficulty" => match BANDS.iter().find(|(text, _, _)| *text == value) {
                Some((_, band, _)) => request.difficulty = Some(*band),
                None => problems.push(format!("In the address, `difficulty`: `{value}` is no choice of this page.")),
            },
            "sort" => match SORTS.iter().find(|(text, _, _)| *text == value) {
                Some((_, sort, _)) => request.sort = *sort,
                None => problems.push(format!("In the address, `sort`: `{value}` is no choice of this page.")),
            },
            "repository" => request.repository = Some(value.chars().take(64).collect()),
            "q" => request.search = search_text(value),
            // Pages are counted from 1 for readers.
            "page" => match value.parse::<u32>().ok().and_then(|page| page.checked_sub(1)) {
                Some(page) => request.page = page,
                None => problems.push(format!("In the address, `page`: `{value}` is not a number from 1 up.")),
            },
            _ => {}
        }
    }
    (request, problems)
}

/// The address of a task list below its path; defaults are left out.
pub fn task_list_address(path: &str, request: &TaskRequest) -> String {
    let mut pairs = Vec::new();
    if let Some(language) = request.language {
        pairs.push(("language", language.to_string()));
    }
    if let Some(repository) = &request.repository {
        pairs.push(("repository", repository.clone()));
    }
    if let Some(domain) = request.domain {
        pairs.push(("domain", domain.to_string()));
    }
    if let Some((text, _, _)) = LINE_BANDS.iter().find(|(_, lines, _)| Some(*lines) == request.lines) {
        pairs.push(("lines", (*text).to_owned()));
    }
    if let Some((text, _, _)) = BANDS.iter().find(|(_, band, _)| Some(*band) == request.difficulty) {
        pairs.push(("difficulty", (*text).to_owned()));
    }
    if !request.search.is_empty() {
        pairs.push(("q", request.search.clone()));
    }
    if let Some((text, _, _)) = SORTS.iter().find(|(_, sort, _)| *sort == request.sort && *sort != TaskSort::default())
    {
        pairs.push(("sort", (*text).to_owned()));
    }
    if request.page > 0 {
        pairs.push(("page", (u64::from(request.page) + 1).to_string()));
    }
    address(path, pairs.iter().map(|(key, value)| (*key, value.as_str())))
}

/// The same list in another language; a repository belongs to one language, so it is let go.
#[must_use]
pub fn with_language(request: &TaskRequest, language: Option<Language>) -> TaskRequest {
    TaskRequest { language, repository: None, page: 0, ..request.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_query(query: &str) -> (TaskRequest, Vec<String>) {
        parse(query.split('&').filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn every_state_survives_the_url() {
        for query in [
            "language=go",
            "language=ruby&repository=hashie&q=update&page=3",
            "page=2",
            "domain=testing&lines=16-30&difficulty=nobody&q=a&sort=hardest",
        ] {
            let (request, problems) = parse_query(query);
            assert!(problems.is_empty());
            assert_eq!(task_list_address("/t", &request), format!("/t?{query}"));
        }
        assert_eq!(task_list_address("/t", &parse_query("page=1&q=").0), "/t");
    }

    #[test]
    fn what_is_unknown_is_said() {
        for query in [
            "page=0",
            "page=-1",
            "page=x",
            "page=99999999999",
            "language=cobol",
            "domain=x",
            "lines=2-3",
            "difficulty=x",
            "sort=x",
        ] {
            let (request, problems) = parse_query(query);
            assert_eq!((request, problems.len()), (TaskRequest::default(), 1), "{query}");
        }
    }

    #[test]
    fn bands_have_quarters_outside() {
        let names =
            [(0, 0), (4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (1, 1)].map(|(all, solved)| band_name(all, solved));
        assert_eq!(names, ["—", "nobody", "hard", "medium", "easy", "everybody", "everybody"]);
    }

    #[test]
    fn another_language_starts_over() {
        let (request, _) = parse_query("language=ruby&repository=hashie&q=update&page=3");
        assert_eq!(task_list_address("/t", &with_language(&request, Some(Language::Go))), "/t?language=go&q=update");
    }
}
