package lsp

import (
	"context"
	"fmt"
	"time"

	"go.lsp.dev/protocol"
)

// progress is a long piece of work that the client shows. A nil progress shows
// nothing.
type progress struct {
	server *server
	token  protocol.ProgressToken
	total  int
	told   time.Time
}

// Less work than the minimum is not worth showing; the client is told at most
// once in an interval; what it does not agree to in time is not shown.
const (
	progressMinimum  = 50
	progressInterval = 100 * time.Millisecond
	progressPatience = time.Second
)

// beginProgress begins to show work on so many items, or returns nil where it
// is little or the client shows none.
func (s *server) beginProgress(ctx context.Context, title string, total int) *progress {
	can := s.now.Load().client.can.Window
	if total < progressMinimum || can == nil || !is(can.WorkDoneProgress) {
		return nil
	}
	p := &progress{server: s, token: protocol.String("gcf-lsp/index"), total: total}
	wait, cancel := context.WithTimeout(ctx, progressPatience)
	defer cancel()
	if err := s.editor.WorkDoneProgressCreate(wait, &protocol.WorkDoneProgressCreateParams{Token: p.token}); err != nil {
		s.log.Debug("the client shows no progress", "err", err)
		return nil
	}
	zero := uint32(0)
	p.tell(ctx, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Percentage: &zero})
	return p
}

// step says how many items are done.
func (p *progress) step(ctx context.Context, done int) {
	if p == nil || time.Since(p.told) < progressInterval {
		return
	}
	percentage := uint32(100 * done / p.total)
	message := fmt.Sprintf("%d of %d", done, p.total)
	p.tell(ctx, &protocol.WorkDoneProgressReport{Kind: "report", Percentage: &percentage, Message: &message})
}

// end takes it from the screen.
func (p *progress) end(ctx context.Context) {
	if p != nil {
		p.tell(ctx, &protocol.WorkDoneProgressEnd{Kind: "end"})
	}
}

func (p *progress) tell(ctx context.Context, value any) {
	p.told = time.Now()
	raw, err := protocol.Marshal(value)
	if err == nil {
		err = p.server.editor.Progress(ctx, &protocol.ProgressParams{Token: p.token, Value: raw})
	}
	if err != nil && ctx.Err() == nil {
		p.server.log.Debug("progress could not be sent", "err", err)
	}
}
