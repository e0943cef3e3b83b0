package feed

import (
	"strings"
	"testing"
)

func TestReadOPML(t *testing.T) {
	got, err := ReadOPML(strings.NewReader(`<opml><body><outline xmlUrl="http://a.example/f"/></body></opml>`))
	if err != nil || len(got) != 1 {
		t.Fatalf("got %v, %v", got, err)
	}
}
