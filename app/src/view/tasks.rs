//! The state of a task list and its form in the URL.

use domain::Language;

use super::query::{address, search_text};
use crate::ports::TaskRequest;

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
    if !request.search.is_empty() {
        pairs.push(("q", request.search.clone()));
    }
    if request.page > 0 {
        pairs.push(("page", (u64::from(request.page) + 1).to_string()));
    }
    address(path, pairs.iter().map(|(key, value)| (*key, value.as_str())))
}

/// The same list in another language; a repository belongs to one language, so it is let go.
#[must_use]
pub fn with_language(request: &TaskRequest, language: Option<Language>) -> TaskRequest {
    TaskRequest { language, repository: None, page: 0, search: request.search.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_query(query: &str) -> (TaskRequest, Vec<String>) {
        parse(query.split('&').filter_map(|pair| pair.split_once('=')))
    }

    #[test]
    fn every_state_survives_the_url() {
        for query in ["language=go", "language=ruby&repository=hashie&q=update&page=3", "page=2"] {
            let (request, problems) = parse_query(query);
            assert!(problems.is_empty());
            assert_eq!(task_list_address("/t", &request), format!("/t?{query}"));
        }
        assert_eq!(task_list_address("/t", &parse_query("page=1&q=").0), "/t");
    }

    #[test]
    fn what_is_unknown_is_said() {
        for query in ["page=0", "page=-1", "page=x", "page=99999999999", "language=cobol"] {
            let (request, problems) = parse_query(query);
            assert_eq!((request, problems.len()), (TaskRequest::default(), 1), "{query}");
        }
    }

    #[test]
    fn another_language_starts_over() {
        let (request, _) = parse_query("language=ruby&repository=hashie&q=update&page=3");
        assert_eq!(task_list_address("/t", &with_language(&request, Some(Language::Go))), "/t?language=go&q=update");
    }
}
