package feed

import (
	"encoding/xml"
	"fmt"
	"io"
)

type opml struct {
	Outlines []struct {
		URL string `xml:"xmlUrl,attr"`
	} `xml:"body>outline"`
}

// ReadOPML gives the addresses of a subscription list. Folders are not looked into.
func ReadOPML(r io.Reader) ([]string, error) {
	var doc opml
	if err := xml.NewDecoder(r).Decode(&doc); err != nil {
		return nil, err
	}
	var urls []string
	for _, o := range doc.Outlines {
		if o.URL != "" {
			urls = append(urls, o.URL)
		}
	}
	return urls, nil
}

// WriteOPML writes a subscription list.
func WriteOPML(w io.Writer, urls []string) error {
	fmt.Fprintln(w, `<opml version="2.0"><body>`)
	for _, u := range urls {
		fmt.Fprintf(w, "<outline type=\"rss\" xmlUrl=%q/>\n", u)
	}
	_, err := fmt.Fprintln(w, `</body></opml>`)
	return err
}
