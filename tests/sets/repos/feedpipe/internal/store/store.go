// Package store keeps feeds and entries in one SQLite file.
package store

import (
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite"
)

const schema = `
CREATE TABLE IF NOT EXISTS feeds (url TEXT PRIMARY KEY, etag TEXT, failures INTEGER NOT NULL DEFAULT 0, paused INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS entries (guid TEXT PRIMARY KEY, feed TEXT NOT NULL, title TEXT, link TEXT, summary TEXT, published TEXT, read_at TEXT, starred INTEGER NOT NULL DEFAULT 0);
`

// MaxFailures is how often a feed may fail in a row before it is paused.
const MaxFailures = 10

// Store is the file of data.
type Store struct{ db *sql.DB }

// Open opens or makes the file.
func Open(path string) (*Store, error) {
	db, err := sql.Open("sqlite", path)
	if err != nil {
		return nil, err
	}
	if _, err := db.Exec(schema); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return &Store{db}, nil
}

// Close closes the file.
func (s *Store) Close() error { return s.db.Close() }

// AddFeed subscribes to an address; a second time changes nothing.
func (s *Store) AddFeed(url string) error {
	_, err := s.db.Exec(`INSERT OR IGNORE INTO feeds (url) VALUES (?)`, url)
	return err
}

// Feeds gives the addresses that are not paused.
func (s *Store) Feeds() ([]string, error) {
	rows, err := s.db.Query(`SELECT url FROM feeds WHERE paused = 0 ORDER BY url`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var u string
		if err := rows.Scan(&u); err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, rows.Err()
}

// MustFeeds is Feeds for the command line.
func (s *Store) MustFeeds() []string {
	urls, err := s.Feeds()
	if err != nil {
		panic(err)
	}
	return urls
}

// Failed counts a failure and pauses the feed at the tenth.
func (s *Store) Failed(url string) error {
	_, err := s.db.Exec(`UPDATE feeds SET failures = failures + 1, paused = failures + 1 >= ? WHERE url = ?`, MaxFailures, url)
	return err
}
