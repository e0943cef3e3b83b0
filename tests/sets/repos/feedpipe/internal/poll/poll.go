// Package poll fetches feeds, politely.
package poll

import (
	"context"
	"log"
	"net/http"
	"time"

	"feedpipe/internal/feed"
	"feedpipe/internal/store"
)

// Poller asks every feed for news.
type Poller struct {
	store  *store.Store
	every  time.Duration
	client *http.Client
}

// New makes a poller.
func New(s *store.Store, every time.Duration) *Poller {
	return &Poller{s, every, &http.Client{Timeout: 20 * time.Second}}
}

// Run polls until the context ends.
func (p *Poller) Run(ctx context.Context) {
	for {
		p.once(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(p.every):
		}
	}
}

func (p *Poller) once(ctx context.Context) {
	urls, err := p.store.Feeds()
	if err != nil {
		log.Print(err)
		return
	}
	for _, u := range urls {
		if err := p.fetch(ctx, u); err != nil {
			log.Printf("%s: %v", u, err)
			_ = p.store.Failed(u)
		}
	}
}

func (p *Poller) fetch(ctx context.Context, u string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	req.Header.Set("User-Agent", "feedpipe/0.5")
	res, err := p.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	entries, err := feed.Parse(res.Body)
	if err != nil {
		return err
	}
	return p.store.Save(u, entries)
}
