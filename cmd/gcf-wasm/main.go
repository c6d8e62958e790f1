//go:build js && wasm

// Command gcf-wasm is the language server and the questions of package tools as
// WebAssembly, for browsers and Node. web/src/runtime.ts starts it.
//
// The host gives a function `ready` and is given an object with
//
//	serve(send)       begins an LSP session and returns receive; both take the
//	                  JSON of one message. The session ends with `exit`.
//	call(name, json, done)
//	                  asks a question of package tools and calls done with the
//	                  answer: the JSON of {"result": …} or {"error": text}.
//
// Its file system is the host's `fs`, with the callbacks of Node's.
package main

import (
	"context"
	"syscall/js"

	"gcf-lsp/internal/tools"
	"gcf-lsp/lsp"
)

// version is set when a release is built.
var version = "devel"

func main() {
	js.Global().Call("ready", map[string]any{
		"serve": js.FuncOf(func(_ js.Value, args []js.Value) any {
			in := newQueue()
			go func() {
				// Why a connection broke is nobody's to read here, and the client sees
				// that it did.
				_, _ = lsp.Serve(context.Background(), in, sender{args[0]}, lsp.Options{Version: version})
			}()
			return js.FuncOf(func(_ js.Value, args []js.Value) any {
				in.put(args[0].String())
				return nil
			})
		}),
		"call": js.FuncOf(func(_ js.Value, args []js.Value) any {
			name, arguments, done := args[0].String(), args[1].String(), args[2]
			go func() { done.Invoke(string(tools.CallJSON(name, []byte(arguments)))) }() // it may wait for a file
			return nil
		}),
	})
	select {} // what the host calls runs beside this
}
