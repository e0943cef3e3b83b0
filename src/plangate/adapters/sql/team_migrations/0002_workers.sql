-- TEAM-2: which worker serves which workspace, for `plangate workers`; the work itself is the engine's.
CREATE TABLE serving (
    worker TEXT COLLATE "C" NOT NULL,
    host   TEXT COLLATE "C" NOT NULL,
    pid    INTEGER NOT NULL,
    place  TEXT COLLATE "C" NOT NULL,
    path   TEXT COLLATE "C" NOT NULL,
    since  TIMESTAMPTZ NOT NULL DEFAULT now(),
    seen   TIMESTAMPTZ NOT NULL DEFAULT now(),
    PRIMARY KEY (worker, place)
);
CREATE INDEX serving_by_place ON serving (place, seen);

-- What waits for a worker, and what is due next.
CREATE INDEX plan_sessions_at_work ON plan_sessions (updated_at NULLS FIRST) WHERE state = 'planning';
