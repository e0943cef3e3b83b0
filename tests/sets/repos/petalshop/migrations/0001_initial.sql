CREATE TABLE products (sku TEXT PRIMARY KEY, name TEXT NOT NULL, season TEXT, price_cents INTEGER NOT NULL, stock INTEGER NOT NULL DEFAULT 0);
CREATE TABLE carts (id TEXT PRIMARY KEY, created_at TIMESTAMP NOT NULL);
CREATE TABLE cart_lines (cart_id TEXT REFERENCES carts, sku TEXT REFERENCES products, quantity INTEGER NOT NULL);
CREATE TABLE orders (number SERIAL PRIMARY KEY, email TEXT NOT NULL, state TEXT NOT NULL, total_cents INTEGER NOT NULL, placed_at TIMESTAMP NOT NULL);
CREATE TABLE order_lines (order_number INTEGER REFERENCES orders, sku TEXT, quantity INTEGER, price_cents INTEGER);
