//! Upstream's own tests lie in every runner image for `assay benchmark upstream`, and no suite can read them.
//!
//! Needs a container engine and the images of `./dev images`; ASSAY_RUNTIME names the runtime (runc without it).

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::{Language, Limits};
use sandbox::protocol::{RunRequest, Step};
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SessionSpec};

/// Prints what of upstream's tests the suites' user can list or read: the folder itself, and files that are named like
/// tests where the sources of repositories are. (`Test.php` is a trait of Carbon's.)
const SEARCH: &str = r#"
id -u
for file in /assay/upstream/* /assay/upstream/*/*; do [ ! -e "$file" ] || echo "listed $file"; done
[ ! -r /assay/upstream ] && [ ! -x /assay/upstream ] || echo "open /assay/upstream"
find /repo \( -name '*_test.go' -o -name '*_spec.rb' -o -name '?*Test.php' -o -name runtests.jl -o -name tests.rs \
  -o -path '*/tests/*.rs' \) -readable
[ ! -d /usr/share/julia ] || find /usr/share/julia -name runtests.jl
[ ! -d /usr/share/gocode ] || echo "sources below /usr/share/gocode"
[ ! -d /usr/share/cargo ] || echo "sources below /usr/share/cargo"
"#;

/// A step as a suite's: same user, same container.
fn step() -> Step {
    Step {
        name: "search".to_owned(),
        argv: vec!["/bin/sh".to_owned(), "-c".to_owned(), SEARCH.to_owned()],
        env: BTreeMap::from([("PATH".to_owned(), "/usr/bin:/bin".to_owned())]),
        cwd: "{dir}".to_owned(),
        stdin: String::new(),
        wall_ms: 60_000,
        cpu_seconds: 60,
        output_bytes: 1 << 20,
        log_bytes: 1 << 16,
        report_bytes: 1 << 10,
        required: true,
        reset: false,
        server: None,
    }
}

async fn hidden(language: Language) {
    let runtime = std::env::var("ASSAY_RUNTIME").unwrap_or_else(|_| "runc".to_owned());
    let runtime: Arc<dyn ContainerRuntime> =
        Arc::new(DockerRuntime::new(DockerConfig { host: None, runtime: Some(runtime) }));
    let image = runtime.resolve(&format!("assay-runner-{language}:latest")).await.unwrap();
    // Otherwise that nothing is seen would mean nothing. A mirror may lack the sources that PHP's and Ruby's tests are
    // taken from; the others come from packages that the images need anyway.
    let kept = runtime.read_tree(&image, "/assay/upstream", 1 << 30).await;
    if !matches!(language, Language::Ruby | Language::Php) {
        assert!(kept.unwrap().len() >= 10, "{language}");
    }
    let spec = SessionSpec {
        image,
        limits: Limits::default(),
        purpose: "test/upstream".to_owned(),
        worker: format!("upstream-hidden-{language}-{}", std::process::id()),
        cores: None,
    };
    let mut session = runtime.start(&spec).await.unwrap();
    let request = RunRequest { id: "search".to_owned(), steps: vec![step()], ..RunRequest::default() };
    let steps = session.run(&request).await.unwrap();
    session.close().await.unwrap();
    let lines: Vec<&str> = steps[0].log.lines().collect();
    let (user, seen) = lines.split_first().unwrap_or_else(|| panic!("{language}: {:?}", steps[0]));
    assert_ne!(*user, "0", "{language}");
    assert_eq!(*seen, [] as [&str; 0], "{language}");
}

#[tokio::test]
async fn upstream_tests_are_hidden_rust() {
    hidden(Language::Rust).await;
}

#[tokio::test]
async fn upstream_tests_are_hidden_julia() {
    hidden(Language::Julia).await;
}

#[tokio::test]
async fn upstream_tests_are_hidden_go() {
    hidden(Language::Go).await;
}

#[tokio::test]
async fn upstream_tests_are_hidden_ruby() {
    hidden(Language::Ruby).await;
}

#[tokio::test]
async fn upstream_tests_are_hidden_php() {
    hidden(Language::Php).await;
}
