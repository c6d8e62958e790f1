package main

import (
	"os"

	"github.com/spf13/cobra"

	"gcf-lsp/internal/cli/merge"
	"gcf-lsp/internal/files"
)

func (a *app) mergeCommand() *cobra.Command {
	var o merge.Options
	var name string
	cmd := &cobra.Command{
		Use:   "merge BASE OURS THEIRS",
		Short: "Merge two versions of a document, row by row: a merge driver for git",
		Long: `Merge OURS and THEIRS, which were made of BASE, and write the result to OURS, as
git expects of a merge driver. An empty BASE means that both sides added the file.

Full payloads whose rows have identities, and graphs, are merged row by row and
cell by cell: what only one side changed is as that side has it, in whatever
order the rows stand. Counts, symbol ids and the pack root are those of the
result; comments and other header fields are merged beside the rows (tokens= goes
where the sides have different ones). Other documents, and those in which
something would be lost so, are merged line by line, and only where that gives a
document without errors.

Exit status: 0 merged, 1 OURS has conflict markers: a cell that both changed, a
row that one removed and the other changed, or lines; 2 it could not run, and
OURS is as it was.`,
		Example: `  git config merge.gcf.driver 'gcf-lsp merge --marker-size %L --path %P %O %A %B'
  echo '*.gcf merge=gcf' >> .gitattributes`,
		Args: exactly("the common payload", "ours", "theirs"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.merge(args, name, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&name, "path", "", "what the file is called in messages; git's %P")
	flags.IntVar(&o.MarkerSize, "marker-size", 7, "how many signs a conflict marker has; git's %L")
	flags.StringVar(&o.Ours, "ours", "ours", "what conflict markers call OURS; git's %X")
	flags.StringVar(&o.Theirs, "theirs", "theirs", "what conflict markers call THEIRS; git's %Y")
	return cmd
}

func (a *app) merge(args []string, name string, o merge.Options) error {
	var texts [3]string
	for i, arg := range args {
		if err := files.Readable(arg); err != nil {
			return err
		}
		data, err := os.ReadFile(arg)
		if err != nil {
			return err
		}
		texts[i] = textOf(data)
	}
	if name == "" {
		name = files.Display(workingDir(), args[1])
	}
	var result merge.Result
	err := a.contain(name, func() error {
		result = merge.Texts(texts[0], texts[1], texts[2], o)
		return nil
	})
	if err != nil {
		return err
	}
	if result.Text != texts[1] {
		if err := files.Write(workingDir(), args[1], []byte(texts[1]), []byte(result.Text)); err != nil {
			return err
		}
	}
	if result.Conflicts == 0 {
		return nil
	}
	how := "lines"
	if result.ByRows {
		how = "rows"
	}
	a.complain("%s: %s left, merged by %s", name, counted(result.Conflicts, "conflict"), how)
	return status(exitFindings)
}
