-- REC-6: what the database itself knows of its anchors, for each file that keeps them (known by the
-- digest of its place): behind how many events the last one stood that a later writer found there, and
-- behind how many it had stood when a writer no longer found it. A file that is gone is missed.
CREATE TABLE anchored (
    file   TEXT    PRIMARY KEY,
    events INTEGER NOT NULL,
    lost   INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
