package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"ibid/core/safefile"
)

// Change is a new value for a setting.
type Change struct {
	Key   string // "search.context_lines"; not a key of a [[folder]]
	Value string // as a person types it: text without quotes
}

// Save writes changes into the settings file and returns the new settings. It
// creates the file if there is none; named is as for File. The rest of the
// file, including comments and order, stays the same byte for byte. An invalid
// value gives an *Error, and nothing is written.
func Save(named string, changes ...Change) (Config, error) {
	path, _ := File(named)
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real // a symbolic link is kept
	}
	for range maxTries {
		old, err := read(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return Config{}, &Error{File: path, Want: "it cannot be read", Err: err}
		}
		data, c, err := edit(old, changes)
		if err != nil {
			var wrong *Error
			if errors.As(err, &wrong) {
				wrong.File = path
			}
			return Config{}, err
		}
		written, err := replace(path, old, data)
		if err != nil {
			return Config{}, &Error{File: path, Want: "it cannot be written", Err: err}
		}
		if written {
			return c, c.findSynonyms(path)
		}
	}
	return Config{}, &Error{File: path, Want: "another program changes it again and again"}
}

// maxTries is how often Save tries to write a file that another program changes
// meanwhile.
const maxTries = 3

// replace writes the file atomically. It returns false and writes nothing if
// the file no longer holds old.
func replace(path string, old, data []byte) (written bool, err error) {
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return false, err
	}
	file, err := safefile.Create(filepath.Dir(path))
	if err != nil {
		return false, err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(mode), file.Sync())
	if err == nil {
		now, reading := read(path)
		if reading == nil || errors.Is(reading, fs.ErrNotExist) {
			written = bytes.Equal(now, old)
		} else {
			err = reading
		}
	}
	if err != nil || !written {
		return false, errors.Join(err, file.Discard())
	}
	err = file.Commit(path)
	return err == nil, err
}

// edit applies changes to the text of a file.
func edit(data []byte, changes []Change) ([]byte, Config, error) {
	c, err := parse(data)
	if err != nil {
		return nil, c, err // the place for the new value cannot be determined
	}
	for _, change := range changes {
		value, err := literal(change)
		if err != nil {
			return nil, c, err
		}
		l := survey(data)
		data = l.set(data, strings.Split(change.Key, "."), value)
		if c, err = parse(data); err != nil {
			return nil, c, err
		}
	}
	return data, c, nil
}

// literal returns a value in TOML syntax.
func literal(c Change) (string, error) {
	value := strings.TrimSpace(c.Value)
	switch kinds[c.Key] {
	case aNumber:
		n, err := strconv.Atoi(value)
		if err != nil {
			return "", wrong(c.Key, strconv.Quote(value))
		}
		return strconv.Itoa(n), nil
	case aSwitch:
		on, err := strconv.ParseBool(value)
		if err != nil {
			return "", wrong(c.Key, strconv.Quote(value))
		}
		return strconv.FormatBool(on), nil
	case aText:
		return quote(value), nil
	}
	return "", &Error{Key: c.Key, Want: "there is no such setting; there are " + known}
}

// quote returns a TOML string. Characters without a short escape are written by
// their number.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "�") {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// span is a range of bytes in a file, its end exclusive.
type span struct{ start, end int }

// layout has the positions of the settings in a file that parse accepts.
type layout struct {
	values map[string]span // by key
	tables map[string]int  // end of the last line of a [table]
	dotted map[string]int  // end of a line `table.key = value` above all tables
	inline map[string]span // the values of `table = {…}`; empty if the table is empty
}

// survey finds the positions of the settings.
func survey(data []byte) layout {
	l := layout{map[string]span{}, map[string]int{}, map[string]int{}, map[string]span{}}
	var p unstable.Parser
	p.Reset(data)
	var table []string
	own := true // table is no [[table]]
	last := 0
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, last = names(e.Key()), keyEnd(e.Key())
			if own = e.Kind == unstable.Table; own {
				l.tables[strings.Join(table, ".")] = lineEnd(data, last)
			}
		case unstable.KeyValue:
			if !own {
				continue
			}
			last = int(e.Raw.Offset + e.Raw.Length)
			key := append(slices.Clone(table), names(e.Key())...)
			l.note(key, e.Value())
			if len(table) > 0 {
				l.tables[strings.Join(table, ".")] = lineEnd(data, last)
			} else if len(key) > 1 {
				l.dotted[key[0]] = lineEnd(data, last)
			}
		}
	}
	return l
}

// note stores the position of a value, and of the values in an inline table.
func (l layout) note(key []string, v *unstable.Node) {
	name := strings.Join(key, ".")
	if v.Kind != unstable.InlineTable {
		l.values[name] = span{int(v.Raw.Offset), int(v.Raw.Offset + v.Raw.Length)}
		return
	}
	inside := span{int(v.Raw.Offset) + 1, int(v.Raw.Offset) + 1}
	for it := v.Children(); it.Next(); {
		if n := it.Node(); n.Kind == unstable.KeyValue {
			inside.end = int(n.Raw.Offset + n.Raw.Length)
			l.note(append(slices.Clone(key), names(n.Key())...), n.Value())
		}
	}
	l.inline[name] = inside
}

func names(it unstable.Iterator) (out []string) {
	for it.Next() {
		out = append(out, string(it.Node().Data))
	}
	return out
}

func keyEnd(it unstable.Iterator) (end int) {
	for it.Next() {
		end = int(it.Node().Raw.Offset + it.Node().Raw.Length)
	}
	return end
}

// lineEnd returns the end of the line that contains at, including its line
// feed.
func lineEnd(data []byte, at int) int {
	if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
		return at + n + 1
	}
	return len(data)
}

// set changes the value of a key of a table. It replaces the old value; if
// there is none it adds a line to the table, which it appends to the file if it
// is missing.
func (l layout) set(data []byte, key []string, value string) []byte {
	table, line := key[0], key[1]+" = "+value
	if at, ok := l.values[strings.Join(key, ".")]; ok {
		return slices.Concat(data[:at.start], []byte(value), data[at.end:])
	}
	if in, ok := l.inline[table]; ok {
		if in.start != in.end {
			line = ", " + line
		}
		return slices.Concat(data[:in.end], []byte(line), data[in.end:])
	}
	if at, ok := l.tables[table]; ok {
		return insert(data, at, line)
	}
	if at, ok := l.dotted[table]; ok {
		return insert(data, at, table+"."+line)
	}
	if len(bytes.TrimSpace(data)) > 0 {
		data = insert(data, len(data), "") // a blank line
	}
	data = insert(data, len(data), "["+table+"]")
	return insert(data, len(data), line)
}

// insert inserts a line after the line that ends at at.
func insert(data []byte, at int, line string) []byte {
	line += feed(data)
	if at > 0 && data[at-1] != '\n' { // it is the last line and has no line feed
		line = feed(data) + line
	}
	return slices.Concat(data[:at], []byte(line), data[at:])
}

// feed returns the line ending that a file uses.
func feed(data []byte) string {
	if bytes.Contains(data, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}
