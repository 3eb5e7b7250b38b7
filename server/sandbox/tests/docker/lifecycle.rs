//! Containers begin, end and are removed, whatever happens.

use std::time::{Duration, Instant};

use bollard::query_parameters::{KillContainerOptions, RemoveContainerOptions};
use domain::ImageDigest;
use sandbox::{ContainerRuntime, DockerConfig, DockerRuntime, SandboxError, SessionSpec, Share};
use tokio::time::{sleep, timeout};

use crate::support::{BASE, Worker, build, engine, image, request, run, small, step};

#[tokio::test]
async fn a_dropped_session_takes_its_container_with_it() {
    let worker = Worker::new("drop");
    let session = worker.session().await;
    assert_eq!(worker.containers().await.len(), 1);
    drop(session);
    worker.gone().await;
}

#[tokio::test]
async fn an_interrupted_start_leaves_nothing() {
    let worker = Worker::new("interrupted");
    let spec = worker.spec(image().await, small());
    for milliseconds in [5, 30, 100, 300] {
        let _ = timeout(Duration::from_millis(milliseconds), worker.runtime.start(&spec)).await;
    }
    sleep(Duration::from_secs(2)).await;
    worker.gone().await;
}

#[tokio::test]
async fn a_container_that_is_killed_from_outside_is_a_fault_of_ours() {
    let worker = Worker::new("killed");
    let mut session = worker.session().await;
    let id = worker.containers().await.remove(0);
    let killing = async {
        sleep(Duration::from_secs(1)).await;
        let options = KillContainerOptions { signal: "KILL".into() };
        engine().await.kill_container(&id, Some(options)).await.unwrap();
    };
    let long = request(&[], vec![step("long", "sleep 20")]);
    let (result, ()) = tokio::join!(session.run(&long), killing);
    let error = result.unwrap_err();
    assert!(matches!(&error, SandboxError::SessionCut { .. }), "{error}");
    assert!(error.to_string().contains("137"), "{error}");
    worker.gone().await;
    session.close().await.unwrap();
}

#[tokio::test]
async fn a_container_that_somebody_removes_is_a_fault_of_ours() {
    let worker = Worker::new("removed");
    let mut session = worker.session().await;
    let id = worker.containers().await.remove(0);
    let removing = async {
        sleep(Duration::from_secs(1)).await;
        let options = RemoveContainerOptions { force: true, ..RemoveContainerOptions::default() };
        engine().await.remove_container(&id, Some(options)).await.unwrap();
    };
    let long = request(&[], vec![step("long", "sleep 20")]);
    let (result, ()) = tokio::join!(session.run(&long), removing);
    let error = result.unwrap_err();
    assert!(matches!(&error, SandboxError::Engine { .. } | SandboxError::SessionCut { .. }), "{error}");
    worker.gone().await;
}

#[tokio::test]
async fn an_abandoned_run_makes_the_session_unusable_and_not_wrong() {
    let worker = Worker::new("abandoned");
    let mut session = worker.session().await;
    let long = request(&[], vec![step("long", "sleep 5; echo late")]);
    assert!(timeout(Duration::from_millis(500), session.run(&long)).await.is_err());
    let error = session.run(&request(&[], vec![step("next", "echo next")])).await.unwrap_err();
    assert!(matches!(&error, SandboxError::SessionDied { .. }) && error.to_string().contains("abandoned"), "{error}");
    session.close().await.unwrap();
    assert!(worker.containers().await.is_empty());
}

