-- TEAM-4: the inbox also shows what timed out and is parked, and the last one that was answered.
CREATE INDEX questions_timed_out ON questions (asked_at NULLS FIRST) WHERE status = 'timed_out';
CREATE INDEX questions_answered ON questions (asked_at NULLS FIRST) WHERE status = 'answered';
