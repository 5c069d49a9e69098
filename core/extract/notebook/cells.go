package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

const (
	maxCells   = 20_000
	maxOutputs = 4 << 10 // bytes of the text outputs of one cell
)

// A cell is one cell of a notebook of format 3 or 4, as both write it. Fields
// of other types than they should be are a damaged cell.
type cell struct {
	Type        string                     `json:"cell_type"`
	Source      multiline                  `json:"source"`
	Input       multiline                  `json:"input"` // source of code in format 3
	Level       int                        `json:"level"` // of a heading cell of format 3
	Outputs     []output                   `json:"outputs"`
	Attachments map[string]json.RawMessage `json:"attachments"` // pictures of a text cell
}

func (c cell) source() string {
	if c.Source == "" {
		return string(c.Input)
	}
	return string(c.Source)
}

// An output is what running a cell left behind. Format 4 has what was shown in
// Data by its media type, format 3 in fields of its own.
type output struct {
	Text      multiline                  `json:"text"`
	Data      map[string]json.RawMessage `json:"data"`
	PNG       json.RawMessage            `json:"png"`
	JPEG      json.RawMessage            `json:"jpeg"`
	SVG       json.RawMessage            `json:"svg"`
	Name      string                     `json:"ename"`
	Value     string                     `json:"evalue"`
	Traceback []string                   `json:"traceback"`
}

// picture reports whether the output shows one. What stands beside it as text
// is its name in memory, no words of anybody.
func (o output) picture() bool {
	for media := range o.Data {
		if strings.HasPrefix(media, "image/") {
			return true
		}
	}
	return o.PNG != nil || o.JPEG != nil || o.SVG != nil
}

func (o output) text() (string, error) {
	switch {
	case o.picture():
		return "", nil
	case len(o.Traceback) > 0:
		return strings.Join(o.Traceback, "\n"), nil
	case o.Name != "" || o.Value != "":
		return o.Name + ": " + o.Value, nil
	}
	for _, media := range []string{"text/plain", "text/markdown", "text/latex"} {
		if raw, ok := o.Data[media]; ok {
			var m multiline
			err := m.UnmarshalJSON(raw)
			return string(m), err
		}
	}
	return string(o.Text), nil
}

// multiline is a text that may be written as a list of its lines.
type multiline string

func (m *multiline) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		var parts []string
		err := json.Unmarshal(data, &parts)
		*m = multiline(strings.Join(parts, ""))
		return err
	}
	return json.Unmarshal(data, (*string)(m))
}

// page is the text of a cell: its source, then its text outputs. err says which
// outputs could not be read.
func (c cell) page() (text string, err error) {
	text = strings.Trim(clean(c.source()), "\n")
	var outputs []string
	for _, o := range c.Outputs {
		t, oerr := o.text()
		if oerr != nil {
			err = fmt.Errorf("output: %w", oerr)
		}
		if t = strings.Trim(clean(t), "\n"); strings.TrimSpace(t) != "" {
			outputs = append(outputs, t)
		}
	}
	if len(outputs) == 0 {
		return text, err
	}
	all := cut(strings.Join(outputs, "\n"))
	if text == "" {
		return all, err
	}
	return text + "\n\n" + all, err
}

// pictures counts those that a cell shows.
func (c cell) pictures() int {
	n := len(c.Attachments)
	for _, o := range c.Outputs {
		if o.picture() {
			n++
		}
	}
	return n
}

// cut shortens outputs to maxOutputs, at the end of a line where one is near.
func cut(s string) string {
	if len(s) <= maxOutputs {
		return s
	}
	s = strings.ToValidUTF8(s[:maxOutputs], "")
	if at := strings.LastIndexByte(s, '\n'); at > maxOutputs/2 {
		s = s[:at]
	}
	return s + "\n…"
}

// terminal is what a program tells a terminal: colours and the like (ECMA-48).
var terminal = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|\x1b[@-_]?")

// clean takes what a terminal would obey out of s and makes its line ends \n. A
// line that was written over, as progress bars are, is what stood there last.
func clean(s string) string {
	if !strings.ContainsAny(s, "\x1b\r\b\x00") {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	s = terminal.ReplaceAllString(strings.ReplaceAll(s, "\r\n", "\n"), "")
	var out strings.Builder
	for line := range strings.Lines(s) {
		body, end := line, ""
		if strings.HasSuffix(line, "\n") {
			body, end = line[:len(line)-1], "\n"
		}
		body = strings.TrimRight(body, "\r")
		out.WriteString(body[strings.LastIndexByte(body, '\r')+1:] + end)
	}
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r == 0 || r == '\b' {
			return -1
		}
		return r
	}, out.String()), "\uFFFD")
}

// about is what a notebook says of itself.
type about struct {
	Title   string `json:"title"`
	Name    string `json:"name"` // the title in format 3
	Authors []struct {
		Name string `json:"name"`
	} `json:"authors"`
}

var errTooMany = fmt.Errorf("more than %d cells", maxCells)

// walk calls each for every cell of a notebook in order, and returns what it
// says of itself. Only one cell is held at a time. A cell of the wrong shape is
// handed over with its error; an error of the JSON itself ends the walk, as
// each's own does.
func walk(ctx context.Context, data []byte, each func(cell, error) error) (about, error) {
	var self about
	n := 0
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	d := json.NewDecoder(bytes.NewReader(data))
	cells := func() error {
		return elements(d, func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if n++; n > maxCells {
				return errTooMany
			}
			var c cell
			err := d.Decode(&c)
			var shape *json.UnmarshalTypeError
			if err != nil && !errors.As(err, &shape) {
				return err
			}
			return each(c, err)
		})
	}
	err := members(d, func(key string) error {
		switch key {
		case "cells":
			return cells()
		case "worksheets":
			return elements(d, func() error {
				return members(d, func(key string) error {
					if key == "cells" {
						return cells()
					}
					return skip(d)
				})
			})
		case "metadata":
			return lenient(d.Decode(&self))
		}
		return skip(d)
	})
	return self, err
}

// members reads an object and calls each with every key, to read its value.
func members(d *json.Decoder, each func(key string) error) error {
	return within(d, '{', func() error {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		return each(name)
	})
}

// elements reads a list and calls each to read every one of its elements.
func elements(d *json.Decoder, each func() error) error { return within(d, '[', each) }

func within(d *json.Decoder, open json.Delim, each func() error) error {
	switch t, err := d.Token(); {
	case err != nil:
		return err
	case t != open:
		return fmt.Errorf("%v where %v is due", t, open)
	}
	for d.More() {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := d.Token()
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func skip(d *json.Decoder) error {
	var raw json.RawMessage
	return d.Decode(&raw)
}

// lenient forgives a value of the wrong type.
func lenient(err error) error {
	var shape *json.UnmarshalTypeError
	if errors.As(err, &shape) {
		return nil
	}
	return err
}
