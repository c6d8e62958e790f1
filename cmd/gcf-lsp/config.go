package main

import (
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gcf-lsp/diagnostics"
	"gcf-lsp/internal/cli/config"
	"gcf-lsp/internal/cli/report"
	"gcf-lsp/internal/files"
)

func (a *app) configCommand() *cobra.Command {
	var defaults, schema bool
	cmd := &cobra.Command{
		Use:   "config [FILE]",
		Short: "Print the configuration of a file, and where each value comes from",
		Long: `Print the configuration that is in force for a file or a folder, by default
this one: each value, and the file and line that it comes from. It is the
nearest .gcf-lsp.toml in the folder or above it.`,
		Example: `  gcf-lsp config data/orders.gcf
  gcf-lsp config --default > .gcf-lsp.toml
  gcf-lsp config --schema > gcf-lsp.schema.json`,
		Args: atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case defaults && schema:
				return usage("", "--default with --schema")
			case defaults:
				_, err := fmt.Fprint(a.stdout, config.DefaultFile())
				return err
			case schema:
				text, err := config.JSONSchema()
				if err == nil {
					_, err = fmt.Fprintf(a.stdout, "%s\n", text)
				}
				return err
			}
			path := "."
			if len(args) > 0 {
				path = args[0]
			}
			return a.printConfig(path)
		},
	}
	cmd.Flags().BoolVar(&defaults, "default", false, "print a commented file with the defaults")
	cmd.Flags().BoolVar(&schema, "schema", false, "print the JSON schema of the file")
	return cmd
}

func (a *app) printConfig(path string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	dir := workingDir()
	file := abs
	if info, err := os.Stat(abs); err == nil && info.IsDir() {
		file = filepath.Join(abs, "file") // what holds for the files in it
	}
	found := config.NewFinder(config.Default()).For(file)
	if found.Err != nil {
		return found.Err
	}
	if found.Problems != nil {
		return a.configProblems(dir, found)
	}
	c := found.Config
	if c.Path == "" {
		fmt.Fprintf(a.stdout, "# no %s in %s or above it\n", config.FileName, files.Display(dir, filepath.Dir(file)))
	} else {
		fmt.Fprintf(a.stdout, "# %s\n", files.Display(dir, c.Path))
	}
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, line := range c.Lines(file) {
		from := line.Origin.Source
		if line.Origin.Line > 0 {
			from = fmt.Sprintf("%s:%d", files.Display(dir, from), line.Origin.Line)
		}
		fmt.Fprintf(w, "%s = %s\t# %s\n", line.Key, report.Safe(line.Value), from)
	}
	return w.Flush()
}

// configProblems reports the mistakes of a configuration file.
func (a *app) configProblems(dir string, found *config.Found) error {
	f := &report.File{Name: files.Display(dir, found.Config.Path), Source: found.Source}
	for _, p := range found.Problems {
		f.Findings = append(f.Findings, report.Finding{
			Code: "configuration", Severity: diagnostics.Error, Message: p.Message, Start: p.Start, End: p.End,
		})
	}
	if err := a.report("text", a.stderr, report.Options{}, f); err != nil {
		return err
	}
	return status(exitFailure)
}
