-- The record of a team (TEAM-1): the tables of SQLite's schema 7, with the same names and the same
-- triggers. Text is compared by code point, as SQLite does it. Rows without a value come first.
CREATE TABLE plangate_schema (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    number INTEGER NOT NULL
);

-- Append-only, one row an event; two writers cannot take the same place. A position is given by the
-- writer that holds the row of log_total: positions are in the order of commits, without gaps.
CREATE TABLE plan_events (
    position  BIGINT  PRIMARY KEY,
    stream    TEXT    COLLATE "C" NOT NULL,
    seq       INTEGER NOT NULL,
    type      TEXT    COLLATE "C" NOT NULL,
    version   INTEGER NOT NULL,
    at        TEXT    COLLATE "C" NOT NULL,
    payload   TEXT    COLLATE "C" NOT NULL,
    previous  TEXT    COLLATE "C" NOT NULL,
    digest    TEXT    COLLATE "C" NOT NULL,
    UNIQUE (stream, seq)
);
CREATE INDEX plan_events_beginnings ON plan_events (position) WHERE seq = 1;

CREATE TABLE log_total (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    events BIGINT  NOT NULL,
    sum    TEXT    COLLATE "C" NOT NULL
);
INSERT INTO log_total (one, events, sum) VALUES (1, 0, repeat('0', 64));

CREATE TABLE erasures (
    stream  TEXT    COLLATE "C" NOT NULL,
    seq     INTEGER NOT NULL,
    by_whom TEXT    COLLATE "C" NOT NULL,
    at      TEXT    COLLATE "C" NOT NULL,
    log     TEXT    COLLATE "C" NOT NULL,
    PRIMARY KEY (stream, seq)
);

-- The one change an event may see: its payload is erased, nothing else of it, once that is recorded.
CREATE FUNCTION plan_events_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND substr(new.payload, 1, 7) = 'erased:'
        AND new.position = old.position
        AND new.stream = old.stream
        AND new.seq = old.seq
        AND new.type = old.type
        AND new.version = old.version
        AND new.at = old.at
        AND new.previous = old.previous
        AND new.digest = old.digest
        AND EXISTS (SELECT 1 FROM erasures e WHERE e.stream = old.stream AND e.seq = old.seq)
    THEN
        RETURN new;
    END IF;
    RAISE EXCEPTION 'plan_events is append-only';
END $$;
CREATE TRIGGER plan_events_are_never_changed BEFORE UPDATE OR DELETE ON plan_events
    FOR EACH ROW EXECUTE FUNCTION plan_events_stay();
CREATE TRIGGER plan_events_are_never_cut BEFORE TRUNCATE ON plan_events
    FOR EACH STATEMENT EXECUTE FUNCTION plan_events_stay();

