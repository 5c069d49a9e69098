package notebook

import (
	"bytes"
	"cmp"
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

// A cell is a cell of a notebook of format 3 or 4. A field of a wrong type makes
// it a damaged cell.
type cell struct {
	Type        string                     `json:"cell_type"`
	Source      multiline                  `json:"source"`
	Input       multiline                  `json:"input"` // source of code in format 3
	Level       int                        `json:"level"` // of a heading cell of format 3
	Outputs     []output                   `json:"outputs"`
	Attachments map[string]json.RawMessage `json:"attachments"` // pictures of a text cell
}

// An output is an output of a cell. Format 4 holds it in Data by its media type,
// format 3 in fields of its own.
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

// picture reports whether the output shows a picture. The text beside a picture is
// only its name in memory and is not read.
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

// multiline is a text that may be encoded as a list of its lines.
type multiline string

// UnmarshalJSON decodes a string or a list of strings.
func (m *multiline) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		var parts []string
		err := json.Unmarshal(data, &parts)
		*m = multiline(strings.Join(parts, ""))
		return err
	}
	return json.Unmarshal(data, (*string)(m))
}

// page returns the text of a cell: its source, then the text of its outputs. err is
// that of an output that could not be read.
func (c cell) page() (text string, err error) {
	text = strings.Trim(clean(string(cmp.Or(c.Source, c.Input))), "\n")
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

// pictures returns the number of pictures that a cell shows.
func (c cell) pictures() int {
	n := len(c.Attachments)
	for _, o := range c.Outputs {
		if o.picture() {
			n++
		}
	}
	return n
}

// cut shortens outputs to maxOutputs, at the end of a line if one ends in the
// second half.
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

// terminal matches control sequences for a terminal, such as colours (ECMA-48).
var terminal = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|\x1b[@-_]?")

// clean removes control sequences from s and makes its line ends \n. Of a line that
// was written over, as progress bars are, the last state is kept.
func clean(s string) string {
	if !strings.ContainsAny(s, "\x1b\r\b\x00") {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	s = terminal.ReplaceAllString(strings.ReplaceAll(s, "\r\n", "\n"), "")
	var out strings.Builder
	for line := range strings.Lines(s) {
		body, end := strings.CutSuffix(line, "\n")
		body = strings.TrimRight(body, "\r")
		out.WriteString(body[strings.LastIndexByte(body, '\r')+1:])
		if end {
			out.WriteByte('\n')
		}
	}
	return strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r == 0 || r == '\b' {
			return -1
		}
		return r
	}, out.String()), "\uFFFD")
}

// about holds what is read of the metadata of a notebook.
type about struct {
	Title   string `json:"title"`
	Name    string `json:"name"` // the title in format 3
	Authors []struct {
		Name string `json:"name"`
	} `json:"authors"`
}

var errTooMany = fmt.Errorf("more than %d cells", maxCells)

// walk calls each for every cell of a notebook in order and returns the metadata.
// Only one cell is held at a time. A damaged cell is handed over with its error.
// An error of the JSON itself ends the walk, as an error of each does.
func walk(ctx context.Context, data []byte, each func(cell, error) error) (about, error) {
	var self about
	n := 0
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
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
			if lenient(err) != nil {
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

// members reads an object and calls each with every key to read its value.
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

// elements reads a list and calls each to read every element.
func elements(d *json.Decoder, each func() error) error { return within(d, '[', each) }

// within reads what begins with open and calls each while there is more in it.
func within(d *json.Decoder, open json.Delim, each func() error) error {
	switch t, err := d.Token(); {
	case err != nil:
		return err
	case t != open:
		return fmt.Errorf("found %v, want %v", t, open)
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

// lenient returns nil for an error about a value of the wrong type.
func lenient(err error) error {
	var shape *json.UnmarshalTypeError
	if errors.As(err, &shape) {
		return nil
	}
	return err
}
