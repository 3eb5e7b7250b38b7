//! The five languages, in the paper's order, and the six domains of repositories.

text_enum! {
    /// A programming language of the benchmark; declaration order is the paper's and the order of every table.
    Language, "language" {
        Rust = "rust",
        Julia = "julia",
        Go = "go",
        Ruby = "ruby",
        Php = "php",
    }
}

impl Language {
    /// The name as its community writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::Julia => "Julia",
            Self::Go => "Go",
            Self::Ruby => "Ruby",
            Self::Php => "PHP",
        }
    }
}

text_enum! {
    /// What a repository is for; the six domains of the paper (xrepotest.md §6).
    RepositoryDomain, "domain" {
        ScientificComputing = "scientific_computing",
        DataStructures = "data_structures",
        DeveloperTool = "developer_tool",
        WebFramework = "web_framework",
        Testing = "testing",
        Utilities = "utilities",
    }
}

impl RepositoryDomain {
    /// The name shown to readers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ScientificComputing => "Scientific computing",
            Self::DataStructures => "Data structures and algorithms",
            Self::DeveloperTool => "Developer tool",
            Self::WebFramework => "Web framework",
            Self::Testing => "Testing and mocking",
            Self::Utilities => "Utilities",
        }
    }
}
