package code_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ibid/app/code"
	"ibid/app/fresh"
	"ibid/core"
)

// busy is a graph that does not say what a server answered before it is let to.
type busy struct {
	code.Graph
	asked, answer chan struct{}
}

func (b *busy) Answer(context.Context, core.Hash, string, string) ([]core.FileLine, bool, error) {
	b.asked <- struct{}{}
	<-b.answer
	return []core.FileLine{{Path: "/b.go", Line: 3}}, true, nil
}

func (b *busy) UsesAt(context.Context, string, []core.FileLine) ([]core.Use, error) {
	return []core.Use{{Line: 3}}, nil
}

func (b *busy) Documents(context.Context) ([]core.Document, error) { return nil, nil }

func (b *busy) Stale(context.Context, core.Document) bool { return false }

func TestCancelledQuestionDoesNotWaitForItsTurn(t *testing.T) { // R2.11
	programs := t.TempDir()
	if err := os.WriteFile(filepath.Join(programs, "gopls"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", programs)
	b := &busy{asked: make(chan struct{}, 2), answer: make(chan struct{})}
	n := code.New(code.Ports{Graph: b, Library: b, Files: &fresh.Files{Opener: b}, Servers: func() bool { return true }})
	d := core.Document{ID: 1, Path: "/a.go", Name: "a.go", Hash: "a", Kind: core.KindCode}
	of := code.Subject{Document: d, Symbol: &core.Symbol{Document: d, Entity: core.Entity{Name: "kelp", NameLine: 1}}}
	ask := func(ctx context.Context) <-chan error {
		done := make(chan error, 1)
		go func() {
			used, err := n.References(ctx, of)
			if err == nil && (len(used.Uses) != 1 || used.By.Server != "gopls") {
				err = errors.New("it is not the server's answer")
			}
			done <- err
		}()
		return done
	}
	first := ask(t.Context())
	<-b.asked
	ctx, cancel := context.WithCancel(t.Context())
	second := ask(ctx)
	cancel()
	select {
	case err := <-second:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled question: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("a cancelled question waits for the one before it")
	}
	close(b.answer)
	if err := <-first; err != nil {
		t.Error(err)
	}
	if err := <-ask(t.Context()); err != nil {
		t.Errorf("the next question: %v", err)
	}
	if err := n.CloseServers(); err != nil {
		t.Error(err)
	}
}
