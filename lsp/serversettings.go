package lsp

import (
	"fmt"
	"time"

	"gcf-lsp/internal/editor/hints"
)

// serverSetting is a setting that only an editor has, beside those of the
// configuration file.
type serverSetting struct {
	key     string // dotted, such as "hover.enable"
	doc     string // Markdown, one or two sentences
	initial any    // the default: a bool or an int
	least   int    // of a number
	most    int
	// read puts a value that is of the type of initial and in its range into
	// the settings.
	read func(s *settings, v any)
	// foreign settings are the client's own business, which clients send along
	// with the rest of their section. They are not read.
	foreign bool
}

// serverSettings are in the order in which they are documented.
var serverSettings = []serverSetting{
	toggle("hover.enable", "Say what stands under the pointer.", true, func(s *settings) *bool { return &s.hover }),
	toggle("signatureHelp.enable", "Show the columns of a row while it is being typed.", true, func(s *settings) *bool { return &s.signatureHelp }),
	toggle("completion.enable", "Offer what could come next while typing.", true, func(s *settings) *bool { return &s.completion }),
	toggle("inlayHints.names", "Show the names of symbols beside their ids in edges.", defaultHints.Names, func(s *settings) *bool { return &s.hints.Names }),
	toggle("inlayHints.counts", "Show the real count beside `[?]`.", defaultHints.Counts, func(s *settings) *bool { return &s.hints.Counts }),
	toggle("inlayHints.columns", "Show the names of columns before the cells of wide tables.", defaultHints.Columns, func(s *settings) *bool { return &s.hints.Columns }),
	toggle("inlayHints.budgets", "Show the running total of budget tokens behind Context Graph Protocol frames.", true, func(s *settings) *bool { return &s.budgets }),
	toggle("counts.keep", "When a document is saved that had no errors before: correct the counts, the summary and the ids of rows that no longer fit.", true, func(s *settings) *bool { return &s.keepCounts }),
	toggle("codeLens.enable", "Show lines with sizes and commands above tables and deltas.", true, func(s *settings) *bool { return &s.codeLens }),
	number("outline.limit", "How many symbols of a document are listed.", defaultOutlineLimit, 1, 1_000_000, func(s *settings, n int) { s.outlineLimit = n }),
	number("diagnostics.debounce", "How long typing must rest before problems are reported, in milliseconds.", int(defaultDebounce/time.Millisecond), 0, 60_000,
		func(s *settings, n int) { s.debounce = time.Duration(n) * time.Millisecond }),
	{key: "columns.colors", foreign: true},
	{key: "columns.wideTable", foreign: true},
	{key: "columns.align", foreign: true},
	{key: "columns.maxWidth", foreign: true},
	{key: "trace.server", foreign: true},
	{key: "server.path", foreign: true},
	{key: "server.arguments", foreign: true},
}

func toggle(key, doc string, initial bool, field func(*settings) *bool) serverSetting {
	return serverSetting{key: key, doc: doc, initial: initial, read: func(s *settings, v any) { *field(s) = v.(bool) }}
}

func number(key, doc string, initial, least, most int, set func(*settings, int)) serverSetting {
	return serverSetting{key: key, doc: doc, initial: initial, least: least, most: most, read: func(s *settings, v any) { set(s, v.(int)) }}
}

// take reads a value as it comes from a client. Null is not set.
func (o *serverSetting) take(s *settings, v any) error {
	if o.foreign || v == nil {
		return nil
	}
	switch o.initial.(type) {
	case bool:
		if _, ok := v.(bool); !ok {
			return fmt.Errorf("%s must be true or false", o.key)
		}
	case int:
		n, ok := integer(v)
		if !ok || n < o.least || n > o.most {
			return fmt.Errorf("%s must be a number from %d to %d", o.key, o.least, o.most)
		}
		v = n
	}
	o.read(s, v)
	return nil
}

// serverSettingOf returns the setting with a key, or nil.
func serverSettingOf(key string) *serverSetting {
	for i := range serverSettings {
		if serverSettings[i].key == key {
			return &serverSettings[i]
		}
	}
	return nil
}

// features are the settings of single features.
type features struct {
	// debounce is how long a document must rest before its diagnostics are
	// published, while it is being typed in.
	debounce time.Duration
	// outlineLimit is how many symbols of a document are listed.
	outlineLimit int
	hints        hints.Options

	hover, signatureHelp, completion, codeLens, budgets, keepCounts bool
}
