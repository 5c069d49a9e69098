package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// codeQuestion is one line of a code set: a bug report and the files that were changed to fix it.
type codeQuestion struct {
	ID      string   `json:"instance_id"`
	Module  string   `json:"module"`
	Version string   `json:"version"`
	Query   string   `json:"query"`
	Gold    []string `json:"gold_files"` // paths in the module
}

// moduleName matches what may be passed to the go command as module@version.
var moduleName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._~/!-]*@v[A-Za-z0-9.+!-]+$`)

// readCodeSets reads every file of dir that begins with a question of a code
// set.
func readCodeSets(dir string) ([]Set, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	var sets []Set
	for _, path := range paths {
		s, err := readCode(path)
		if len(s.Libraries) == 0 {
			continue
		}
		if err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
}

// readCode reads a code set, with one library for each version of a module.
func readCode(path string) (Set, error) {
	s := Set{Name: strings.TrimSuffix(filepath.Base(path), ".jsonl")}
	err := readLines(path, func(q codeQuestion) error {
		if q.Module == "" || len(q.Gold) == 0 {
			return nil
		}
		name := q.Module + "@" + q.Version
		if !moduleName.MatchString(name) {
			return fmt.Errorf("%q is not the name of a module with a version", name)
		}
		gold := make(gains)
		for _, g := range q.Gold {
			gold[Place{Document: g}] = 1
		}
		i := slices.IndexFunc(s.Libraries, func(l Library) bool { return l.module == name })
		if i < 0 {
			i = len(s.Libraries)
			s.Libraries = append(s.Libraries, Library{Name: name, module: name})
		}
		return s.Libraries[i].add(Question{ID: q.ID, Text: q.Query, gold: gold})
	})
	return s, err
}

// download returns the folder with the files of a module: the go command's own copy if there is
// one, else a new download.
func download(ctx context.Context, module string) (string, error) {
	env, err := goCommand(ctx, "env", "GOMODCACHE")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(strings.TrimSpace(string(env)), filepath.FromSlash(cacheName(module)))
	if exists(dir) {
		return dir, nil
	}
	out, err := goCommand(ctx, "mod", "download", "-json", module)
	var got struct{ Dir, Error string }
	if json.Unmarshal(out, &got) == nil && got.Error != "" {
		err = errors.New(got.Error)
	}
	if err != nil {
		return "", fmt.Errorf("download %s: %w", module, err)
	}
	return got.Dir, nil
}

// cacheName returns the name of a module's folder in the go command's cache, where a capital is
// written as an exclamation mark with the small letter.
func cacheName(module string) string {
	var name strings.Builder
	for _, r := range module {
		if unicode.IsUpper(r) {
			name.WriteByte('!')
		}
		name.WriteRune(unicode.ToLower(r))
	}
	return name.String()
}

// goCommand runs the go command outside of any module.
func goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(), "GO111MODULE=on", "GOFLAGS=-mod=mod")
	var failure bytes.Buffer
	cmd.Stderr = &failure
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go %s: %w %s", args[0], err, strings.TrimSpace(failure.String()))
	}
	return out, nil
}

// prepare makes sure that the documents of a library exist as files.
func (s Set) prepare(ctx context.Context, l *Library, folder string) (err error) {
	switch {
	case l.module != "":
		l.Root, err = download(ctx, l.module)
	case s.write != nil:
		l.Root = filepath.Join(folder, "documents")
		if err = os.MkdirAll(l.Root, 0o700); err == nil {
			err = s.write(l.Root)
		}
	}
	if err != nil {
		return fmt.Errorf("prepare %q: %w", l.Name, err)
	}
	return nil
}
