package context

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"ibid/core"
	"ibid/ui/say"
)

// whenReady calls do with the context of the question: now if it is there, else
// as soon as it is. A context of an older question is never used.
func (p *Pane) whenReady(what string, do func()) {
	p.host.Commit()
	switch {
	case p.question == "":
		p.host.Say("There is nothing to " + what + " yet. Ask a question first.")
	case p.run.Busy():
		p.after = do
		p.host.Say("One moment: the context is being made…")
	default:
		do()
	}
}

// usable reports whether there is a context to use, and tells the person why if
// there is none.
func (p *Pane) usable(done string) bool {
	switch {
	case p.err != nil && !errors.Is(p.err, context.Canceled):
		p.host.Say("Nothing was " + done + ". " + say.Error(p.err))
	case !p.answered || p.result.Text == "":
		p.host.Say("Nothing was " + done + ", since nothing was found. Ask in other words.")
	default:
		return true
	}
	return false
}

// Copy puts the text of the context on the clipboard.
func (p *Pane) Copy() {
	p.whenReady("copy", func() {
		if p.usable("copied") {
			p.host.SetClipboard(p.result.Text)
			p.host.Say("Copied " + say.Plural(len(p.result.Sources), "source") + ", " + say.Cost(p.result.Tokens, p.result.Estimated))
		}
	})
}

// Picture draws the cited pages on one sheet and copies it as a picture. If
// pictures cannot be copied, it lets a person save it.
func (p *Pane) Picture() {
	p.whenReady("draw", func() {
		if p.usable("drawn") {
			p.draw()
		}
	})
}

func (p *Pane) draw() {
	sources, name := p.result.Sources, fileName(p.question)+".png"
	p.host.Say("Drawing " + say.Plural(len(sources), "cited page") + "…")
	p.view.busy(true)
	p.work.Start(func(ctx context.Context) func() {
		png, err := p.engine.ContactSheet(ctx, sources, core.SmallSheet)
		drawn := err == nil
		if drawn {
			err = p.host.CopyPicture(ctx, png)
		}
		return func() {
			p.view.busy(false)
			switch {
			case err == nil:
				p.host.Say("Copied a picture of " + say.Plural(len(sources), "source") + ". Paste it into the chat.")
			case drawn:
				p.host.Say("The picture could not be copied here. Choose where to save it.")
				p.host.SaveFile(name, png)
			default:
				p.host.Say(say.Error(err))
			}
		}
	})
}

// SaveAs saves the context in a file, from which it can be built again.
func (p *Pane) SaveAs() {
	p.whenReady("save", func() {
		if p.usable("saved") {
			p.save()
		}
	})
}

func (p *Pane) save() {
	request, result, name := p.request, p.result, fileName(p.question)+".json"
	p.work.Start(func(ctx context.Context) func() {
		data, err := p.engine.Save(ctx, request, result)
		return func() {
			if err != nil {
				p.host.Say(say.Error(err))
				return
			}
			p.host.SaveFile(name, data)
		}
	})
}

// nameBytes bounds the length of a file name that is made from a question.
const nameBytes = 48

// fileName makes a file name from a question: its words in lower case.
func fileName(question string) string {
	words := strings.FieldsFunc(strings.ToLower(question), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name := ""
	for _, w := range words {
		if len(name)+1+len(w) > nameBytes {
			break
		}
		name = strings.TrimPrefix(name+"-"+w, "-")
	}
	if name == "" {
		return "context"
	}
	return name
}
