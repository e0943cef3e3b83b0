-- What the log amounts to (REC-6): one row, kept up with every event; the audit computes it again.
-- Whoever runs this migration fills it in: SQL knows no SHA-256.
CREATE TABLE log_total (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    events INTEGER NOT NULL,
    sum    TEXT    NOT NULL
);

-- What was erased (REC-10), and what stands in quarantine (REC-9).
CREATE TABLE erasures (
    stream  TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    by_whom TEXT    NOT NULL,
    at      TEXT    NOT NULL,
    log     TEXT    NOT NULL,
    PRIMARY KEY (stream, seq)
) WITHOUT ROWID;

CREATE TABLE quarantined (
    session  TEXT PRIMARY KEY,
    why      TEXT    NOT NULL,
    by_whom  TEXT    NOT NULL,
    at       TEXT    NOT NULL,
    released INTEGER NOT NULL,
    log      TEXT    NOT NULL
) WITHOUT ROWID;

-- The one change an event may see: its payload is erased, nothing else of it, once that is recorded.
DROP TRIGGER plan_events_are_never_changed;
CREATE TRIGGER plan_events_are_never_changed BEFORE UPDATE ON plan_events
WHEN NOT (
    substr(new.payload, 1, 7) = 'erased:'
    AND new.position = old.position
    AND new.stream = old.stream
    AND new.seq = old.seq
    AND new.type = old.type
    AND new.version = old.version
    AND new.at = old.at
    AND new.previous = old.previous
    AND new.digest = old.digest
    AND EXISTS (SELECT 1 FROM erasures WHERE stream = old.stream AND seq = old.seq)
)
BEGIN SELECT RAISE (ABORT, 'plan_events is append-only'); END;

-- The audit asks every table for the rows of one session after the other.
CREATE INDEX questions_by_session ON questions (session);
CREATE INDEX deferrals_by_session ON deferrals (session);
CREATE INDEX decisions_by_session ON decisions (session);
CREATE INDEX scopes_by_session ON scopes (session);