-- Everything below is made from the record and can be made again: plangate doctor --rebuild.
CREATE TABLE plan_sessions (
    plan_session_id              TEXT COLLATE "C" PRIMARY KEY,
    workspace                    TEXT COLLATE "C" NOT NULL,
    goal                         TEXT COLLATE "C" NOT NULL,
    state                        TEXT COLLATE "C" NOT NULL,
    intake                       TEXT COLLATE "C",
    stop_reason                  TEXT COLLATE "C",
    ending                       TEXT COLLATE "C",
    plan_version                 INTEGER,
    iterative_loop_round         INTEGER,
    iterative_stop_reason        TEXT COLLATE "C",
    iterative_loop_metadata_json TEXT COLLATE "C",
    created_at                   TEXT COLLATE "C" NOT NULL,
    updated_at                   TEXT COLLATE "C" NOT NULL,
    head_seq                     INTEGER NOT NULL,
    head_digest                  TEXT COLLATE "C" NOT NULL,
    place                        TEXT COLLATE "C" NOT NULL DEFAULT '',
    goal_key                     TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX plan_sessions_by_time ON plan_sessions (updated_at NULLS FIRST);
CREATE INDEX plan_sessions_by_goal ON plan_sessions (place, goal_key);

CREATE TABLE questions (
    id            TEXT COLLATE "C" PRIMARY KEY,
    session       TEXT COLLATE "C" NOT NULL,
    workspace     TEXT COLLATE "C" NOT NULL,
    number        TEXT COLLATE "C" NOT NULL,
    question_id   TEXT COLLATE "C" NOT NULL,
    status        TEXT COLLATE "C" NOT NULL,
    deadline      TEXT COLLATE "C",
    asked_at      TEXT COLLATE "C" NOT NULL,
    expected_loss DOUBLE PRECISION NOT NULL,
    document      TEXT COLLATE "C" NOT NULL,
    place         TEXT COLLATE "C" NOT NULL DEFAULT '',
    matter        TEXT COLLATE "C"
);
CREATE INDEX questions_open ON questions (place) WHERE status IN ('pending', 'held');
CREATE INDEX questions_by_loss ON questions (expected_loss NULLS FIRST, asked_at NULLS FIRST)
    WHERE status IN ('pending', 'held');
CREATE INDEX questions_by_deadline ON questions (deadline NULLS FIRST) WHERE status = 'pending';
CREATE INDEX questions_by_time ON questions (asked_at NULLS FIRST);
CREATE INDEX questions_by_session ON questions (session);
-- GATE-19: one ambiguity of a workspace has at most one open question, whoever comes at once.
CREATE UNIQUE INDEX questions_one_matter ON questions (place, matter)
    WHERE status IN ('pending', 'held');

CREATE TABLE assumptions (
    id            TEXT COLLATE "C" PRIMARY KEY,
    session       TEXT COLLATE "C" NOT NULL,
    workspace     TEXT COLLATE "C" NOT NULL,
    ambiguity     TEXT COLLATE "C",
    status        TEXT COLLATE "C" NOT NULL,
    confidence    TEXT COLLATE "C" NOT NULL,
    user_response TEXT COLLATE "C" NOT NULL,
    document      TEXT COLLATE "C" NOT NULL,
    place         TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX assumptions_by_session ON assumptions (session);
CREATE INDEX assumptions_by_place ON assumptions (place);

CREATE TABLE plans (
    session           TEXT COLLATE "C" NOT NULL,
    version           INTEGER NOT NULL,
    parent            INTEGER,
    cause             TEXT COLLATE "C" NOT NULL,
    requires_approval INTEGER NOT NULL,
    document          TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (session, version)
);

CREATE TABLE deferrals (
    id        TEXT COLLATE "C" PRIMARY KEY,
    session   TEXT COLLATE "C" NOT NULL,
    workspace TEXT COLLATE "C" NOT NULL,
    status    TEXT COLLATE "C" NOT NULL,
    expiry    TEXT COLLATE "C",
    document  TEXT COLLATE "C" NOT NULL,
    place     TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX deferrals_by_session ON deferrals (session);

-- Every numbered decision of a workspace, questions and scopes alike: D1, D2, … without gaps.
CREATE TABLE decisions (
    id        TEXT COLLATE "C" PRIMARY KEY,
    session   TEXT COLLATE "C" NOT NULL,
    workspace TEXT COLLATE "C" NOT NULL,
    number    INTEGER NOT NULL,
    place     TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX decisions_number ON decisions (place, number NULLS FIRST);
CREATE INDEX decisions_by_session ON decisions (session);

CREATE TABLE scopes (
    id          TEXT COLLATE "C" PRIMARY KEY,
    session     TEXT COLLATE "C" NOT NULL,
    workspace   TEXT COLLATE "C" NOT NULL,
    number      TEXT COLLATE "C" NOT NULL,
    status      TEXT COLLATE "C" NOT NULL,
    created_at  TEXT COLLATE "C" NOT NULL,
    updated_at  TEXT COLLATE "C" NOT NULL,
    head_seq    INTEGER NOT NULL,
    head_digest TEXT COLLATE "C" NOT NULL,
    document    TEXT COLLATE "C" NOT NULL,
    place       TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX scopes_by_session ON scopes (session);

CREATE TABLE preferences (
    place       TEXT COLLATE "C" NOT NULL,
    question_id TEXT COLLATE "C" NOT NULL,
    value       TEXT COLLATE "C",
    note        TEXT COLLATE "C",
    at          TEXT COLLATE "C" NOT NULL,
    person      TEXT COLLATE "C" NOT NULL,
    seq         INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (place, question_id)
);

CREATE TABLE focus (
    person TEXT COLLATE "C" PRIMARY KEY,
    focus  TEXT COLLATE "C" NOT NULL,
    until  TEXT COLLATE "C",
    at     TEXT COLLATE "C" NOT NULL
);

-- What people asked to be remembered, and what they decided in earlier sessions (REC-1).
CREATE TABLE memories (
    id          TEXT COLLATE "C" PRIMARY KEY,
    session     TEXT COLLATE "C" NOT NULL,
    place       TEXT COLLATE "C" NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,
    status      TEXT COLLATE "C" NOT NULL,
    question_id TEXT COLLATE "C",
    reading     TEXT COLLATE "C",
    text        TEXT COLLATE "C" NOT NULL,
    at          TEXT COLLATE "C" NOT NULL,
    heard       TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX memories_by_session ON memories (session);
CREATE INDEX memories_by_question ON memories (question_id, place, at) WHERE status = 'kept';
CREATE INDEX memories_by_time ON memories (at NULLS FIRST);
-- Their words, for the search: as they are; the beginning of a word is looked for.
CREATE INDEX memory_words ON memories USING gin (to_tsvector('simple', text));

-- What agents asked their person and planned, as the hooks saw it.
CREATE TABLE agent_calls (
    id        TEXT COLLATE "C" PRIMARY KEY,
    session   TEXT COLLATE "C" NOT NULL,
    workspace TEXT COLLATE "C" NOT NULL,
    goal      TEXT COLLATE "C" NOT NULL,
    call      TEXT COLLATE "C" NOT NULL,
    kind      TEXT COLLATE "C" NOT NULL,
    key       TEXT COLLATE "C",
    forgotten INTEGER NOT NULL,
    at        TEXT COLLATE "C" NOT NULL,
    document  TEXT COLLATE "C" NOT NULL,
    place     TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX agent_calls_by_question ON agent_calls (place, key) WHERE kind = 'answer';
CREATE INDEX agent_calls_by_goal ON agent_calls (session, goal);

CREATE TABLE quarantined (
    session  TEXT COLLATE "C" PRIMARY KEY,
    why      TEXT COLLATE "C" NOT NULL,
    by_whom  TEXT COLLATE "C" NOT NULL,
    at       TEXT COLLATE "C" NOT NULL,
    released INTEGER NOT NULL,
    log      TEXT COLLATE "C" NOT NULL
);

-- Which paths were met as which workspace, and which of them had something kept by path alone (REC-8).
CREATE TABLE workspaces (
    path     TEXT COLLATE "C" NOT NULL,
    identity TEXT COLLATE "C" NOT NULL,
    session  TEXT COLLATE "C" NOT NULL,
    place    TEXT COLLATE "C" NOT NULL,
    roots    TEXT COLLATE "C" NOT NULL,
    adopts   INTEGER NOT NULL,
    at       TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (path, identity)
);
CREATE INDEX workspaces_by_identity ON workspaces (identity);
CREATE INDEX workspaces_by_place ON workspaces (place, adopts);

-- REC-6: what the database itself knows of its anchors, for each file that keeps them.
CREATE TABLE anchored (
    file   TEXT   COLLATE "C" PRIMARY KEY,
    events BIGINT NOT NULL,
    lost   BIGINT NOT NULL DEFAULT 0
);
