-- Mutants of a task (JSON), decided once when its benchmark version is made.
ALTER TABLE tasks ADD COLUMN mutants TEXT NOT NULL DEFAULT '{"valid":[],"invalid":[]}';

-- What a passing suite made of them; NULL where there is no score. The details are in `evidence`.
ALTER TABLE outcomes ADD COLUMN mutants BIGINT;
ALTER TABLE outcomes ADD COLUMN mutants_detected BIGINT;
