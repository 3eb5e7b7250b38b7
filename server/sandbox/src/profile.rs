//! What a container may do: the one place that decides it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use bollard::models::{
    ContainerCreateBody, HealthConfig, HostConfig, HostConfigCgroupnsModeEnum, HostConfigLogConfig, ResourcesUlimits,
    RestartPolicy, RestartPolicyNameEnum,
};
use domain::Limits;

use crate::SessionSpec;

/// Where every evaluator image holds the supervisor.
pub const SUPERVISOR_PATH: &str = "/assay/supervisor";
/// Label of every container of Assay; its value is `assay`.
pub const LABEL_APP: &str = "app";
/// Label with the name of the worker that owns a container.
pub const LABEL_WORKER: &str = "worker";
/// Label that says what a container is for.
pub const LABEL_PURPOSE: &str = "purpose";
/// Label with the Unix time in seconds at which a container was made.
pub const LABEL_STARTED: &str = "started";
/// Value of [`LABEL_PURPOSE`] on containers that are made only to read files of an image and never started.
pub(crate) const PURPOSE_READ: &str = "read-tree";

/// The supervisor's user. Suites run as another one, which it gives them, and so cannot touch it.
const USER: &str = "0:0";
/// What is left of root: giving a suite its user and group, and ending it.
const CAPABILITIES: [&str; 3] = ["SETUID", "SETGID", "KILL"];
/// Processes and threads that are not the suite's: the supervisor's two, servers and what they fork.
const OWN_PROCESSES: i64 = 32;
/// Threads of gVisor itself.
const GVISOR_PROCESSES: i64 = 64;
/// Bytes of the area that no suite can enter.
const PRIVATE_BYTES: u64 = 1 << 20;
/// Files and folders that a writable area can hold.
const INODES: u32 = 100_000;
/// Shared memory that is counted in /dev/shm.
const SHM_BYTES: i64 = 16 << 20;
/// The kernel prefers a container with this score to any other process of the host when memory runs out.
const OOM_SCORE: i64 = 500;

/// A name for a container that no other has.
pub(crate) fn container_name(worker: &str) -> String {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    let worker: String = worker.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).take(40).collect();
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let count = COUNTER.fetch_add(1, Ordering::Relaxed);
    format!("assay-{worker}-{:x}-{:x}-{count:x}", std::process::id(), since_epoch.as_nanos())
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

fn labels(worker: &str, purpose: &str) -> HashMap<String, String> {
    [(LABEL_APP, "assay"), (LABEL_WORKER, worker), (LABEL_PURPOSE, purpose), (LABEL_STARTED, &now().to_string())]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
}

/// Whether this is the name of gVisor, which runs a kernel of its own in front of the host's.
pub(crate) fn is_gvisor(runtime: Option<&str>) -> bool {
    runtime.is_some_and(|name| name.starts_with("runsc"))
}

/// The host's limit of processes and threads. gVisor keeps a process of the host for each of the suite's, with threads of
/// its own, and dies as a whole when it cannot have one more.
fn process_limit(limits: &Limits, runtime: Option<&str>) -> i64 {
    let all = i64::from(limits.processes) + OWN_PROCESSES;
    if is_gvisor(runtime) { 2 * all + GVISOR_PROCESSES } else { all }
}

/// A container in which hostile code runs.
pub(crate) fn session(spec: &SessionSpec, runtime: Option<&str>) -> ContainerCreateBody {
    ContainerCreateBody {
        image: Some(spec.image.to_string()),
        entrypoint: Some(vec![SUPERVISOR_PATH.into()]),
        cmd: Some(Vec::new()),
        env: Some(Vec::new()),
        user: Some(USER.into()),
        working_dir: Some("/".into()),
        hostname: Some("assay".into()),
        // One attached stream; when the worker goes, standard input ends and the supervisor with it.
        attach_stdin: Some(true),
        attach_stdout: Some(true),
        attach_stderr: Some(true),
        open_stdin: Some(true),
        stdin_once: Some(true),
        tty: Some(false),
        // The network `none` below has a loopback interface alone. Without any network at all the engine writes no
        // /etc/hosts either, and suites that ask a server of their own on `localhost` would fail.
        network_disabled: Some(false),
        // A health check of the image would be a process that the supervisor knows nothing of.
        healthcheck: Some(HealthConfig { test: Some(vec!["NONE".into()]), ..HealthConfig::default() }),
        labels: Some(labels(&spec.worker, &spec.purpose)),
        host_config: Some(host_config(spec, runtime)),
        ..ContainerCreateBody::default()
    }
}

fn host_config(spec: &SessionSpec, runtime: Option<&str>) -> HostConfig {
    let limits = &spec.limits;
    let memory = signed(limits.memory_bytes);
    HostConfig {
        runtime: runtime.map(str::to_owned),
        network_mode: Some("none".into()),
        // Nobody answers there; the host's own servers are nobody's business.
        dns: Some(vec!["127.0.0.1".into()]),
        readonly_rootfs: Some(true),
        tmpfs: Some(writable_areas(limits)),
        shm_size: Some(SHM_BYTES),
        ipc_mode: Some("private".into()),
        cgroupns_mode: Some(HostConfigCgroupnsModeEnum::PRIVATE),
        privileged: Some(false),
        cap_drop: Some(vec!["ALL".into()]),
        cap_add: Some(CAPABILITIES.map(String::from).to_vec()),
        // Seccomp and AppArmor keep the engine's default profiles.
        security_opt: Some(vec!["no-new-privileges".into()]),
        memory: Some(memory),
        memory_swap: Some(memory),
        nano_cpus: Some(i64::from(limits.cpu_millis) * 1_000_000),
        cpuset_cpus: spec.cores.map(|cores| cores.to_string()),
        pids_limit: Some(process_limit(limits, runtime)),
        ulimits: Some(vec![
            ulimit("nofile", limits.open_files.into()),
            ulimit("fsize", signed(limits.file_bytes)),
            ulimit("core", 0),
        ]),
        oom_score_adj: Some(OOM_SCORE),
        // The supervisor is the first process and reaps orphans itself. Behind docker-init it could be killed, and
        // everything inside with it.
        init: Some(false),
        sysctls: Some(ipc_limits()),
        log_config: Some(HostConfigLogConfig { typ: Some("none".into()), config: None }),
        restart_policy: Some(RestartPolicy { name: Some(RestartPolicyNameEnum::NO), maximum_retry_count: None }),
        // Removal is ours: what is removed by the engine cannot be asked how it ended.
        auto_remove: Some(false),
        ..HostConfig::default()
    }
}

