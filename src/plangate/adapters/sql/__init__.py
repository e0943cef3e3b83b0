"""The record in a SQL database: plain SQL, numbered forward-only migrations."""
