package web

import (
	"net/http/httptest"
	"strings"
	"testing"

	"feedpipe/internal/store"
)

func TestNothingNew(t *testing.T) {
	s, _ := store.Open(t.TempDir() + "/f.sqlite")
	rec := httptest.NewRecorder()
	Handler(s).ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
	if !strings.Contains(rec.Body.String(), "Nothing new.") {
		t.Fatal(rec.Body.String())
	}
}
