-- What people asked to be remembered, and what they decided in earlier sessions (REC-1).
CREATE TABLE memories (
    id          TEXT PRIMARY KEY,
    session     TEXT NOT NULL,
    place       TEXT NOT NULL,
    kind        TEXT NOT NULL,
    status      TEXT NOT NULL,
    question_id TEXT,
    reading     TEXT,
    text        TEXT NOT NULL,
    at          TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX memories_by_session ON memories (session);
CREATE INDEX memories_by_question ON memories (question_id, place, at) WHERE status = 'kept';
CREATE INDEX memories_by_time ON memories (at);

-- Their words, for the search. The index has places of its own: those of a table may change.
CREATE TABLE memory_places (
    place INTEGER PRIMARY KEY,
    id    TEXT NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE memory_words USING fts5 (
    text, tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TRIGGER memories_are_indexed AFTER INSERT ON memories
BEGIN
    INSERT INTO memory_places (id) VALUES (new.id);
    INSERT INTO memory_words (rowid, text)
        SELECT place, new.text FROM memory_places WHERE id = new.id;
END;

CREATE TRIGGER memories_are_indexed_again AFTER UPDATE ON memories
WHEN old.text <> new.text OR old.id <> new.id
BEGIN
    UPDATE memory_places SET id = new.id WHERE id = old.id;
    UPDATE memory_words SET text = new.text
        WHERE rowid = (SELECT place FROM memory_places WHERE id = new.id);
END;

CREATE TRIGGER memories_leave_the_index AFTER DELETE ON memories
BEGIN
    DELETE FROM memory_words WHERE rowid = (SELECT place FROM memory_places WHERE id = old.id);
    DELETE FROM memory_places WHERE id = old.id;
END;

-- What was decided before there was this table.
INSERT INTO memories (id, session, place, kind, status, question_id, reading, text, at)
SELECT
    a.id,
    a.session,
    a.workspace,
    CASE json_extract(a.document, '$.source') WHEN 'answer' THEN 'answer' ELSE 'decision' END,
    CASE a.status WHEN 'confirmed' THEN 'kept' WHEN 'wrong' THEN 'overturned' ELSE 'open' END,
    a.ambiguity,
    json_extract(a.document, '$.interpretation'),
    substr(s.goal, 1, 2000),
    s.created_at
FROM assumptions a JOIN plan_sessions s ON s.plan_session_id = a.session
WHERE a.ambiguity IS NOT NULL AND json_extract(a.document, '$.interpretation') IS NOT NULL;
