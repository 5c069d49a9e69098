// Package mail reads messages (.eml) and mailboxes (.mbox). Each message is a
// page: lines of its header, its text, and a line for each attachment.
//
// Headers and multiparts are parsed here, parameters and encoded words by the
// standard library, charsets by golang.org/x/text. The standard library and
// github.com/emersion/go-message stop at the first part that breaks a rule, and
// mail that people keep often does. go-message reads nothing where a line of a
// header is damaged or the header is long (TestHostileMessagesAreBounded), where
// the parameters of a type are damaged, base64 holds other characters or a text
// is not in the charset that it names (TestBodiesAreDecoded,
// TestPartsArePutTogether).
package mail

import (
	"cmp"
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

// page reads one message as the page with that index.
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

// headLines returns the fields of a header that are shown, a line each.
func headLines(h header) []string {
	var out []string
	for _, name := range []string{"From", "To", "Cc", "Date", "Subject"} {
		if value := h.get(name); value != "" {
			out = append(out, name+": "+value)
		}
	}
	return out
}

// subject returns the subject of the message that a page holds, "" if it has none.
func subject(page string) string {
	head, _, _ := strings.Cut(page, "\n\n")
	for line := range strings.Lines(head) {
		if s, ok := strings.CutPrefix(line, subjectLine); ok {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// Structure emits the subject of every message as its heading.
func (Extractor) Structure(ctx context.Context, _ core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := core.Layout{Page: p.Index}
		if p.Text != "" {
			// Without a heading the message would belong to the section of the one before.
			title := cmp.Or(subject(p.Text), "(no subject)")
			l.Headings = []core.Heading{{Level: 1, Title: title, Line: -1}}
		}
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: the headings are all the outline a mailbox has.
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

// sender returns the name in a From field, or the address if there is no name.
func sender(from string) string {
	name, address, ok := strings.Cut(from, "<")
	name = strings.Trim(strings.TrimSpace(name), `"`)
	if name == "" && ok {
		name, _, _ = strings.Cut(address, ">")
	}
	return name
}
