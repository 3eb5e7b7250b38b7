//! `assay serve`: the site, the workers and the background tasks of one process.

use std::sync::Arc;

use anyhow::Context as _;
use sandbox::ContainerRuntime;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::backend::{Backend, EngineProbe, Notices};
use crate::config::Config;
use crate::connections::{self, Patience};
use crate::queue::DbQueue;
use crate::state::AppState;
use crate::workers::{Workers, installation};
use crate::{auth, commands, engine, failures, finisher, published, router, starter};

/// Runs until it is told to stop (Ctrl-C or SIGTERM).
pub async fn serve(config: Config) -> anyhow::Result<()> {
    // First the port: a second server on the same data must end here, before it touches anything.
    let listen = config.http.listen;
    let listener = TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    let store = commands::open(&config.data).await?;
    let _claim = (config.workers.count() > 0).then(|| config.data.claim("workers")).transpose()?;
    let added = published::load(&store).await.context("while loading the published figures")?;
    if added > 0 {
        tracing::info!(added, "{added} published entries are on the board");
    }
    let recomputed = finisher::recompute_all(&store).await.context("while applying changed formulas")?;
    if recomputed > 0 {
        tracing::info!(recomputed, "{recomputed} evaluations have figures by the present formulas");
    }
    failures::renew(&store).await?;
    starter::ensure_benchmark(&store).await?;
    let runtime: Arc<dyn ContainerRuntime> = engine::runtime(&config.engine);
    let notices = Notices::default();
    let backend = Backend::new(store.clone(), EngineProbe::new(Arc::clone(&runtime)), notices.clone());
    let state = AppState::new(store.clone(), backend, config.http.clone(), &config.data, &config.uploads)?;
    if !store.has_maintainer().await? {
        let link = auth::setup_link(&store, &config.http.public_url()).await?;
        println!("Make the first maintainer's account, once, at: {link}");
    }

    let mut background = JoinSet::new();
    background.spawn(auth::delete_expired(store.clone()));
    background.spawn(finisher::run(store.clone()));
    let importer = format!("{}-import", installation(&config.workers, &config.data));
    background.spawn(starter::keep_imported(
        store.clone(),
        Arc::clone(&runtime),
        config.engine.clone(),
        importer,
        notices,
    ));
    let queue = DbQueue::new(store.clone()).reusing(&config.engine.runtime);
    let workers = Workers::start(&store, &runtime, &config.workers, &config.data, &state.wake, queue).await?;

    let address = listener.local_addr().unwrap_or(listen);
    println!("Assay is at http://{address}");
    tracing::info!(%address, workers = config.workers.count(), "serving");
    connections::serve(listener, router::router(state), stop_signal(), Patience::default()).await;
    tracing::info!("stopping; running suites are finished or given back");
    workers.stop().await;
    Ok(())
}

async fn stop_signal() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    let terminate = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}
