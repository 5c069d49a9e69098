package ingest

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// ignoreFiles are the names of the files whose lines exclude files of a folder.
// Of two lines that match a file the later counts, so a .ibidignore can include
// again what a .gitignore excludes.
var ignoreFiles = []string{".gitignore", ".ibidignore"}

// Bounds of reading an ignore file.
const (
	ignoreBytes = 1 << 20
	ignoreLine  = 1 << 10
	ignoreLines = 10_000
	ignoreGlobs = 32 << 10 // of all lines together that only an expression can match: each takes its time with each file
)

// rules are the lines of the ignore files of a folder; up are those of the folder
// around it, which count less.
type rules struct {
	up   *rules
	dir  string // absolute; names that rules match are relative to it
	list []rule
}

// rule is one line of an ignore file, as described in gitignore(5). It matches
// the file or folder itself and nothing below it, because an ignored folder is
// not walked.
type rule struct {
	negate bool // includes files that an earlier rule ignores
	folder bool // matches folders only
	base   bool // matches the last element of a name alone
	exact  string
	suffix string
	re     *regexp.Regexp // if neither exact nor suffix does
}

// with returns the rules for dir: those of the folder around it, and its own.
func (r *rules) with(dir string) *rules {
	own := &rules{up: r, dir: dir}
	for _, name := range ignoreFiles {
		own.read(filepath.Join(dir, name))
	}
	if len(own.list) == 0 {
		return r
	}
	return own
}

// around returns the rules that a repository has for a folder dir in it; nil
// outside of repositories.
func around(dir string) *rules {
	var above []string // from dir up to the repository, without dir
	for at := dir; ; {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			r := &rules{dir: at}
			r.read(filepath.Join(at, ".git", "info", "exclude"))
			for i := len(above) - 1; i >= 0; i-- {
				r = r.with(above[i])
			}
			return r
		}
		up := filepath.Dir(at)
		if up == at {
			return nil
		}
		above, at = append(above, up), up
	}
}

// read adds the lines of a file; a file that cannot be read adds none.
func (r *rules) read(path string) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return
	}
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, ignoreBytes))
	if err != nil {
		return
	}
	globs := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		if len(r.list) == ignoreLines {
			return
		}
		if rule, ok := parseRule(string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")))); ok {
			if rule.re != nil {
				if globs += len(line); globs > ignoreGlobs {
					continue
				}
			}
			r.list = append(r.list, rule)
		}
	}
}

// ignores reports whether the file or folder at the path, which lies in the
// rules' folder, is left out.
func (r *rules) ignores(path string, folder bool) bool {
	for ; r != nil; r = r.up {
		name := strings.TrimPrefix(strings.TrimPrefix(path, r.dir), "/")
		for i := len(r.list) - 1; i >= 0; i-- {
			if r.list[i].matches(name, folder) {
				return !r.list[i].negate
			}
		}
	}
	return false
}

func (r *rule) matches(name string, folder bool) bool {
	if r.folder && !folder {
		return false
	}
	if r.base {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	switch {
	case r.re != nil:
		return r.re.MatchString(name)
	case r.suffix != "":
		return strings.HasSuffix(name, r.suffix)
	}
	return name == r.exact
}

// parseRule reads one line; ok is false for a line that matches nothing.
func parseRule(line string) (r rule, ok bool) {
	line = trimSpaces(line)
	if line == "" || line[0] == '#' || len(line) > ignoreLine {
		return r, false
	}
	if r.negate = line[0] == '!'; r.negate {
		line = line[1:]
	}
	line, r.folder = strings.CutSuffix(line, "/")
	r.base = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	const special = `*?[\`
	switch {
	case line == "":
		return r, false
	case !strings.ContainsAny(line, special):
		r.exact = line
		return r, true
	case r.base && len(line) > 1 && line[0] == '*' && !strings.ContainsAny(line[1:], special):
		r.suffix = line[1:]
		return r, true
	}
	expr, ok := globExpr(line)
	if !ok {
		return r, false
	}
	re, err := regexp.Compile(expr)
	r.re = re
	return r, err == nil
}

// trimSpaces removes blanks from the end, except one after a backslash.
func trimSpaces(line string) string {
	end := len(line)
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && i+1 < len(line):
			i++
			end = len(line)
		case line[i] != ' ':
			end = len(line)
		case end == len(line):
			end = i
		}
	}
	return line[:end]
}
