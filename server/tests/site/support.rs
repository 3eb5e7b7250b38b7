//! A site for one test, and a visitor with a cookie jar.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::Response;
use domain::{ExecutableLines, FocalFunction, ImageDigest, Language, Limits, RepositoryDomain, RepositorySpec};
use sandbox::fake::FakeRuntime;
use server::backend::{Backend, EngineProbe, Notices};
use server::config::{DataConfig, HttpConfig, UploadConfig};
use server::state::AppState;
use server::{published, router};
use store::{NewBenchmark, NewRepository, NewTask, NewVersion, Store};
use tower::ServiceExt as _;

/// A password that must never come back.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A site with the published board and a small starter benchmark.
pub(crate) struct Site {
    pub(crate) router: Router,
    pub(crate) store: Store,
    pub(crate) backend: Arc<Backend>,
    pub(crate) notices: Notices,
    pub(crate) data: tempfile::TempDir,
}

/// How a test's site differs from the usual one.
pub(crate) struct Options {
    pub(crate) http: HttpConfig,
    pub(crate) uploads: UploadConfig,
    pub(crate) runtime: FakeRuntime,
}

impl Default for Options {
    fn default() -> Self {
        Self { http: HttpConfig::default(), uploads: UploadConfig::default(), runtime: FakeRuntime::new() }
    }
}

impl Site {
    pub(crate) async fn new() -> Self {
        Self::with(Options::default()).await
    }

    pub(crate) async fn with(options: Options) -> Self {
        let data = tempfile::tempdir().unwrap();
        let config = DataConfig::in_folder(data.path());
        config.prepare().unwrap();
        let store = Store::connect(&config.database_url()).await.unwrap();
        published::load(&store).await.unwrap();
        starter(&store).await;
        let notices = Notices::default();
        let backend = Backend::new(store.clone(), EngineProbe::new(Arc::new(options.runtime)), notices.clone());
        let state = AppState::new(store.clone(), backend, options.http, &config, &options.uploads).unwrap();
        let backend = Arc::clone(&state.backend);
        Self { router: router::router(state), store, backend, notices, data }
    }

    /// A visitor without cookies.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor { router: self.router.clone(), cookie: None }
    }

    /// A visitor with a vendor's account.
    pub(crate) async fn vendor(&self, name: &str) -> Visitor {
        let mut visitor = self.visitor();
        let form = format!("name={name}&email={name}@example.org&password={PASSWORD}").replace(' ', "+");
        assert_eq!(visitor.post("/register", &form).await.status, StatusCode::SEE_OTHER);
        visitor
    }

    /// A visitor with the maintainer's account.
    pub(crate) async fn maintainer(&self) -> Visitor {
        let link = server::auth::setup_link(&self.store, "").await.unwrap();
        let mut visitor = self.visitor();
        let form = format!("name=Maintainer&email=m@example.org&password={PASSWORD}").replace(' ', "+");
        assert_eq!(visitor.post(&link, &form).await.status, StatusCode::SEE_OTHER);
        visitor
    }

    /// Number of stored submissions.
    pub(crate) async fn submissions(&self) -> usize {
        self.store.submissions(None).await.unwrap().len()
    }
}

/// Keys of the starter tasks of tests, in three Go and two Ruby functions.
pub(crate) const GO: [&str; 3] = ["go-demo-alpha", "go-demo-beta", "go-demo-gamma"];
pub(crate) const RUBY: [&str; 2] = ["ruby-demo-delta", "ruby-demo-epsilon"];

