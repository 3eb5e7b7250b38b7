//! The container engine and the images that hold the repositories.

use domain::Language;

/// The container engine.
#[derive(Debug, Clone, clap::Args)]
pub struct EngineConfig {
    /// Address of the Docker engine: `unix://…` or `tcp://…`; Docker's usual socket when absent.
    #[arg(long, env = "DOCKER_HOST", value_name = "ADDRESS")]
    pub docker_host: Option<String>,
    /// Container runtime: `runc`, or `runsc` for gVisor.
    #[arg(long, env = "ASSAY_RUNTIME", value_name = "NAME", default_value = "runc")]
    pub runtime: String,
    /// Image with the Rust repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_RUST", value_name = "IMAGE", default_value = "assay-runner-rust")]
    pub image_rust: String,
    /// Image with the Julia repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_JULIA", value_name = "IMAGE", default_value = "assay-runner-julia")]
    pub image_julia: String,
    /// Image with the Go repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_GO", value_name = "IMAGE", default_value = "assay-runner-go")]
    pub image_go: String,
    /// Image with the Ruby repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_RUBY", value_name = "IMAGE", default_value = "assay-runner-ruby")]
    pub image_ruby: String,
    /// Image with the PHP repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_PHP", value_name = "IMAGE", default_value = "assay-runner-php")]
    pub image_php: String,
}

impl EngineConfig {
    /// The runner images of the starter benchmark, in the order of languages.
    pub fn images(&self) -> Vec<(Language, String)> {
        let image = |language| match language {
            Language::Rust => &self.image_rust,
            Language::Julia => &self.image_julia,
            Language::Go => &self.image_go,
            Language::Ruby => &self.image_ruby,
            Language::Php => &self.image_php,
        };
        Language::ALL.iter().map(|&language| (language, image(language).clone())).collect()
    }
}

impl Default for EngineConfig {
    fn default() -> Self {
        let image = |language| format!("assay-runner-{language}");
        Self {
            docker_host: None,
            runtime: "runc".to_owned(),
            image_rust: image(Language::Rust),
            image_julia: image(Language::Julia),
            image_go: image(Language::Go),
            image_ruby: image(Language::Ruby),
            image_php: image(Language::Php),
        }
    }
}
