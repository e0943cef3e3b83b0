ALTER TABLE booking ADD COLUMN cancelled_at TIMESTAMPTZ;
ALTER TABLE room ADD COLUMN phone_extension TEXT;
