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
)

// Extractor reads files of core.KindConversation. The zero value is ready; it
// holds no state.
type Extractor struct{}

// Bounds of a file of chats.
const (
	maxMessages = 200_000
	maxMessage  = 1 << 20   // bytes of text that are kept of one message
	maxValue    = 32 << 20  // bytes of one JSON value: a chat, or a line of a log
	maxContent  = 8 << 20   // bytes of JSON of one message
	maxNodes    = 100_000   // messages and their other versions in one chat
	maxLog      = 256 << 20 // bytes of a log in Markdown
	maxBroken   = 100       // lines of a log that cannot be read
	maxNesting  = 8         // parts of a message within each other
)

// message is one message of a chat that has text.
type message struct {
	title    string // of the chat; set on its first message alone
	role     string // "user", as the file has it
	at       time.Time
	text     string
	note     string
	pictures int
}

// Words emits the text of every message that has any.
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

// Structure emits two headings a message: the title of the chat above its first
// one, and who says it and when, in UTC.
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

// Metadata returns the title of the chat, if there is only one in the file.
func (x Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	chats, err := x.Outline(ctx, in)
	if err != nil || len(chats) != 1 || chats[0].Title == untitled {
		return core.Metadata{}, err
	}
	return core.Metadata{Title: chats[0].Title}, nil
}

// speaker is who speaks and when: "Assistant · 2024-05-01 12:03".
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

// sink numbers and cleans messages on their way out.
type sink struct {
	count int
	title string // of the chat whose first message is still to come
	each  func(message) error
}

// chat begins a chat.
func (s *sink) chat(title string) {
	if s.title = oneLine(title); s.title == "" {
		s.title = untitled
	}
}

// add hands over a message, if there is anything in it.
func (s *sink) add(m message) error {
	m.text = clean(m.text)
	if len(m.text) > maxMessage {
		end := maxMessage
		for !utf8.RuneStart(m.text[end]) {
			end--
		}
		m.text = m.text[:end]
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
	// citation is a mark that ChatGPT's page replaces by a link; an export does
	// not say where to.
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

// read hands over the messages of a file in order. Errors are those of each and
// ctx, and *core.FileError.
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

// start is data without a byte order mark and white space before it.
func start(data []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n")
}

// isJSON reports whether data begins as a list or an object does. A Markdown
// log may begin with a link.
func isJSON(data []byte) bool {
	if len(data) == 0 || data[0] != '{' && data[0] != '[' {
		return false
	}
	next := bytes.TrimLeft(data[1:min(len(data), 4096)], " \t\r\n")
	return len(next) > 0 && (next[0] == '"' || next[0] == '{' || next[0] == data[0]+2)
}
