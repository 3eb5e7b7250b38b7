-- Task lists by the length of functions.
CREATE INDEX tasks_by_lines ON tasks (version_id, lines, position);
