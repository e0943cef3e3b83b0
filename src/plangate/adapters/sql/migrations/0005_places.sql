-- REC-8: what is kept for a workspace is kept under its place, which is what the workspace is and
-- not where it lies. Until now that was the path; it is adopted when that path is met.
ALTER TABLE plan_sessions ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE plan_sessions ADD COLUMN goal_key TEXT NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE questions ADD COLUMN matter TEXT;
ALTER TABLE assumptions ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE deferrals ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE decisions ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE scopes ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE agent_calls ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE memories ADD COLUMN heard TEXT NOT NULL DEFAULT '';
ALTER TABLE preferences ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;

UPDATE plan_sessions SET place = workspace, goal_key = goal_key(goal);
UPDATE questions SET place = workspace;
UPDATE assumptions SET place = workspace;
UPDATE deferrals SET place = workspace;
UPDATE decisions SET place = workspace;
UPDATE scopes SET place = workspace;
UPDATE agent_calls SET place = workspace;
UPDATE preferences SET seq = coalesce((
    SELECT max(e.seq) FROM plan_events e
    WHERE e.stream = preferences.person
      AND e.type IN ('PreferenceSet', 'PreferenceCleared')
      AND json_extract(e.payload, '$.question_id') = preferences.question_id
      AND coalesce(json_extract(e.payload, '$.workspace'), '*') = preferences.place
), 0);

CREATE INDEX plan_sessions_by_goal ON plan_sessions (place, goal_key);
CREATE INDEX assumptions_by_place ON assumptions (place);

DROP INDEX questions_one_open;
CREATE UNIQUE INDEX questions_one_open ON questions (place) WHERE status IN ('pending', 'held');
-- GATE-19: one ambiguity of a workspace has at most one open question, whoever comes at once.
CREATE UNIQUE INDEX questions_one_matter ON questions (place, matter)
    WHERE status IN ('pending', 'held');

DROP INDEX decisions_number;
CREATE UNIQUE INDEX decisions_number ON decisions (place, number);

DROP INDEX agent_calls_by_question;
CREATE INDEX agent_calls_by_question ON agent_calls (place, key) WHERE kind = 'answer';

-- Which paths were met as which workspace, and which of them had something kept by path alone.
CREATE TABLE workspaces (
    path     TEXT NOT NULL,
    identity TEXT NOT NULL,
    session  TEXT NOT NULL,
    place    TEXT NOT NULL,
    roots    TEXT NOT NULL,
    adopts   INTEGER NOT NULL,
    at       TEXT NOT NULL,
    PRIMARY KEY (path, identity)
) WITHOUT ROWID;
CREATE INDEX workspaces_by_identity ON workspaces (identity);
CREATE INDEX workspaces_by_place ON workspaces (place, adopts);
