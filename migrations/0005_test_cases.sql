-- Test cases of a suite: all that were reported, and those that passed. The details are in `evidence`, in which every
-- test case has its status before its message.
ALTER TABLE outcomes ADD COLUMN cases BIGINT NOT NULL DEFAULT 0;
ALTER TABLE outcomes ADD COLUMN cases_passed BIGINT NOT NULL DEFAULT 0;
UPDATE outcomes SET
    cases_passed = (LENGTH(evidence) - LENGTH(REPLACE(evidence, '"status":"passed","message":', ''))) / 28,
    cases = (LENGTH(evidence) - LENGTH(REPLACE(evidence, '"status":"passed","message":', ''))) / 28
        + (LENGTH(evidence) - LENGTH(REPLACE(evidence, '"status":"failed","message":', ''))) / 28
        + (LENGTH(evidence) - LENGTH(REPLACE(evidence, '"status":"skipped","message":', ''))) / 29
        + (LENGTH(evidence) - LENGTH(REPLACE(evidence, '"status":"unfinished","message":', ''))) / 32;
