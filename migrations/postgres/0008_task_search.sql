-- What task lists are filtered, sorted and searched by. JSON and full text are written differently in each database.
ALTER TABLE repositories ADD COLUMN domain TEXT NOT NULL DEFAULT '';
UPDATE repositories SET domain = spec::json ->> 'domain';

ALTER TABLE tasks ADD COLUMN lines BIGINT NOT NULL DEFAULT 0; -- of the focal function
UPDATE tasks SET lines = (focal::json ->> 'end_line')::BIGINT - (focal::json ->> 'start_line')::BIGINT + 1;

-- How many verified entries were asked for a task and how many of them solved it; made anew when an entry comes.
CREATE TABLE task_difficulty (
    task_id TEXT   NOT NULL PRIMARY KEY REFERENCES tasks (id),
    entries BIGINT NOT NULL,
    solved  BIGINT NOT NULL
);

-- Key, qualified name, path and source of tasks, in lower case.
CREATE TABLE task_search (
    task_id TEXT NOT NULL PRIMARY KEY REFERENCES tasks (id),
    text    TEXT NOT NULL
);
INSERT INTO task_search (task_id, text)
SELECT id, search_text || E'\n' || lower(focal::json ->> 'source') FROM tasks;

-- Trigrams find any part of three characters or more. The extension comes with PostgreSQL, but a server may lack it or
-- not allow it; searching is slower then, and finds the same.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX task_search_trigrams ON task_search USING gin (text gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR undefined_object OR feature_not_supported THEN
    RAISE NOTICE 'pg_trgm cannot be used: searching tasks reads every task';
END;
$$;
