package store

import (
	"time"

	"feedpipe/internal/feed"
)

// Save keeps the entries that are new.
func (s *Store) Save(url string, entries []feed.Entry) error {
	for _, e := range entries {
		_, err := s.db.Exec(`INSERT OR IGNORE INTO entries (guid, feed, title, link, summary, published) VALUES (?, ?, ?, ?, ?, ?)`,
			e.GUID, url, e.Title, e.Link, e.Summary, e.Published.Format(time.RFC3339))
		if err != nil {
			return err
		}
	}
	return nil
}

// Row is an entry as it is shown.
type Row struct {
	GUID, Title, Link, Summary string
	Starred                    bool
}

// Unread gives the newest entries nobody has read yet.
func (s *Store) Unread(limit int) ([]Row, error) {
	return s.query(`SELECT guid, title, link, summary, starred FROM entries WHERE read_at IS NULL ORDER BY published DESC LIMIT ?`, limit)
}

// Search looks for a word in titles and summaries.
func (s *Store) Search(word string, limit int) ([]Row, error) {
	return s.query(`SELECT guid, title, link, summary, starred FROM entries WHERE title LIKE ?1 OR summary LIKE ?1 LIMIT ?2`, "%"+word+"%", limit)
}

// MarkRead remembers that an entry was read.
func (s *Store) MarkRead(guid string) error {
	_, err := s.db.Exec(`UPDATE entries SET read_at = datetime('now') WHERE guid = ?`, guid)
	return err
}

// Star keeps an entry for ever.
func (s *Store) Star(guid string, on bool) error {
	_, err := s.db.Exec(`UPDATE entries SET starred = ? WHERE guid = ?`, on, guid)
	return err
}

// Prune deletes entries read more than so many days ago, starred ones excepted.
func (s *Store) Prune(days int) (int64, error) {
	res, err := s.db.Exec(`DELETE FROM entries WHERE starred = 0 AND read_at < datetime('now', '-' || ? || ' days')`, days)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

func (s *Store) query(sql string, args ...any) ([]Row, error) {
	rows, err := s.db.Query(sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []Row
	for rows.Next() {
		var r Row
		if err := rows.Scan(&r.GUID, &r.Title, &r.Link, &r.Summary, &r.Starred); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}
