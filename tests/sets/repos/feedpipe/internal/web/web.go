// Package web shows the entries.
package web

import (
	"html/template"
	"net/http"

	"feedpipe/internal/store"
)

const pageSize = 50

var page = template.Must(template.New("page").Parse(`<!doctype html><title>feedpipe</title>
<form action="/search"><input name="q"></form>
{{range .}}<article><h2><a href="{{.Link}}">{{.Title}}</a></h2><p>{{.Summary}}</p>
<form method="post" action="/read"><input type="hidden" name="guid" value="{{.GUID}}"><button>Mark as red</button></form>
<form method="post" action="/star"><input type="hidden" name="guid" value="{{.GUID}}"><button>Star</button></form>
</article>{{else}}<p>Nothing new.</p>{{end}}`))

// Handler serves the pages.
func Handler(s *store.Store) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) {
		rows, err := s.Unread(pageSize)
		show(w, rows, err)
	})
	mux.HandleFunc("GET /search", func(w http.ResponseWriter, r *http.Request) {
		rows, err := s.Search(r.FormValue("q"), pageSize)
		show(w, rows, err)
	})
	mux.HandleFunc("POST /read", func(w http.ResponseWriter, r *http.Request) {
		_ = s.MarkRead(r.FormValue("guid"))
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	mux.HandleFunc("POST /star", func(w http.ResponseWriter, r *http.Request) {
		_ = s.Star(r.FormValue("guid"), true)
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	return mux
}

func show(w http.ResponseWriter, rows []store.Row, err error) {
	if err != nil {
		http.Error(w, "the file of data cannot be read", http.StatusInternalServerError)
		return
	}
	_ = page.Execute(w, rows)
}
