package conversation

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"ibid/core"
)

// readJSON reads a list of values, or values one after the other, each of which is a
// chat or a message. A value that cannot be read becomes a note; a log goes on with
// the next line.
func readJSON(ctx context.Context, data []byte, s *sink) error {
	list := data[0] == '['
	v := newValues(data)
	if list {
		_, _ = v.decoder.Token() // the bracket, which is there
	}
	messages := false // the value before was a message alone
	for broken := 0; ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !v.decoder.More() {
			return v.end(list, s)
		}
		var r record
		at := v.offset()
		err := v.next(&r)
		var mismatch *json.UnmarshalTypeError
		switch {
		case errors.Is(err, errTooLong):
			return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds a chat of more than %d MB or %d messages", maxValue>>20, maxNodes)}
		case err == nil || errors.As(err, &mismatch): // a field of another type counts as missing
			if messages, err = r.write(s, messages); err != nil {
				return err
			}
			continue
		}
		if err := s.broken(v.line(at), err); err != nil {
			return err
		}
		if broken++; list || broken == maxBroken || !v.skipLine(at) {
			return nil
		}
	}
}

// broken adds a note for a value that is not JSON. A file that begins with one is
// damaged.
func (s *sink) broken(line int, err error) error {
	if s.count == 0 {
		return &core.FileError{State: core.StateDamaged, Reason: "is not readable as JSON", Err: err}
	}
	return s.add(message{note: fmt.Sprintf("could not be read: the file is damaged at line %d", line)})
}

// values decodes one JSON value after the other, each of at most maxValue bytes.
type values struct {
	data    []byte
	base    int // offset where the decoder began
	decoder *json.Decoder
	bounded *boundedReader
}

func newValues(data []byte) *values {
	v := &values{data: data}
	v.begin(0)
	return v
}

func (v *values) begin(at int) {
	v.base = at
	v.bounded = &boundedReader{r: bytes.NewReader(v.data[at:]), left: maxValue}
	v.decoder = json.NewDecoder(v.bounded)
}

func (v *values) offset() int { return v.base + int(v.decoder.InputOffset()) }

func (v *values) next(r *record) error {
	v.bounded.left = maxValue
	return v.decoder.Decode(r)
}

// line returns the number of the first line at or after an offset that is not empty.
func (v *values) line(at int) int {
	for at < len(v.data) && bytes.IndexByte([]byte(", \t\r\n"), v.data[at]) >= 0 {
		at++
	}
	return 1 + bytes.Count(v.data[:at], []byte("\n"))
}

// skipLine goes on after the first line at or after an offset that is not empty. It
// returns false if no object begins there.
func (v *values) skipLine(at int) bool {
	for at < len(v.data) && v.data[at] <= ' ' {
		at++
	}
	end := bytes.IndexByte(v.data[at:], '\n')
	if end < 0 {
		return false
	}
	at += end + 1
	rest := bytes.TrimLeft(v.data[at:min(len(v.data), at+4096)], " \t\r\n")
	if len(rest) == 0 || rest[0] != '{' {
		return false
	}
	v.begin(at)
	return true
}

// end adds a note if a list was not closed.
func (v *values) end(list bool, s *sink) error {
	if !list {
		return nil
	}
	if _, err := v.decoder.Token(); err != nil && s.count > 0 {
		return s.add(message{note: "could not be read: the file ends before its list of chats does"})
	} else if err != nil {
		return s.broken(1, err)
	}
	return nil
}

var errTooLong = errors.New("value too long")

// boundedReader fails with errTooLong after left bytes.
type boundedReader struct {
	r    io.Reader
	left int
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLong
	}
	n, err := b.r.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// chat is a chat of any format, or one message.
type chat struct {
	entry
	Title    string      `json:"title"`
	Name     string      `json:"name"`
	Mapping  tree        `json:"mapping"`       // ChatGPT
	Current  string      `json:"current_node"`  // ChatGPT
	Chat     list[entry] `json:"chat_messages"` // Claude
	Messages list[entry] `json:"messages"`      // logs of programs
}

// record is one value of a file: a chat, a message, or an object that holds chats
// or messages.
type record struct {
	chat
	Chats list[chat] `json:"conversations"`
}

// entry is a message of any format.
type entry struct {
	Role     string          `json:"role"`
	Sender   string          `json:"sender"` // Claude
	From     string          `json:"from"`
	Author   author          `json:"author"` // ChatGPT
	Content  json.RawMessage `json:"content"`
	Text     string          `json:"text"` // Claude: the same as content, or its beginning
	Value    string          `json:"value"`
	Created  moment          `json:"created_at"`  // Claude
	Time     moment          `json:"create_time"` // ChatGPT
	Stamp    moment          `json:"timestamp"`
	Metadata struct {
		Hidden bool `json:"is_visually_hidden_from_conversation"`
	} `json:"metadata"`
}

