-- The audit log can only grow (invariant 7). Triggers are written differently in each database.
CREATE FUNCTION audit_events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit_events is append only';
END;
$$;

CREATE TRIGGER audit_events_no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
    FOR EACH STATEMENT EXECUTE FUNCTION audit_events_refuse();
