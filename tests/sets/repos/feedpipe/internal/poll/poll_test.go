package poll

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"feedpipe/internal/store"
)

func TestOnce(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`<rss><channel><item><guid>1</guid><title>Hi</title></item></channel></rss>`))
	}))
	defer srv.Close()
	s, _ := store.Open(t.TempDir() + "/f.sqlite")
	_ = s.AddFeed(srv.URL)
	New(s, time.Hour).once(context.Background())
	if rows, _ := s.Unread(5); len(rows) != 1 {
		t.Fatalf("got %v", rows)
	}
}
