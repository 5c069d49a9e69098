package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"ibid/core"
)

// ofModel are the sources that the model is given: others than the window shows.
var ofModel = []core.Source{{Number: 1, Text: "a"}, {Number: 2, Text: "b"}, {Number: 3, Text: "c"}}

// asking sets up a window whose question the model answers.
func asking(t *testing.T, e *engine) (*Pane, *host, func(what string, holds func() bool)) {
	t.Helper()
	p, h, q := setup(t, e)
	h.question = "How deep is it?"
	return p, h, func(what string, holds func() bool) { t.Helper(); q.Until(t, what, holds) }
}

func TestTheModelsAnswerComesPieceByPieceAndIsChecked(t *testing.T) { // R3.10
	next, e := make(chan bool), &engine{}
	e.reply = func(ctx context.Context, each func(*core.Context, string)) (core.Reply, error) {
		each(&core.Context{Sources: ofModel}, "")
		<-next
		each(nil, "six ")
		<-next
		report, err := e.Check(ctx, "found\nunchecked", ofModel)
		return core.Reply{Text: "six fathoms [3]", Model: "phi", Check: report, Checked: true}, err
	}
	p, h, until := asking(t, e)
	test.Tap(p.ask)
	until("the sources", func() bool { return p.summary.Text == "The model reads 3 sources…" })
	next <- true
	until("the first piece", func() bool { return p.answer.Text == "six " && p.ask.Text == "Stop" })
	h.sources = nil // the window goes on to another question
	p.Follow()
	next <- true
	until("the report", func() bool { return !p.Waiting() })
	if p.answer.Text != "six fathoms [3]" || len(p.report.Claims) != 2 || p.ask.Text != askTitle {
		t.Errorf("answer %q, %d claims, button %q", p.answer.Text, len(p.report.Claims), p.ask.Text)
	}
	if !strings.Contains(p.against.Text(), "3 sources that the model was given") || fmt.Sprint(h.cited) != "[found\nunchecked]" {
		t.Errorf("%q, told of %q", p.against.Text(), h.cited)
	}
	p.open(p.report.Claims[0])
	p.open(p.report.Claims[1])
	if len(h.opened) != 1 || fmt.Sprint(h.shown) != "[2]" {
		t.Errorf("opened %v, sources %v", h.opened, h.shown)
	}
}

// What the model said is checked against its sources, also when a person edits
// it; what is pasted is checked against those that the window shows.
func TestAnEditedAnswerKeepsItsSourcesAndAPastedOneDoesNot(t *testing.T) { // R3.10
	e := &engine{}
	e.reply = func(_ context.Context, each func(*core.Context, string)) (core.Reply, error) {
		each(&core.Context{Sources: ofModel}, "")
		return core.Reply{Text: "six", Checked: true}, nil
	}
	p, h, until := asking(t, e)
	p.Ask()
	until("the answer", func() bool { return !p.Waiting() })
	p.answer.SetText("six fathoms")
	until("the check of the edited one", func() bool { return !p.Waiting() && e.asked() == 1 })
	if e.of != 3 {
		t.Errorf("the edited answer was checked against %d sources", e.of)
	}
	h.clipboard = "found"
	p.Paste()
	until("the check of the pasted one", func() bool { return !p.Waiting() && e.asked() == 2 })
	if e.of != 2 {
		t.Errorf("the pasted answer was checked against %d sources", e.of)
	}
}

func TestAskingCanBeStoppedAndKeepsWhatCame(t *testing.T) { // R3.10
	e, ended := &engine{}, make(chan error, 1)
	e.reply = func(ctx context.Context, each func(*core.Context, string)) (core.Reply, error) {
		each(&core.Context{Sources: ofModel}, "")
		each(nil, "six ")
		<-ctx.Done()
		ended <- ctx.Err()
		return core.Reply{Text: "six "}, ctx.Err()
	}
	p, h, until := asking(t, e)
	p.Ask()
	until("the first piece", func() bool { return p.answer.Text == "six " })
	p.Ask()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if p.Waiting() || p.answer.Text != "six " || e.asked() != 0 || !strings.HasPrefix(h.lastWord(), "Stopped.") {
		t.Errorf("answer %q, checked %d times, said %q", p.answer.Text, e.asked(), h.lastWord())
	}
}

// What was pasted is not lost to a model that does not answer.
func TestAModelThatSaysNothingLeavesWhatWasPasted(t *testing.T) { // R3.10
	e := &engine{reply: func(context.Context, func(*core.Context, string)) (core.Reply, error) {
		return core.Reply{}, fmt.Errorf("Ollama: it does not run: %w", core.ErrNotAsked)
	}}
	p, h, until := asking(t, e)
	h.clipboard = "found"
	p.Paste()
	until("the check of the pasted one", func() bool { return !p.Waiting() && e.asked() == 1 })
	p.Ask()
	until("its second check", func() bool { return !p.Waiting() && e.asked() == 2 })
	if p.answer.Text != "found" || len(p.report.Claims) != 1 || h.lastWord() != "Ollama: it does not run." || p.ask.Text != askTitle {
		t.Errorf("answer %q, %d claims, said %q, button %q", p.answer.Text, len(p.report.Claims), h.lastWord(), p.ask.Text)
	}
}

func TestAModelThatCannotBeAskedSaysWhatToDo(t *testing.T) { // R2.3, R3.10
	for _, tt := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("Ollama: it does not run (start it with: ollama serve): %w", core.ErrNotAsked), "Ollama: it does not run (start it with: ollama serve)."},
		{&core.WindowError{Model: "phi", Window: 2048, Needed: 3100, Room: 500},
			"The context does not fit: phi takes 2048 tokens at a time; context, question and answer need 3100. Set the budget to 500 tokens or fewer in the options of the context."},
		{&core.WindowError{Model: "phi", Window: 512, Needed: 1200},
			"The context does not fit: phi takes 512 tokens at a time; context, question and answer need 1200. Ask a shorter question, or choose a larger model in the settings."},
	} {
		e := &engine{reply: func(_ context.Context, each func(*core.Context, string)) (core.Reply, error) {
			each(&core.Context{Sources: ofModel}, "")
			return core.Reply{}, tt.err
		}}
		p, _, until := asking(t, e)
		p.Ask()
		until("the reason", func() bool { return !p.Waiting() })
		if _, body := p.empty.Text(); body != tt.want {
			t.Errorf("said %q, want\n%q", body, tt.want)
		}
		if got := p.against.Text(); got != "against the 2 sources of the context" {
			t.Errorf("without an answer %q", got)
		}
	}
	p, h, _ := setup(t, &engine{})
	p.Ask()
	if h.lastWord() != "Ask a question in the search first. The model answers it from its context." {
		t.Errorf("without a question: %q", h.lastWord())
	}
}
