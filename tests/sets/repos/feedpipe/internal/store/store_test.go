package store

import (
	"testing"

	"feedpipe/internal/feed"
)

func open(t *testing.T) *Store {
	t.Helper()
	s, err := Open(t.TempDir() + "/f.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestUnread(t *testing.T) {
	s := open(t)
	if err := s.Save("u", []feed.Entry{{GUID: "1", Title: "Hi"}}); err != nil {
		t.Fatal(err)
	}
	_ = s.MarkRead("1")
	rows, _ := s.Unread(10)
	if len(rows) != 0 {
		t.Fatalf("got %v", rows)
	}
}

func TestPauseAfterTenFailures(t *testing.T) {
	s := open(t)
	_ = s.AddFeed("u")
	for range MaxFailures {
		_ = s.Failed("u")
	}
	if urls, _ := s.Feeds(); len(urls) != 0 {
		t.Fatalf("got %v", urls)
	}
}
