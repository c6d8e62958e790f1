package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/play"
)

func (a *app) playCommand() *cobra.Command {
	var dir string
	var noOpen bool
	cmd := &cobra.Command{
		Use:   "play [FILE|-]",
		Short: "Open a document in the playground, a page in the browser",
		Long: `Serve the playground on this machine alone and open it in the browser: a page
that checks, repairs, converts and draws a document, in the browser. With a file
it opens that; the file is read each time the page is loaded and never written.

The address has a random port and a secret; who does not have it is refused.
The command ends when it is interrupted.

The page is not in the program, which it would make twice as large: it is
the folder playground beside the program, or the one that --dir names.
'make playground' builds it in dist/playground.`,
		Example: `  gcf-lsp play examples/orders.gcf
  gcf-lsp play --dir dist/playground --no-open`,
		Args: atMostOne,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir == "" {
				program, err := os.Executable()
				if err != nil {
					return err
				}
				dir = filepath.Join(filepath.Dir(program), "playground")
			}
			page := os.DirFS(dir)
			if !play.Complete(page) {
				return usage("'make playground' builds it in dist/playground; name its folder with --dir", "the playground is not in %s", dir)
			}
			document, err := a.playDocument(args)
			if err != nil {
				return err
			}
			server, err := play.Listen(page, document)
			if err != nil {
				return err
			}
			ctx, stop := untilInterrupted(cmd.Context())
			defer stop()
			if _, err := fmt.Fprintln(a.stdout, server.URL); err != nil {
				return err
			}
			if !noOpen {
				if err := openBrowser(server.URL); err != nil {
					a.complain("the browser was not opened: %v", err)
				}
			}
			return server.Serve(ctx)
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "the folder with the page (default: playground beside the program)")
	cmd.Flags().BoolVar(&noOpen, "no-open", false, "print the address and open no browser")
	return cmd
}

// playDocument returns what reads the document; standard input is read once. A
// file that cannot be read is an error now, not in the browser.
func (a *app) playDocument(args []string) (func() ([]byte, error), error) {
	if len(args) == 0 {
		return nil, nil
	}
	_, text, err := a.read(args)
	if err != nil {
		return nil, err
	}
	return func() ([]byte, error) {
		if args[0] == "-" {
			return []byte(text), nil
		}
		_, now, err := a.read(args)
		return []byte(now), err
	}, nil
}

// openBrowser opens an address in the browser that the person has chosen.
func openBrowser(url string) error {
	command := []string{"xdg-open", url}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open", url}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", url}
	}
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Process.Release() // it may be the browser, which outlives this
}
