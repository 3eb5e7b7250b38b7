-- What a suite that is no valid pass fails at. Derived from the rest of the row by rules with a version, and derived
-- anew when that changes; NULL in `failure_version` until it has been, NULL in `failure` when there is none.
ALTER TABLE outcomes ADD COLUMN failure TEXT;
ALTER TABLE outcomes ADD COLUMN hallucination TEXT;
ALTER TABLE outcomes ADD COLUMN failure_detail TEXT; -- JSON: with the rule and the line that decided
ALTER TABLE outcomes ADD COLUMN failure_version TEXT;
CREATE INDEX outcomes_unclassified ON outcomes (id) WHERE failure_version IS NULL;
CREATE INDEX outcomes_by_failure ON outcomes (evaluation_id, failure);
