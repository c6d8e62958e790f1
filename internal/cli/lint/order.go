package lint

import (
	"context"
	"sync"
)

// InOrder calls work for each item on so many goroutines and hands the results
// to take, one at a time, in the order of the items. No more than a few results
// a worker are kept waiting, so memory stays flat however many items there are.
// It ends early when take returns an error or ctx is done.
func InOrder[T, R any](ctx context.Context, items []T, workers int, work func(T) R, take func(R) error) error {
	var running sync.WaitGroup
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type job struct {
		item T
		done chan R
	}
	jobs := make(chan job)
	waiting := make(chan chan R, 4*workers)
	running.Go(func() {
		defer close(jobs)
		defer close(waiting)
		for _, item := range items {
			done := make(chan R, 1)
			select {
			case waiting <- done:
			case <-ctx.Done():
				return
			}
			select {
			case jobs <- job{item, done}:
			case <-ctx.Done():
				return
			}
		}
	})
	for range workers {
		running.Go(func() {
			for j := range jobs {
				j.done <- work(j.item)
			}
		})
	}
	for done := range waiting {
		select {
		case r := <-done:
			if err := take(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return ctx.Err()
}