async fn starter(store: &Store) {
    let benchmark = store
        .ensure_benchmark(NewBenchmark {
            slug: "starter".parse().unwrap(),
            name: "Starter".to_owned(),
            description: "A few functions.".to_owned(),
            links: Vec::new(),
            citation: String::new(),
            has_tasks: true,
        })
        .await
        .unwrap();
    let repositories = [(Language::Go, GO.as_slice()), (Language::Ruby, RUBY.as_slice())]
        .into_iter()
        .map(|(language, keys)| NewRepository {
            spec: RepositorySpec {
                name: "demo".parse().unwrap(),
                language,
                version: "1.0".to_owned(),
                domain: RepositoryDomain::Utilities,
                root: "/repo/demo".to_owned(),
                source_roots: vec![".".to_owned()],
                exclude: Vec::new(),
                homepage: "https://demo.example".to_owned(),
                license: "MIT".to_owned(),
                settings: std::collections::BTreeMap::new(),
                limits: domain::RepositoryLimits::default(),
            },
            image: Some(ImageDigest::try_from(format!("sha256:{}", "ab".repeat(32))).unwrap()),
            files: vec![("demo.src".to_owned(), "line 1\nline 2\nline 3\n".to_owned())],
            tasks: keys.iter().map(|key| task(key)).collect(),
        })
        .collect();
    store
        .create_version(NewVersion {
            benchmark,
            label: "1".to_owned(),
            fingerprint: "test".to_owned(),
            limits: Limits::default(),
            declared: Vec::new(),
            declared_repositories: 0,
            repositories,
        })
        .await
        .unwrap();
}

fn task(key: &str) -> NewTask {
    let name = key.rsplit('-').next().unwrap().to_owned();
    NewTask {
        key: key.parse().unwrap(),
        focal: FocalFunction {
            name: name.clone(),
            qualified_name: name,
            path: "demo.src".to_owned(),
            start_line: 1,
            end_line: 3,
            source: "line 1\nline 2\nline 3".to_owned(),
            signature: "line 1".to_owned(),
            class_name: String::new(),
            package: "demo".to_owned(),
        },
        executable_lines: ExecutableLines(vec![2]),
        mutants: domain::TaskMutants::default(),
    }
}

/// An answer, read to its end.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) body: String,
    /// The body as it came.
    pub(crate) bytes: axum::body::Bytes,
}

impl Answer {
    pub(crate) async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 32 << 20).await.unwrap();
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Self { status: parts.status, headers: parts.headers, body, bytes }
    }

    pub(crate) fn header(&self, name: impl axum::http::header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Where a redirect leads.
    pub(crate) fn location(&self) -> &str {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.header(header::LOCATION)
    }

    /// The text of the page without tags, on one line.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let mut in_tag = false;
        let body = self.body.split_once("<body").map_or(self.body.as_str(), |(_, body)| body);
        for c in body.split("<script").next().unwrap_or_default().chars() {
            match c {
                '<' => in_tag = true,
                '>' => {
                    in_tag = false;
                    text.push(' ');
                }
                _ if !in_tag => text.push(c),
                _ => {}
            }
        }
        let text = text.replace("&#x27;", "'").replace("&quot;", "\"").replace("&amp;", "&");
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Somebody with a browser.
pub(crate) struct Visitor {
    router: Router,
    pub(crate) cookie: Option<String>,
}

impl Visitor {
    pub(crate) async fn send(&mut self, request: Request<Body>) -> Answer {
        let answer = Answer::read(self.router.clone().oneshot(request).await.unwrap()).await;
        for value in answer.headers.get_all(header::SET_COOKIE) {
            let value = value.to_str().unwrap();
            let pair = value.split(';').next().unwrap().to_owned();
            self.cookie = (!value.contains("Max-Age=0")).then_some(pair);
        }
        answer
    }

    /// A request as this site's own pages make it.
    pub(crate) fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "127.0.0.1:3000")
            .header("sec-fetch-site", "same-origin");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path).body(Body::empty()).unwrap();
        self.send(request).await
    }

    pub(crate) async fn post(&mut self, path: &str, form: &str) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(form.to_owned()))
            .unwrap();
        self.send(request).await
    }

    /// Uploads a file with the usual fields.
    pub(crate) async fn upload(&mut self, file: impl Into<Vec<u8>>) -> Answer {
        self.upload_with(&[("model", "Model X"), ("mode", "standard"), ("benchmark", "starter")], file).await
    }

    pub(crate) async fn upload_with(&mut self, fields: &[(&str, &str)], file: impl Into<Vec<u8>>) -> Answer {
        let mut body = Vec::new();
        for (name, value) in fields {
            let part = format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        body.extend_from_slice(
            b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"responses.jsonl\"\r\n\
              Content-Type: application/octet-stream\r\n\r\n",
        );
        body.extend_from_slice(&file.into());
        body.extend_from_slice(b"\r\n--b--\r\n");
        let request = self
            .request(Method::POST, "/submissions")
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
            .body(Body::from(body))
            .unwrap();
        self.send(request).await
    }
}
