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
    /// Image with the Go repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_GO", value_name = "IMAGE", default_value = "assay-runner-go")]
    pub image_go: String,
    /// Image with the Ruby repositories, by tag or digest.
    #[arg(long, env = "ASSAY_IMAGE_RUBY", value_name = "IMAGE", default_value = "assay-runner-ruby")]
    pub image_ruby: String,
}

impl EngineConfig {
    /// The runner images of the starter benchmark, in the order of languages.
    pub fn images(&self) -> Vec<(Language, String)> {
        vec![(Language::Go, self.image_go.clone()), (Language::Ruby, self.image_ruby.clone())]
    }
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            docker_host: None,
            runtime: "runc".to_owned(),
            image_go: "assay-runner-go".to_owned(),
            image_ruby: "assay-runner-ruby".to_owned(),
        }
    }
}
