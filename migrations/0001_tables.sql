-- The tables of Assay, in the part of SQL that SQLite and PostgreSQL share: ids, enums and JSON are TEXT,
-- numbers, times (milliseconds since 1970, UTC) and flags (0 or 1) are BIGINT.

CREATE TABLE users (
    id            TEXT   NOT NULL PRIMARY KEY,
    email         TEXT   NOT NULL UNIQUE, -- in lower case
    name          TEXT   NOT NULL,
    password_hash TEXT   NOT NULL,
    role          TEXT   NOT NULL,
    created_at    BIGINT NOT NULL
);

CREATE TABLE setup_tokens (
    hash       TEXT   NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL
);

CREATE TABLE sessions (
    id_hash    TEXT   NOT NULL PRIMARY KEY,
    data       TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE audit_events (
    id          TEXT   NOT NULL PRIMARY KEY,
    at          BIGINT NOT NULL,
    actor       TEXT, -- users.id; no foreign key, so that the log outlives the account
    action      TEXT   NOT NULL,
    subject     TEXT   NOT NULL,
    before_text TEXT   NOT NULL,
    after_text  TEXT   NOT NULL,
    reason      TEXT   NOT NULL
);
CREATE INDEX audit_events_by_time ON audit_events (at);

CREATE TABLE benchmarks (
    id          TEXT   NOT NULL PRIMARY KEY,
    slug        TEXT   NOT NULL UNIQUE,
    name        TEXT   NOT NULL,
    description TEXT   NOT NULL,
    links       TEXT   NOT NULL, -- JSON: [[text, address], …]
    citation    TEXT   NOT NULL,
    has_tasks   BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL
);

CREATE TABLE benchmark_versions (
    id                    TEXT   NOT NULL PRIMARY KEY,
    benchmark_id          TEXT   NOT NULL REFERENCES benchmarks (id),
    sequence              BIGINT NOT NULL, -- 1, 2, …; the highest is the newest
    label                 TEXT   NOT NULL,
    fingerprint           TEXT   NOT NULL,
    limits                TEXT   NOT NULL, -- JSON
    declared              TEXT   NOT NULL, -- JSON: [[language, tasks], …]
    declared_repositories BIGINT NOT NULL,
    created_at            BIGINT NOT NULL,
    UNIQUE (benchmark_id, fingerprint),
    UNIQUE (benchmark_id, sequence)
);

CREATE TABLE repositories (
    id         TEXT   NOT NULL PRIMARY KEY,
    version_id TEXT   NOT NULL REFERENCES benchmark_versions (id),
    language   TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    image      TEXT   NOT NULL, -- content address
    spec       TEXT   NOT NULL, -- JSON
    position   BIGINT NOT NULL, -- by language, then name
    UNIQUE (version_id, language, name)
);

CREATE TABLE source_files (
    repository_id TEXT NOT NULL REFERENCES repositories (id),
    path          TEXT NOT NULL,
    text          TEXT NOT NULL,
    PRIMARY KEY (repository_id, path)
);

CREATE TABLE tasks (
    id               TEXT   NOT NULL PRIMARY KEY,
    version_id       TEXT   NOT NULL REFERENCES benchmark_versions (id),
    repository_id    TEXT   NOT NULL REFERENCES repositories (id),
    key              TEXT   NOT NULL,
    language         TEXT   NOT NULL,
    focal            TEXT   NOT NULL, -- JSON
    executable_lines TEXT   NOT NULL, -- JSON
    executable       BIGINT NOT NULL, -- number of them
    search_text      TEXT   NOT NULL, -- key, qualified name and path in lower case
    position         BIGINT NOT NULL, -- by repository, path and line
    UNIQUE (version_id, key),
    UNIQUE (version_id, position)
);
CREATE INDEX tasks_by_key ON tasks (key);
CREATE INDEX tasks_by_repository ON tasks (repository_id);

CREATE TABLE models (
    id           TEXT   NOT NULL PRIMARY KEY,
    name         TEXT   NOT NULL UNIQUE,
    provider     TEXT   NOT NULL,
    link         TEXT   NOT NULL,
    open_weights BIGINT NOT NULL
);

CREATE TABLE submissions (
    id         TEXT   NOT NULL PRIMARY KEY,
    version_id TEXT   NOT NULL REFERENCES benchmark_versions (id),
    model_id   TEXT   NOT NULL REFERENCES models (id),
    mode       TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    file_name  TEXT   NOT NULL,
    sha256     TEXT   NOT NULL,
    report     TEXT   NOT NULL, -- JSON
    slots      BIGINT NOT NULL, -- number of suites
    created_at BIGINT NOT NULL
);
CREATE INDEX submissions_by_user ON submissions (user_id, created_at);

CREATE TABLE suites (
    id            TEXT   NOT NULL PRIMARY KEY,
    submission_id TEXT   NOT NULL REFERENCES submissions (id),
    task_id       TEXT   NOT NULL REFERENCES tasks (id),
    attempt       BIGINT NOT NULL,
    code          TEXT   NOT NULL,
    sha256        TEXT   NOT NULL,
    extraction    TEXT   NOT NULL,
    UNIQUE (submission_id, task_id, attempt)
);

CREATE TABLE evaluations (
    id                TEXT   NOT NULL PRIMARY KEY,
    submission_id     TEXT   NOT NULL REFERENCES submissions (id),
    sequence          BIGINT NOT NULL, -- 1, 2, … within the submission; the highest is the newest
    evaluator_version TEXT   NOT NULL,
    limits            TEXT   NOT NULL, -- JSON
    queued_at         BIGINT NOT NULL,
    started_at        BIGINT,
    finished_at       BIGINT,
    verdict           TEXT, -- scored or blocked, together with finished_at
    UNIQUE (submission_id, sequence)
);
CREATE INDEX evaluations_unfinished ON evaluations (queued_at, id) WHERE finished_at IS NULL;

CREATE TABLE jobs (
    id            TEXT   NOT NULL PRIMARY KEY,
    evaluation_id TEXT   NOT NULL REFERENCES evaluations (id),
    task_id       TEXT   NOT NULL REFERENCES tasks (id),
    position      BIGINT NOT NULL, -- of the task, so that one repository's jobs follow each other
    state         TEXT   NOT NULL, -- queued, running, done, dead
    attempts      BIGINT NOT NULL, -- claims that count
    faults        BIGINT NOT NULL, -- failed attempts and lost leases
    run_after     BIGINT NOT NULL,
    lease_token   TEXT, -- with lease_worker and lease_until, while running
    lease_worker  TEXT,
    lease_until   BIGINT,
    last_error    TEXT   NOT NULL,
    last_error_at BIGINT,
    finished_at   BIGINT,
    UNIQUE (evaluation_id, task_id)
);
CREATE INDEX jobs_by_turn ON jobs (evaluation_id, state, position);
CREATE INDEX jobs_by_lease ON jobs (state, lease_until);

CREATE TABLE workers (
    name         TEXT   NOT NULL PRIMARY KEY,
    seen_at      BIGINT NOT NULL,
    current_task TEXT   NOT NULL -- key of the task it works on; empty when idle
);

CREATE TABLE outcomes (
    id            TEXT   NOT NULL PRIMARY KEY,
    evaluation_id TEXT   NOT NULL REFERENCES evaluations (id),
    task_id       TEXT   NOT NULL REFERENCES tasks (id),
    attempt       BIGINT NOT NULL,
    outcome       TEXT   NOT NULL,
    reason        TEXT   NOT NULL,
    invokes       BIGINT NOT NULL,
    compiles      BIGINT NOT NULL,
    covered       BIGINT, -- number of lines; NULL when coverage was not measured
    coverage      TEXT, -- JSON: which lines; likewise
    control       TEXT   NOT NULL,
    millis        BIGINT NOT NULL,
    evidence      TEXT   NOT NULL, -- JSON: checks, test cases, log and the rest
    provenance    TEXT, -- JSON; NULL for an infra_error, which no evaluator produced
    created_at    BIGINT NOT NULL,
    UNIQUE (evaluation_id, task_id, attempt)
);
CREATE INDEX outcomes_by_task ON outcomes (task_id);
CREATE INDEX outcomes_by_kind ON outcomes (evaluation_id, outcome);

CREATE TABLE metrics (
    evaluation_id TEXT             NOT NULL REFERENCES evaluations (id),
    scope         TEXT             NOT NULL,
    metric        TEXT             NOT NULL,
    percent       DOUBLE PRECISION NOT NULL,
    n             BIGINT           NOT NULL,
    PRIMARY KEY (evaluation_id, scope, metric)
);

CREATE TABLE leaderboard_entries (
    id            TEXT   NOT NULL PRIMARY KEY,
    benchmark_id  TEXT   NOT NULL REFERENCES benchmarks (id),
    model_id      TEXT   NOT NULL REFERENCES models (id),
    mode          TEXT   NOT NULL,
    source        TEXT   NOT NULL,
    evaluation_id TEXT   UNIQUE REFERENCES evaluations (id), -- for verified ones, whose figures are its metrics
    added_at      BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL
);
CREATE INDEX leaderboard_entries_by_board ON leaderboard_entries (benchmark_id, mode);
CREATE UNIQUE INDEX leaderboard_entries_published
    ON leaderboard_entries (benchmark_id, model_id, mode) WHERE source = 'published';

-- Figures of entries that were not evaluated here.
CREATE TABLE entry_figures (
    entry_id TEXT             NOT NULL REFERENCES leaderboard_entries (id),
    scope    TEXT             NOT NULL,
    metric   TEXT             NOT NULL,
    percent  DOUBLE PRECISION NOT NULL,
    n        BIGINT           NOT NULL,
    PRIMARY KEY (entry_id, scope, metric)
);
