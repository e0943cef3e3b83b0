ALTER TABLE notes ADD COLUMN deleted_at TEXT;
