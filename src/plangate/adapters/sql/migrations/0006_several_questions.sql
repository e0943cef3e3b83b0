-- GATE-7: several questions may stand open in a workspace, one of a session at a time; GATE-19 still
-- holds: one ambiguity has at most one of them (questions_one_matter).
DROP INDEX questions_one_open;
CREATE INDEX questions_open ON questions (place) WHERE status IN ('pending', 'held');
