CREATE TABLE discount_codes (code TEXT PRIMARY KEY, percent INTEGER NOT NULL, valid_until DATE);
ALTER TABLE orders ADD COLUMN discount_code TEXT;
ALTER TABLE orders ADD COLUMN legacy_coupon TEXT;
