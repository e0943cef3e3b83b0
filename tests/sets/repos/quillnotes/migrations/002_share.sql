ALTER TABLE notes ADD COLUMN share_token TEXT;
