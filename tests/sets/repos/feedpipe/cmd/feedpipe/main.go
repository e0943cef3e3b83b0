// Command feedpipe is the feed reader: serve, add, import, export, prune.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"feedpipe/internal/feed"
	"feedpipe/internal/poll"
	"feedpipe/internal/store"
	"feedpipe/internal/web"
)

const version = "0.6.0"

func main() {
	db := flag.String("db", "feedpipe.sqlite", "file of data")
	addr := flag.String("addr", "127.0.0.1:8080", "where to listen")
	every := flag.Duration("every", 30*time.Minute, "how often feeds are polled")
	keep := flag.Int("keep", 90, "days that read entries are kept")
	flag.Parse()
	s, err := store.Open(*db)
	if err != nil {
		log.Fatal(err)
	}
	defer s.Close()
	switch flag.Arg(0) {
	case "serve":
		go poll.New(s, *every).Run(context.Background())
		log.Fatal(http.ListenAndServe(*addr, web.Handler(s)))
	case "add":
		err = s.AddFeed(flag.Arg(1))
	case "import":
		err = importOPML(s, flag.Arg(1))
	case "export":
		err = feed.WriteOPML(os.Stdout, s.MustFeeds())
	case "prune":
		var n int64
		n, err = s.Prune(*keep)
		fmt.Println(n, "entries deleted")
	case "version":
		fmt.Println(version)
	default:
		fmt.Fprintln(os.Stderr, "usage: feedpipe [flags] serve | add URL | import FILE | export | prune | version")
		os.Exit(2)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func importOPML(s *store.Store, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	urls, err := feed.ReadOPML(f)
	if err != nil {
		return err
	}
	for _, u := range urls {
		if err := s.AddFeed(u); err != nil {
			return err
		}
	}
	return nil
}
