-- What agents asked their person and planned, as the hooks saw it.
CREATE TABLE agent_calls (
    id        TEXT PRIMARY KEY,
    session   TEXT NOT NULL,
    workspace TEXT NOT NULL,
    goal      TEXT NOT NULL,
    call      TEXT NOT NULL,
    kind      TEXT NOT NULL,
    key       TEXT,
    forgotten INTEGER NOT NULL,
    at        TEXT NOT NULL,
    document  TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX agent_calls_by_question ON agent_calls (workspace, key) WHERE kind = 'answer';
CREATE INDEX agent_calls_by_goal ON agent_calls (session, goal);
