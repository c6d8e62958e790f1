package play

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

func TestServe(t *testing.T) {
	page := fstest.MapFS{"sw.js": {}, "secret": {Data: []byte("secret")}}
	if Complete(page) {
		t.Error("an empty folder is complete")
	}
	for name := range types {
		page[file(name)] = &fstest.MapFile{Data: []byte("content of " + file(name))}
	}
	if !Complete(page) {
		t.Error("the whole page is not complete")
	}
	document, failure := "GCF profile=generic\na=1\n", error(nil)
	s, err := Listen(page, func() ([]byte, error) { return []byte(document), failure })
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- s.Serve(ctx) }()

	base, fragment, _ := strings.Cut(s.URL, "#")
	if fragment != "document" || !strings.HasPrefix(base, "http://127.0.0.1:") {
		t.Errorf("the address is %s", s.URL)
	}
	root := base[:strings.Index(base[len("http://"):], "/")+len("http://")]
	ask := func(method, url, host string) (int, string, http.Header) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(body), answer.Header
	}
	for _, c := range []struct {
		method, url, host string
		status            int
		body, kind        string
	}{
		{"GET", base, "", 200, "content of index.html", "text/html; charset=utf-8"},
		{"GET", base + "gcf.wasm", "", 200, "content of gcf.wasm", "application/wasm"},
		{"GET", base + "document", "", 200, document, "text/plain; charset=utf-8"},
		{"HEAD", base, "", 200, "", "text/html; charset=utf-8"},
		{"POST", base, "", 405, "There is only GET.\n", ""},
		{"GET", base + "sw.js", "", 404, "404 page not found\n", ""},
		{"GET", base + "secret", "", 404, "404 page not found\n", ""},
		{"GET", base + "../secret", "", 404, "404 page not found\n", ""},
		{"GET", base + "%2e%2e%2fsecret", "", 404, "404 page not found\n", ""},
		{"GET", root + "/", "", 403, "Open the address that gcf-lsp play printed.\n", ""},
		{"GET", root + "/wrong/document", "", 403, "Open the address that gcf-lsp play printed.\n", ""},
		{"GET", base + "document", "attacker.example", 403, "Open the address that gcf-lsp play printed.\n", ""},
		{"GET", base + "document", "localhost", 403, "Open the address that gcf-lsp play printed.\n", ""},
	} {
		status, body, header := ask(c.method, c.url, c.host)
		if status != c.status || body != c.body {
			t.Errorf("%s %s as %q: %d %q, want %d %q", c.method, c.url, c.host, status, body, c.status, c.body)
		}
		if kind := header.Get("Content-Type"); c.kind != "" && (kind != c.kind || header.Get("X-Content-Type-Options") != "nosniff") {
			t.Errorf("%s: type %q", c.url, kind)
		}
	}
	document = "changed"
	if _, body, _ := ask("GET", base+"document", ""); body != "changed" {
		t.Errorf("the document was not read again: %q", body)
	}
	failure = errors.New("it is gone")
	if status, body, _ := ask("GET", base+"document", ""); status != 500 || body != "it is gone\n" {
		t.Errorf("a document that cannot be read: %d %q", status, body)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
