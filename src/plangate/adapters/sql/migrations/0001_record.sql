-- The record: append-only, one row an event; two writers cannot take the same place.
CREATE TABLE plan_events (
    position  INTEGER PRIMARY KEY AUTOINCREMENT,
    stream    TEXT    NOT NULL,
    seq       INTEGER NOT NULL,
    type      TEXT    NOT NULL,
    version   INTEGER NOT NULL,
    at        TEXT    NOT NULL,
    payload   TEXT    NOT NULL,
    previous  TEXT    NOT NULL,
    digest    TEXT    NOT NULL,
    UNIQUE (stream, seq)
);

CREATE INDEX plan_events_beginnings ON plan_events (position) WHERE seq = 1;

CREATE TRIGGER plan_events_are_never_changed BEFORE UPDATE ON plan_events
BEGIN SELECT RAISE (ABORT, 'plan_events is append-only'); END;

CREATE TRIGGER plan_events_are_never_deleted BEFORE DELETE ON plan_events
BEGIN SELECT RAISE (ABORT, 'plan_events is append-only'); END;

-- Everything below is made from the record and can be made again: plangate doctor --rebuild.
CREATE TABLE plan_sessions (
    plan_session_id              TEXT PRIMARY KEY,
    workspace                    TEXT NOT NULL,
    goal                         TEXT NOT NULL,
    state                        TEXT NOT NULL,
    intake                       TEXT,
    stop_reason                  TEXT,
    ending                       TEXT,
    plan_version                 INTEGER,
    iterative_loop_round         INTEGER,
    iterative_stop_reason        TEXT,
    iterative_loop_metadata_json TEXT,
    created_at                   TEXT NOT NULL,
    updated_at                   TEXT NOT NULL,
    head_seq                     INTEGER NOT NULL,
    head_digest                  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX plan_sessions_by_time ON plan_sessions (updated_at);

CREATE TABLE questions (
    id            TEXT PRIMARY KEY,
    session       TEXT NOT NULL,
    workspace     TEXT NOT NULL,
    number        TEXT NOT NULL,
    question_id   TEXT NOT NULL,
    status        TEXT NOT NULL,
    deadline      TEXT,
    asked_at      TEXT NOT NULL,
    expected_loss REAL NOT NULL,
    document      TEXT NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX questions_one_open ON questions (workspace) WHERE status IN ('pending', 'held');
CREATE INDEX questions_by_loss ON questions (expected_loss, asked_at) WHERE status IN ('pending', 'held');
CREATE INDEX questions_by_deadline ON questions (deadline) WHERE status = 'pending';
CREATE INDEX questions_by_time ON questions (asked_at);

CREATE TABLE assumptions (
    id            TEXT PRIMARY KEY,
    session       TEXT NOT NULL,
    workspace     TEXT NOT NULL,
    ambiguity     TEXT,
    status        TEXT NOT NULL,
    confidence    TEXT NOT NULL,
    user_response TEXT NOT NULL,
    document      TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX assumptions_by_session ON assumptions (session);

CREATE TABLE plans (
    session           TEXT NOT NULL,
    version           INTEGER NOT NULL,
    parent            INTEGER,
    cause             TEXT NOT NULL,
    requires_approval INTEGER NOT NULL,
    document          TEXT NOT NULL,
    PRIMARY KEY (session, version)
) WITHOUT ROWID;

CREATE TABLE deferrals (
    id        TEXT PRIMARY KEY,
    session   TEXT NOT NULL,
    workspace TEXT NOT NULL,
    status    TEXT NOT NULL,
    expiry    TEXT,
    document  TEXT NOT NULL
) WITHOUT ROWID;

-- Every numbered decision of a workspace, questions and scopes alike: D1, D2, … without gaps.
CREATE TABLE decisions (
    id        TEXT PRIMARY KEY,
    session   TEXT NOT NULL,
    workspace TEXT NOT NULL,
    number    INTEGER NOT NULL
) WITHOUT ROWID;
CREATE UNIQUE INDEX decisions_number ON decisions (workspace, number);

CREATE TABLE scopes (
    id          TEXT PRIMARY KEY,
    session     TEXT NOT NULL,
    workspace   TEXT NOT NULL,
    number      TEXT NOT NULL,
    status      TEXT NOT NULL,
    created_at  TEXT NOT NULL,
    updated_at  TEXT NOT NULL,
    head_seq    INTEGER NOT NULL,
    head_digest TEXT NOT NULL,
    document    TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE preferences (
    place       TEXT NOT NULL,
    question_id TEXT NOT NULL,
    value       TEXT,
    note        TEXT,
    at          TEXT NOT NULL,
    person      TEXT NOT NULL,
    PRIMARY KEY (place, question_id)
) WITHOUT ROWID;

CREATE TABLE focus (
    person TEXT PRIMARY KEY,
    focus  TEXT NOT NULL,
    until  TEXT,
    at     TEXT NOT NULL
) WITHOUT ROWID;
