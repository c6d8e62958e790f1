// Package play serves the page of the playground to the browser of the one who
// started it, and to nobody else. Enter it at [Listen].
package play

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"time"
)

// types are the files of the page with their media types, which must not depend
// on the machine's. The service worker is not among them: it would outlive the
// address that it is for.
var types = map[string]string{
	"":               "text/html; charset=utf-8",
	"main.js":        "text/javascript; charset=utf-8",
	"worker.js":      "text/javascript; charset=utf-8",
	"style.css":      "text/css; charset=utf-8",
	"gcf.wasm":       "application/wasm",
	"o200k_base.bin": "application/octet-stream",
	"LICENSES.txt":   "text/plain; charset=utf-8",
}

// Complete says whether a folder holds the page.
func Complete(page fs.FS) bool {
	for name := range types {
		if _, err := fs.Stat(page, file(name)); err != nil {
			return false
		}
	}
	return true
}

func file(name string) string {
	if name == "" {
		return "index.html"
	}
	return name
}

// Server is the page at an address of this machine.
type Server struct {
	// URL is the address of the page. Who does not know it is refused.
	URL string

	listener net.Listener
	handler  http.Handler
}

// Listen takes a free port of this machine alone. The document is what the page
// opens, read each time that it asks; nil is none.
func Listen(page fs.FS, document func() ([]byte, error)) (*Server, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	host, token := listener.Addr().String(), rand.Text()
	s := &Server{URL: "http://" + host + "/" + token + "/", listener: listener, handler: handler(host, token, page, document)}
	if document != nil {
		s.URL += "#document"
	}
	return s, nil
}

// Serve answers until the context ends.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{Handler: s.handler, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 16 << 10}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler answers requests below the token. The name of the host is compared as
// well: a page of another site can have its own name lead to this machine.
func handler(host, token string, page fs.FS, document func() ([]byte, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, name, ok := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if r.Host != host || !ok || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			http.Error(w, "Open the address that gcf-lsp play printed.", http.StatusForbidden)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "There is only GET.", http.StatusMethodNotAllowed)
			return
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "frame-ancestors 'none'") // the rest is in the page
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		kind, served := types[name]
		read := func() ([]byte, error) { return fs.ReadFile(page, file(name)) }
		if name == "document" && document != nil {
			kind, served, read = "text/plain; charset=utf-8", true, document
		}
		if !served {
			http.NotFound(w, r)
			return
		}
		content, err := read()
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		h.Set("Content-Type", kind)
		_, _ = w.Write(content) // to a browser that may be gone
	})
}
