// Package conversation reads exported chats: the conversations.json of ChatGPT
// and of Claude, logs of one JSON value a line, and logs in Markdown. A page is
// a message, numbered through the file.
package conversation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"ibid/core"
	"ibid/core/text"
)

// Extractor reads files of core.KindConversation. The zero value is ready; it
// holds no state.
type Extractor struct{}

// Bounds of a file of chats.
const (
	maxMessages = 200_000
	maxMessage  = 1 << 20   // bytes of text of one message; the rest is cut
	maxValue    = 32 << 20  // bytes of one JSON value: a chat, or a line of a log
	maxContent  = 8 << 20   // bytes of JSON of one message
	maxNodes    = 100_000   // messages of one chat, with their other versions
	maxLog      = 256 << 20 // bytes of a log in Markdown
	maxBroken   = 100       // lines of a log that cannot be read, until reading ends
	maxNesting  = 8         // parts of a message within each other
)

// message is one message of a chat.
type message struct {
	title    string // of the chat; set on its first message only
	role     string // "user", as the file has it
	at       time.Time
	text     string
	note     string
	pictures int
}

// Words emits every message that has text as a page.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	n := 0
	err := read(ctx, in, func(m message) error {
		n++
		return emit(core.Page{Index: n, Text: m.text, Note: m.note})
	})
	if err == nil && n == 0 {
		return fmt.Errorf("read %q: %w", in.Name, &core.FileError{State: core.StateNoText, Reason: "holds no messages"})
	}
	return err
}

// Structure emits the headings of every message: the title of the chat before its
// first message, then who wrote the message and when, in UTC.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	n := 0
	return read(ctx, in, func(m message) error {
		if n++; n > len(pages) {
			return nil
		}
		l := core.Layout{Page: n, Pictures: m.pictures}
		if m.title != "" {
			l.Headings = append(l.Headings, core.Heading{Level: 1, Title: m.title, Line: -1})
		}
		if who := m.speaker(); who != "" {
			l.Headings = append(l.Headings, core.Heading{Level: 2, Title: who, Line: -1})
		}
		return emit(l)
	})
}

// Outline lists the chats of the file.
func (Extractor) Outline(ctx context.Context, in core.Input) ([]core.OutlineEntry, error) {
	var out []core.OutlineEntry
	n := 0
	err := read(ctx, in, func(m message) error {
		n++
		if m.title != "" {
			out = append(out, core.OutlineEntry{Level: 1, Title: m.title, Page: n})
		}
		return nil
	})
	return out, err
}

// Metadata returns the title of the chat if the file holds only one.
func (x Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	chats, err := x.Outline(ctx, in)
	if err != nil || len(chats) != 1 || chats[0].Title == untitled {
		return core.Metadata{}, err
	}
	return core.Metadata{Title: chats[0].Title}, nil
}

// speaker returns who wrote the message and when: "Assistant · 2024-05-01 12:03".
func (m message) speaker() string {
	role := oneLine(m.role)
	if role == "" {
		return ""
	}
	r, n := utf8.DecodeRuneInString(role)
	who := strings.ToUpper(string(r)) + role[n:]
	if m.at.IsZero() {
		return who
	}
	return who + " · " + m.at.UTC().Format("2006-01-02 15:04")
}

const untitled = "Untitled chat"

// sink counts and cleans messages before it hands them over.
type sink struct {
	count int
	title string // of a chat whose first message is still to come
	each  func(message) error
}

// chat begins a chat.
func (s *sink) chat(title string) {
	if s.title = oneLine(title); s.title == "" {
		s.title = untitled
	}
}

// add hands over a message unless it is empty.
func (s *sink) add(m message) error {
	m.text = clean(m.text)
	if len(m.text) > maxMessage {
		m.text = text.Clip(m.text, maxMessage)
		m.note = fmt.Sprintf("is longer than %d MB: only its beginning was read", maxMessage>>20)
	}
	if m.text == "" && m.note == "" {
		return nil
	}
	if s.count++; s.count > maxMessages {
		return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds more than %d messages", maxMessages)}
	}
	m.title, s.title = s.title, ""
	return s.each(m)
}

var (
	lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "", "\ufeff", "")
	// citation matches a mark that ChatGPT shows as a link. An export does not hold
	// its target.
	citation = regexp.MustCompile(`\x{e200}[^\x{e200}\x{e201}]{0,1000}\x{e201}`)
)

func clean(s string) string {
	s = lineEnds.Replace(strings.ToValidUTF8(s, "\uFFFD"))
	if strings.Contains(s, "\ue200") {
		s = citation.ReplaceAllString(s, "")
	}
	return strings.TrimSpace(s)
}

func oneLine(s string) string { return strings.Join(strings.Fields(clean(s)), " ") }

// read calls each for the messages of a file in order. It returns the errors of each
// and ctx, and *core.FileError.
func read(ctx context.Context, in core.Input, each func(message) error) error {
	s := &sink{each: each}
	var err error
	if data := start(in.Data); isJSON(data) {
		err = readJSON(ctx, data, s)
	} else {
		err = readLog(ctx, in.Data, s)
	}
	var file *core.FileError
	if errors.As(err, &file) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("read %q: %w", in.Name, err)
	}
	return err
}

// start returns data without a leading byte order mark and white space.
func start(data []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
}

// isJSON reports whether data begins like a JSON list or object, unlike a Markdown
// log that begins with a link.
func isJSON(data []byte) bool {
	if len(data) == 0 || data[0] != '{' && data[0] != '[' {
		return false
	}
	next := bytes.TrimLeft(data[1:min(len(data), 4096)], " \t\r\n")
	return len(next) > 0 && (next[0] == '"' || next[0] == '{' || next[0] == data[0]+2)
}
