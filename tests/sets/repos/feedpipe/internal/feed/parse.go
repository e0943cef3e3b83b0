// Package feed reads RSS, Atom and OPML.
package feed

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"
)

// Entry is one article of a feed.
type Entry struct {
	GUID, Title, Link, Summary string
	Published                  time.Time
}

type rss struct {
	Items []struct {
		GUID    string `xml:"guid"`
		Title   string `xml:"title"`
		Link    string `xml:"link"`
		Summary string `xml:"description"`
		Date    string `xml:"pubDate"`
	} `xml:"channel>item"`
}

type atom struct {
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Summary string `xml:"summary"`
		Updated string `xml:"updated"`
		Link    struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
	} `xml:"entry"`
}

// ErrFormat says that the text is neither RSS nor Atom.
var ErrFormat = errors.New("neither RSS nor Atom, or not wel-formed")

// Parse reads a feed of either kind.
func Parse(r io.Reader) ([]Entry, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if strings.Contains(string(text), "<rss") {
		return parseRSS(text)
	}
	if strings.Contains(string(text), "<feed") {
		return parseAtom(text)
	}
	return nil, ErrFormat
}

func parseRSS(text []byte) ([]Entry, error) {
	var doc rss
	if err := xml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	var out []Entry
	for _, it := range doc.Items {
		t, _ := time.Parse(time.RFC1123Z, it.Date)
		out = append(out, Entry{it.GUID, it.Title, it.Link, it.Summary, t})
	}
	return out, nil
}

func parseAtom(text []byte) ([]Entry, error) {
	var doc atom
	if err := xml.Unmarshal(text, &doc); err != nil {
		return nil, err
	}
	var out []Entry
	for _, e := range doc.Entries {
		t, _ := time.Parse(time.RFC3339, e.Updated)
		out = append(out, Entry{e.ID, e.Title, e.Link.Href, e.Summary, t})
	}
	return out, nil
}
