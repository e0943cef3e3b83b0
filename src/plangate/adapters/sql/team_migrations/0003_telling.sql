-- NOTE-1, TEAM-2: what somebody was told of, or has begun to be: whoever puts the row in tells, nobody else.
CREATE TABLE told (
    question TEXT COLLATE "C" NOT NULL,
    happened TEXT COLLATE "C" NOT NULL,
    at       TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (question, happened)
);
CREATE INDEX told_by_time ON told (at);
CREATE INDEX plan_events_news ON plan_events (position)
    WHERE type IN ('QuestionAsked', 'QuestionAnswered', 'QuestionTimedOut');

-- What each worker does now, for `plangate workers`.
ALTER TABLE serving ADD COLUMN doing TEXT COLLATE "C" NOT NULL DEFAULT '';
