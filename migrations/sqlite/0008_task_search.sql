-- What task lists are filtered, sorted and searched by. JSON and full text are written differently in each database.
ALTER TABLE repositories ADD COLUMN domain TEXT NOT NULL DEFAULT '';
UPDATE repositories SET domain = json_extract(spec, '$.domain');

ALTER TABLE tasks ADD COLUMN lines BIGINT NOT NULL DEFAULT 0; -- of the focal function
UPDATE tasks SET lines = json_extract(focal, '$.end_line') - json_extract(focal, '$.start_line') + 1;

-- How many verified entries were asked for a task and how many of them solved it; made anew when an entry comes.
CREATE TABLE task_difficulty (
    task_id TEXT   NOT NULL PRIMARY KEY REFERENCES tasks (id),
    entries BIGINT NOT NULL,
    solved  BIGINT NOT NULL
);

-- Key, qualified name, path and source of tasks. Trigrams find any part of three characters or more, in any case.
CREATE VIRTUAL TABLE task_search USING fts5 (task_id UNINDEXED, text, tokenize = 'trigram');
INSERT INTO task_search (task_id, text)
SELECT id, search_text || char(10) || lower(json_extract(focal, '$.source')) FROM tasks;
