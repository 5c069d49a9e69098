package markup

import (
	"encoding/json"
	"regexp"
	"strings"

	"ibid/core"
	"ibid/core/extract/text"
)

// jsonHeadings finds the keys of the outermost object, up to where the JSON is
// damaged.
func jsonHeadings(s string) []core.Heading {
	var c collector
	d := json.NewDecoder(strings.NewReader(s))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		at := int(d.InputOffset())
		at += len(s[at:]) - len(strings.TrimLeft(s[at:], " \t\n,"))
		key, err := d.Token()
		name, ok := key.(string)
		if err != nil || !ok || !c.add(1, name, at) || skipValue(d) != nil {
			break
		}
	}
	return c.list
}

// skipValue reads one value token by token, so that it is never held as a whole.
func skipValue(d *json.Decoder) error {
	depth := 0
	for {
		t, err := d.Token()
		if err != nil {
			return err
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

// yamlKey matches a key of the outermost mapping. Values are indented, so that only
// a key can begin in the first column and be followed by a colon.
var yamlKey = regexp.MustCompile(`^(?:"((?:[^"\\]|\\.)+)"|'((?:[^']|'')+)'|([^\s#&*!|>'"%@\x60{}\[\],?:-][^:]*?))[ \t]*:(?:[ \t]|$)`)

func yamlHeadings(s string) []core.Heading {
	var c collector
	for at, line := range text.Lines(s) {
		if line == "" || line[0] == ' ' || line[0] == '#' {
			continue
		}
		if m := yamlKey.FindStringSubmatch(line[:min(len(line), 1000)]); m != nil && !c.add(1, m[1]+m[2]+m[3], at) {
			break
		}
	}
	return c.list
}

var (
	tomlTable = regexp.MustCompile(`^\s*\[\[?\s*([^\[\]#=]+?)\s*\]\]?\s*(?:#.*)?$`)
	tomlKey   = regexp.MustCompile(`^\s*((?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+))*)\s*=`)
)

// tomlHeadings finds the tables of a TOML text, and the keys before the first
// table.
func tomlHeadings(s string) []core.Heading {
	var c collector
	var v tomlValue
	root := true
	for at, line := range text.Lines(s) {
		if v.open() {
			v.read(line)
			continue
		}
		if m := tomlTable.FindStringSubmatch(line); m != nil {
			root = false
			if !c.add(1, m[1], at) {
				break
			}
			continue
		}
		m := tomlKey.FindStringSubmatchIndex(line)
		if m == nil {
			continue
		}
		if root && !c.add(1, line[m[2]:m[3]], at) {
			break
		}
		v.read(line[m[1]:])
	}
	return c.list
}

// tomlValue tracks whether a value goes on in the next line, as lists and strings
// with three quotes may.
type tomlValue struct {
	quotes string // that end the open string, "" if none is open
	depth  int    // open lists and tables
}

func (v *tomlValue) open() bool { return v.quotes != "" || v.depth > 0 }

// read reads the part of the value that stands in a line.
func (v *tomlValue) read(line string) {
	for i := 0; i < len(line); {
		rest := line[i:]
		switch {
		case v.quotes != "" && strings.HasPrefix(rest, v.quotes):
			i, v.quotes = i+len(v.quotes), ""
			continue
		case v.quotes != "":
			if rest[0] == '\\' && v.quotes[0] == '"' {
				i++
			}
		case strings.HasPrefix(rest, `"""`), strings.HasPrefix(rest, "'''"):
			v.quotes = rest[:3]
			i += 3
			continue
		case rest[0] == '"', rest[0] == '\'':
			v.quotes = rest[:1]
		case rest[0] == '#':
			return
		case rest[0] == '[', rest[0] == '{':
			v.depth++
		case rest[0] == ']', rest[0] == '}':
			v.depth = max(0, v.depth-1)
		}
		i++
	}
	if len(v.quotes) == 1 {
		v.quotes = "" // a string with one quote ends with its line
	}
}