// write hands over the messages of a record. A record that is one message continues
// the chat of the record before it if alone says that this was one message too.
func (r record) write(s *sink, alone bool) (stillAlone bool, err error) {
	if r.role() != "" && r.isMessage() {
		if !alone {
			s.chat(r.Title)
		}
		return true, s.add(r.message())
	}
	s.chat(r.title())
	if err := r.chat.write(s); err != nil {
		return false, err
	}
	for _, c := range r.Chats {
		if c.isMessage() {
			err = s.add(c.message())
		} else {
			s.chat(c.title())
			err = c.write(s)
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}

func (c chat) title() string { return cmp.Or(c.Title, c.Name) }

// write hands over the messages of a chat.
func (c chat) write(s *sink) error {
	for _, messages := range []list[entry]{c.Chat, c.Messages, c.Mapping.branch(c.Current)} {
		for _, e := range messages {
			if err := s.add(e.message()); err != nil {
				return err
			}
		}
	}
	return nil
}

// isMessage reports whether the entry has content.
func (e entry) isMessage() bool {
	return len(e.Content) > 0 || e.Text != "" || e.Value != ""
}

func (e entry) role() string { return cmp.Or(e.Role, e.Sender, e.From, e.Author.role) }

// message converts the entry. One that the chat hides has no text.
func (e entry) message() message {
	m := message{role: e.role()}
	switch {
	case e.Metadata.Hidden:
		return m
	case len(e.Content) > maxContent:
		m.note = fmt.Sprintf("could not be read: takes more than %d MB", maxContent>>20)
		return m
	}
	for _, at := range []moment{e.Created, e.Time, e.Stamp} {
		if !at.IsZero() {
			m.at = at.Time
			break
		}
	}
	m.text, m.pictures = content(e.Content, 0)
	if m.text == "" {
		m.text = e.Text + e.Value
	}
	return m
}

// tree is a chat of ChatGPT: every message with the one that it answers, by id.
type tree map[string]node

type node struct {
	Message  *entry   `json:"message"`
	Parent   string   `json:"parent"`
	Children []string `json:"children"`
}

// UnmarshalJSON reads a bounded number of nodes.
func (t *tree) UnmarshalJSON(data []byte) error {
	*t = make(tree)
	return members(data, '{', func(key string, d *json.Decoder) error {
		var n node
		err := d.Decode(&n)
		(*t)[key] = n
		return err
	})
}

// list holds the messages of a chat, or the chats in an object.
type list[T any] []T

// UnmarshalJSON reads a bounded number of members.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	return members(data, '[', func(_ string, d *json.Decoder) error {
		*l = append(*l, *new(T))
		return d.Decode(&(*l)[len(*l)-1])
	})
}

// members calls read for each member of a list or object, of which open is the first
// token. More than maxNodes members are an error; another value has none.
func members(data []byte, open json.Delim, read func(key string, d *json.Decoder) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if first, err := d.Token(); err != nil || first != open {
		return err
	}
	for n := 0; d.More(); n++ {
		if n == maxNodes {
			return errTooLong
		}
		var key string
		if open == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			key, _ = token.(string)
		}
		var mismatch *json.UnmarshalTypeError
		if err := read(key, d); err != nil && !errors.As(err, &mismatch) {
			return err
		}
	}
	return nil
}

// branch returns the messages from the first one to current, which is the version of
// the chat that was last shown. Without current it returns the newest branch.
func (t tree) branch(current string) list[entry] {
	if _, ok := t[current]; !ok {
		current = t.newest()
	}
	var out list[entry]
	seen := make(map[string]bool)
	for at := current; !seen[at]; at = t[at].Parent {
		seen[at] = true
		if m := t[at].Message; m != nil {
			out = append(out, *m)
		}
	}
	slices.Reverse(out)
	return out
}

// newest returns the end of the path of last answers from the root.
func (t tree) newest() string {
	root := ""
	for name, n := range t {
		if _, ok := t[n.Parent]; !ok && (root == "" || name < root) {
			root = name
		}
	}
	seen := make(map[string]bool)
	for at, ok := root, true; ok && !seen[at]; {
		seen[at], root = true, at
		children := t[at].Children
		if len(children) == 0 {
			break
		}
		at = children[len(children)-1]
		_, ok = t[at]
	}
	return root
}
