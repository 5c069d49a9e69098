package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"ibid/core/text"
)

// Error describes what is wrong with the settings.
type Error struct {
	File  string
	Line  int    // 1-based; 0 if unknown
	Key   string // "search.pdf_context_chars"; empty if the error is not about one key
	Value string // in TOML syntax; empty if the error is not about one value
	Want  string // in words, which values the key takes
	Err   error  `cbor:"-"` // cause; nil if the settings themselves are wrong
}

// Error returns one line with the file, line, key, value and allowed values, as
// far as they are known.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "settings %q", e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ", line %d", e.Line)
	}
	if e.Key != "" {
		b.WriteString(": " + e.Key)
	}
	if e.Value != "" {
		b.WriteString(" = " + e.Value)
	}
	b.WriteString(": " + e.Want)
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// takes describes the values that each key takes, for messages about a wrong
// type.
var takes = map[string]string{
	"search.pdf_context_chars": fmt.Sprintf("it takes a whole number from 1 to %d", MaxCharacters),
	"search.context_lines":     fmt.Sprintf("it takes a whole number from 0 to %d", MaxLines),
	"search.synonyms":          "it takes the path of a file with a line such as KO = knock-out, knockout for each pair",
	"ocr.enabled":              "it takes true or false",
	"ocr.languages":            "it takes one to eight languages of Tesseract, joined by +, such as \"eng+deu\"; `tesseract --list-langs` lists those installed",
	"ocr":                      "it is a table: [ocr]",
	"code.language_servers":    "it takes true or false",
	"code":                     "it is a table: [code]",
	"folder.path":              "it takes an absolute path, or one that begins with ~/",
	"folder.name":              "it takes a name of 1 to 200 bytes",
	"folder.strategy":          "it takes lines, characters, function or whole",
	"folder.window":            fmt.Sprintf("it takes a whole number from 1 to %d, or to %d of characters", MaxLines, MaxCharacters),
	"model.host":               "it takes an address on this machine, such as 127.0.0.1:11434",
	"model.model":              "it takes the name of a model, such as qwen2.5-coder:7b",
	"model.time":               fmt.Sprintf("it takes a whole number from 1 to %d", MaxSeconds),
	"model":                    "it is a table: [model]",
	"search":                   "it is a table: [search]",
	"folder":                   "it is a table for each folder: [[folder]]",
	"door.enabled":             "it takes true or false",
	"door.listen":              "it takes an address of this machine with a port, such as " + DefaultListen,
	"door":                     "it is a table: [door]",
}

// A kind is the type of value that a setting takes.
type kind int

const (
	aNumber kind = iota + 1
	aSwitch
	aText
)

// kinds lists the settings that Save can change.
var kinds = map[string]kind{
	"search.pdf_context_chars": aNumber, "search.context_lines": aNumber, "search.synonyms": aText,
	"model.host": aText, "model.model": aText, "model.time": aNumber,
	"ocr.enabled": aSwitch, "ocr.languages": aText,
	"code.language_servers": aSwitch,
	"door.enabled":          aSwitch, "door.listen": aText,
}

func wrong(key, value string) *Error { return &Error{Key: key, Value: value, Want: takes[key]} }

// explain turns an error of the TOML parser into an *Error in our own words.
func explain(err error, data string) *Error {
	var unknown *toml.StrictMissingError
	var bad *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		bad = &unknown.Errors[0]
		e := located(bad, data)
		e.Value, e.Want = "", "there is no such setting; there are "+known
		return e
	case errors.As(err, &bad):
		e := located(bad, data)
		e.Want = takes[e.Key]
		if said := bad.Error(); e.Want == "" || !strings.Contains(said, "cannot") && !strings.Contains(said, "too large") {
			e.Key, e.Value, e.Want = "", "", strings.TrimPrefix(said, "toml: ")
		}
		return e
	}
	return &Error{Want: strings.TrimPrefix(err.Error(), "toml: ")}
}

const known = "search.pdf_context_chars, search.context_lines, search.synonyms, model.host, model.model, model.time, ocr.enabled, ocr.languages, code.language_servers, door.enabled, door.listen, folder.name, folder.path, folder.strategy, folder.window"

// maxValue is how many bytes of a wrong value a message quotes.
const maxValue = 60

// located takes line, key and value from an error of the parser, which leaves
// out the key if a number is too large.
func located(err *toml.DecodeError, data string) *Error {
	e := &Error{Key: strings.Join(err.Key(), ".")}
	e.Line, _ = err.Position()
	lines := strings.Split(data, "\n")
	if e.Line < 1 || e.Line > len(lines) {
		return e
	}
	key, value, _ := strings.Cut(lines[e.Line-1], "=")
	e.Value = text.Clip(strings.TrimSpace(value), maxValue)
	if name := tableAbove(lines[:e.Line-1]) + strings.TrimSpace(key); e.Key == "" && takes[name] != "" {
		e.Key = name
	}
	return e
}

// tableAbove returns the name of the [table] or [[table]] that a line after
// these lines belongs to, with a dot at its end; empty if it belongs to none.
func tableAbove(lines []string) string {
	for _, line := range slices.Backward(lines) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			return strings.TrimSpace(strings.Trim(line, "[]")) + "."
		}
	}
	return ""
}
