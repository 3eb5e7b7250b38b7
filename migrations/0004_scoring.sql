-- What the formulas of scoring version 2 need, and the version of the formulas behind stored figures.

-- Whether a passing suite can be asked about mutants of the task. `mutants` is JSON that begins with the valid ones.
ALTER TABLE tasks ADD COLUMN has_mutants BIGINT NOT NULL DEFAULT 0;
UPDATE tasks SET has_mutants = 1 WHERE mutants NOT LIKE '{"valid":[]%';

-- Whether a repeated run of a passing suite ended otherwise. `repeats` is the last part of the evidence.
ALTER TABLE outcomes ADD COLUMN flaky BIGINT NOT NULL DEFAULT 0;
UPDATE outcomes SET flaky = 1 WHERE outcome = 'passed' AND (
    evidence LIKE '%"repeats":[%"test_failed"%'
    OR evidence LIKE '%"repeats":[%"compile_error"%'
    OR evidence LIKE '%"repeats":[%"no_tests"%'
    OR evidence LIKE '%"repeats":[%"timeout"%'
    OR evidence LIKE '%"repeats":[%"out_of_memory"%'
    OR evidence LIKE '%"repeats":[%"output_limit"%'
    OR evidence LIKE '%"repeats":[%"crashed"%'
    OR evidence LIKE '%"repeats":[%"invalid_suite"%'
    OR evidence LIKE '%"repeats":[%"infra_error"%');

-- Version of the formulas behind the figures of a scored evaluation.
ALTER TABLE evaluations ADD COLUMN scoring_version TEXT;
UPDATE evaluations SET scoring_version = '1' WHERE verdict = 'scored';
