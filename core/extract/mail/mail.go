// Package mail reads messages (.eml) and mailboxes (.mbox). A page is a
// message: lines of its header, its text, and a line for everything that is
// attached to it.
//
// The parts are divided here, with the standard library for parameters and
// encoded words, and golang.org/x/text for charsets. The readers of other
// modules, as that of the standard library, end at the first part that is not
// as it should be; mail that people kept is often so, and what can be read of
// it is read.
package mail

import (
	"context"
	"fmt"
	"strings"

	"ibid/core"
)

// maxMessages is how many messages of one mailbox are read.
const maxMessages = 50_000

// Extractor reads files of core.KindMail. The zero value is ready; it holds no
// state.
type Extractor struct{}

// Words emits every message as a page.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !IsMailbox(in.Data) {
		h, body := parseHeader(in.Data)
		if len(h) == 0 {
			return &core.FileError{State: core.StateDamaged, Reason: "does not begin with the header of a message"}
		}
		return emit(page(1, h, body))
	}
	n := 0
	for data := range messages(in.Data) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if n++; n > maxMessages {
			return emit(core.Page{Index: n, Note: fmt.Sprintf("the mailbox holds more messages than the %d that are read", maxMessages)})
		}
		h, body := parseHeader(unquote(data))
		if err := emit(page(n, h, body)); err != nil {
			return err
		}
	}
	return nil
}

// page reads one message.
func page(index int, h header, data []byte) core.Page {
	b := &body{parts: new(int), size: new(int)}
	b.entity(h, data, 0, 0, "text/plain")
	var sections []string
	if head := headLines(h); len(head) > 0 {
		sections = append(sections, strings.Join(head, "\n"))
	}
	sections = append(sections, b.sections...)
	if len(b.attachments) > 0 {
		sections = append(sections, strings.Join(b.attachments, "\n"))
	}
	return core.Page{Index: index, Text: strings.Join(sections, "\n\n"), Note: strings.Join(b.notes, "; ")}
}

const subjectLine = "Subject: "

// headLines are the lines of a header that a reader wants to see.
func headLines(h header) []string {
	var out []string
	for _, name := range []string{"From", "To", "Cc", "Date", "Subject"} {
		if value := h.get(name); value != "" {
			out = append(out, name+": "+value)
		}
	}
	return out
}

// subject is that of a page's own message; empty if it has none.
func subject(page string) string {
	head, _, _ := strings.Cut(page, "\n\n")
	for line := range strings.Lines(head) {
		if s, ok := strings.CutPrefix(line, subjectLine); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// Structure emits a heading for every message: its subject.
func (Extractor) Structure(ctx context.Context, _ core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := core.Layout{Page: p.Index}
		if p.Text != "" {
			title := subject(p.Text)
			if title == "" {
				title = "(no subject)" // or the message would be read as more of the one before
			}
			l.Headings = []core.Heading{{Level: 1, Title: title, Line: -1}}
		}
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: the subjects are the headings.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns the subject and the sender of a single message. A mailbox
// has neither.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	if err := ctx.Err(); err != nil || IsMailbox(in.Data) {
		return core.Metadata{}, err
	}
	h, _ := parseHeader(in.Data)
	return core.Metadata{Title: h.get("Subject"), Author: sender(h.get("From"))}, nil
}

// sender is the name in a From field, or the address where there is no name.
func sender(from string) string {
	name, address, ok := strings.Cut(from, "<")
	name = strings.Trim(strings.TrimSpace(name), `"`)
	if name == "" && ok {
		name, _, _ = strings.Cut(address, ">")
	}
	return name
}