#[tokio::test]
async fn a_worker_that_vanishes_leaves_a_container_that_ends_and_is_found() {
    let worker = Worker::new("vanished");
    let other = Worker::new("bystander");
    let mut bystander = other.session().await;
    let spec = worker.spec(image().await, small());
    // A runtime that is torn down in the middle of a run does not get to remove anything.
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let mut session = runtime.block_on(DockerRuntime::new(DockerConfig::default()).start(&spec)).unwrap();
        runtime.spawn(async move { session.run(&request(&[], vec![step("long", "sleep 25")])).await });
        std::thread::sleep(Duration::from_secs(1));
        runtime.shutdown_background();
    })
    .join()
    .unwrap();
    let id = worker.containers().await.remove(0);
    let mut running = true;
    for _ in 0..100 {
        let state = engine().await.inspect_container(&id, None).await.unwrap().state.unwrap();
        running = state.running.unwrap();
        if !running {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert!(!running, "the suite still runs, and nobody waits for it");
    assert_eq!(worker.runtime.remove_orphans(&worker.name).await.unwrap(), 1);
    assert_eq!(worker.runtime.remove_orphans(&worker.name).await.unwrap(), 0);
    assert!(worker.containers().await.is_empty());
    assert_eq!(run(&mut bystander, "echo fine").await.log, "fine\n");
    bystander.close().await.unwrap();
}

#[tokio::test]
async fn workers_get_processors_of_their_own() {
    let worker = Worker::new("cores");
    let cores = worker.runtime.ping().await.unwrap().cores;
    let spec = worker.spec(image().await, small());
    let confined = async |cores| {
        let mut session = worker.runtime.start(&SessionSpec { cores, ..spec.clone() }).await.unwrap();
        let id = worker.containers().await.remove(0);
        let host = engine().await.inspect_container(&id, None).await.unwrap().host_config.unwrap();
        let seen = run(&mut session, "nproc").await.log.trim().parse::<u32>().unwrap();
        session.close().await.unwrap();
        (host.cpuset_cpus.unwrap_or_default(), host.nano_cpus, seen)
    };
    let limit = Some(i64::from(small().cpu_millis) * 1_000_000);
    assert_eq!(confined(None).await, (String::new(), limit, cores));
    // On a host with one processor there is nothing to divide.
    let workers = cores as usize;
    for number in 0..workers {
        let share = Share { worker: number, workers }.of(cores);
        let (set, limit_kept, seen) = confined(share).await;
        assert_eq!((set, limit_kept), (share.map(|share| share.to_string()).unwrap_or_default(), limit));
        assert_eq!(seen, 1, "worker {number} of {workers}");
    }
}

#[tokio::test]
async fn an_image_that_is_not_there_is_named() {
    let worker = Worker::new("missing");
    let digest: ImageDigest = format!("sha256:{}", "0".repeat(64)).parse().unwrap();
    let error = worker.runtime.start(&worker.spec(digest.clone(), small())).await.err().unwrap();
    assert!(matches!(&error, SandboxError::ImageMissing(name) if *name == digest.to_string()), "{error}");
    let error = worker.runtime.resolve("assay-test-nothing:none").await.unwrap_err();
    assert!(matches!(&error, SandboxError::ImageMissing(name) if name == "assay-test-nothing:none"), "{error}");
    let error = worker.runtime.read_tree(&digest, "/repo", 10).await.unwrap_err();
    assert!(matches!(&error, SandboxError::ImageMissing(_)), "{error}");
    assert!(worker.containers().await.is_empty());
}

#[tokio::test]
async fn images_that_are_not_made_for_this_say_what_is_wrong() {
    let worker = Worker::new("wrong");
    let liar = "#!/bin/sh\nprintf '\\377\\377\\377\\377'\nsleep 60\n";
    let dead = "#!/bin/sh\necho cannot work here >&2\nexit 3\n";
    let hello = r#"{"kind":"hello","protocol":0,"version":"0"}"#;
    let old = format!("#!/bin/sh\nprintf '\\0\\0\\0\\{:03o}{hello}'\nsleep 60\n", hello.len());
    for (name, script, expected) in [
        ("liar", liar, "longer than the limit"),
        ("dead", dead, "cannot work here"),
        ("old", old.as_str(), "protocol 0"),
    ] {
        let dockerfile = format!("FROM {BASE}\nCOPY supervisor /assay/supervisor\n");
        let tag = format!("assay-test-{name}");
        let image = build(&tag, &dockerfile, &[("supervisor", script.as_bytes(), 0o755)]).await;
        let error = worker.runtime.start(&worker.spec(image, small())).await.err().unwrap();
        assert!(matches!(&error, SandboxError::Engine { .. }), "{name}: {error}");
        assert!(error.to_string().contains(expected), "{name}: {error}");
    }
    let without = worker.runtime.resolve(BASE).await.unwrap();
    let error = worker.runtime.start(&worker.spec(without, small())).await.err().unwrap();
    assert!(error.to_string().contains("/assay/supervisor"), "{error}");
    let image = build("assay-test-volume", &format!("FROM {BASE}\nVOLUME /data\n"), &[]).await;
    let error = worker.runtime.start(&worker.spec(image, small())).await.err().unwrap();
    assert!(error.to_string().contains("/data"), "{error}");
    worker.gone().await;
}

#[tokio::test]
async fn an_engine_that_is_not_there_is_reported_quickly() {
    // Takes connections and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent_address = format!("tcp://{}", silent.local_addr().unwrap());
    for host in ["unix:///nowhere/docker.sock", "tcp://127.0.0.1:1", "gopher://engine", &silent_address] {
        let began = Instant::now();
        let runtime = DockerRuntime::new(DockerConfig { host: Some(host.to_owned()), runtime: None });
        let error = runtime.ping().await.unwrap_err();
        assert!(matches!(&error, SandboxError::Unreachable { address, .. } if address == host), "{host}: {error}");
        assert!(began.elapsed() < Duration::from_secs(15), "{host}");
    }
}

#[tokio::test]
async fn the_engine_tells_its_version_and_whether_it_has_the_runtime() {
    let info = Worker::new("ping").runtime.ping().await.unwrap();
    assert!(info.version.contains('.') && !info.runtime.is_empty(), "{info:?}");
    let config = DockerConfig { runtime: Some("no-such-runtime".into()), ..DockerConfig::default() };
    let error = DockerRuntime::new(config).ping().await.unwrap_err();
    assert!(matches!(error, SandboxError::Engine { .. }) && error.to_string().contains(&info.runtime), "{error}");
}