/// Compiled tests have to run in /work; nothing has to run in /tmp. Owner and mode are needed because a tmpfs over a
/// folder of the image takes over that folder's rights under runc.
fn writable_areas(limits: &Limits) -> HashMap<String, String> {
    let options = |exec: &str, bytes: u64| {
        format!("rw,{exec},nosuid,nodev,noatime,size={bytes},nr_inodes={INODES},uid=10001,gid=10001,mode=0700")
    };
    let private = format!("rw,noexec,nosuid,nodev,size={PRIVATE_BYTES},nr_inodes=1000,uid=0,gid=0,mode=0700");
    HashMap::from([
        ("/work".to_owned(), options("exec", limits.work_bytes)),
        ("/tmp".to_owned(), options("noexec", limits.work_bytes / 4)),
        ("/run/assay".to_owned(), private),
    ])
}

/// System V objects outlive processes and would carry messages from suite to suite: segments go with their last
/// user, and there are no queues and semaphores.
fn ipc_limits() -> HashMap<String, String> {
    [("kernel.shm_rmid_forced", "1"), ("kernel.msgmni", "0"), ("kernel.sem", "0 0 0 0")]
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .into()
}

fn ulimit(name: &str, value: i64) -> ResourcesUlimits {
    ResourcesUlimits { name: Some(name.into()), soft: Some(value), hard: Some(value) }
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A container that is never started: its files can be read like an archive's.
pub(crate) fn reading(image: &str) -> ContainerCreateBody {
    ContainerCreateBody {
        image: Some(image.to_owned()),
        entrypoint: Some(vec![SUPERVISOR_PATH.into()]),
        network_disabled: Some(true),
        labels: Some(labels("", PURPOSE_READ)),
        host_config: Some(HostConfig {
            network_mode: Some("none".into()),
            log_config: Some(HostConfigLogConfig { typ: Some("none".into()), config: None }),
            ..HostConfig::default()
        }),
        ..ContainerCreateBody::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(limits: Limits) -> SessionSpec {
        let image = format!("sha256:{}", "a".repeat(64)).parse().unwrap();
        SessionSpec { image, limits, purpose: String::new(), worker: String::new(), cores: None }
    }

    #[test]
    fn limits_arrive_where_the_engine_reads_them() {
        let limits = Limits {
            memory_bytes: 512 << 20,
            work_bytes: 64 << 20,
            cpu_millis: 1500,
            processes: 100,
            open_files: 77,
            file_bytes: 5000,
            ..Limits::default()
        };
        let host = host_config(&spec(limits), Some("runsc"));
        assert_eq!((host.memory, host.memory_swap), (Some(536_870_912), Some(536_870_912)));
        assert_eq!((host.nano_cpus, host.pids_limit), (Some(1_500_000_000), Some(328)));
        let ulimits: Vec<_> = host.ulimits.unwrap().into_iter().map(|u| (u.name.unwrap(), u.soft, u.hard)).collect();
        let expected = [("nofile", 77), ("fsize", 5000), ("core", 0)].map(|(n, v)| (n.to_owned(), Some(v), Some(v)));
        assert_eq!(ulimits, expected);
        let tmpfs = host.tmpfs.unwrap();
        assert!(tmpfs["/work"].contains("size=67108864,") && tmpfs["/work"].starts_with("rw,exec,nosuid,nodev,"));
        assert!(tmpfs["/tmp"].contains("size=16777216,") && tmpfs["/tmp"].starts_with("rw,noexec,nosuid,nodev,"));
        assert!(tmpfs["/run/assay"].starts_with("rw,noexec,nosuid,nodev,size=1048576,"));
        assert!(tmpfs["/run/assay"].ends_with(",uid=0,gid=0,mode=0700"));
        assert_eq!(host.runtime.as_deref(), Some("runsc"));
    }

    #[test]
    fn root_has_three_rights_and_gains_none() {
        let host = host_config(&spec(Limits::default()), None);
        assert_eq!(host.cap_drop.unwrap(), ["ALL"]);
        assert_eq!(host.cap_add.unwrap(), ["SETUID", "SETGID", "KILL"]);
        assert_eq!(host.security_opt.unwrap(), ["no-new-privileges"]);
        assert_eq!((host.privileged, host.readonly_rootfs), (Some(false), Some(true)));
        assert_eq!(host.pids_limit, Some(i64::from(Limits::default().processes) + 32));
    }

    #[test]
    fn names_are_unique_and_plain_whatever_the_worker_is_called() {
        let name = container_name("host/1 \u{e9}");
        assert!(name.starts_with("assay-host1-"), "{name}");
        assert_ne!(name, container_name("host/1 \u{e9}"));
    }
}
