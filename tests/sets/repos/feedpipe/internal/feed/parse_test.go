package feed

import (
	"strings"
	"testing"
)

func TestParseRSS(t *testing.T) {
	got, err := Parse(strings.NewReader(`<rss><channel><item><guid>1</guid><title>Hi</title></item></channel></rss>`))
	if err != nil || len(got) != 1 || got[0].Title != "Hi" {
		t.Fatalf("got %v, %v", got, err)
	}
}

func TestParseNeither(t *testing.T) {
	if _, err := Parse(strings.NewReader("hello")); err != ErrFormat {
		t.Fatalf("got %v", err)
	}
}
