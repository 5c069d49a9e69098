// Package config reads config.toml, the settings that a person writes by hand.
//
// A missing setting has its default; without a file all have. A file with an
// unknown key or a wrong value is rejected as a whole, because a misspelt key
// without effect would be hard to find.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"ibid/core/abbreviation"
	"ibid/core/ollama"
	"ibid/core/window"
)

// Variable is the environment variable that may name another settings file.
const Variable = "IBID_CONFIG"

// Bounds of settings, inclusive.
const (
	MaxCharacters = 20_000
	MaxLines      = 1_000
	MaxSeconds    = 120
	maxName       = 200     // bytes of a folder's name
	maxBytes      = 1 << 20 // of the file
)

// Config is the values of all settings.
type Config struct {
	Search  Search
	Model   Model
	OCR     OCR
	Code    Code
	Door    Door
	Folders []Folder
}

// Search is how much text is shown around a place, and what words mean.
type Search struct {
	Characters int // before and after, in text that is measured by characters; 1 to MaxCharacters
	Lines      int // before and after, in text that is measured by lines; 0 to MaxLines
	// Synonyms is the absolute path of a file of synonyms; empty for none.
	Synonyms string
}

// Model is the language model that makes plans. Environment variables override
// it: see ollama.Host and ollama.Model.
type Model struct {
	Host    string // in the syntax of OLLAMA_HOST, on this machine; empty is the default
	Model   string // name; empty is the default
	Seconds int    // time limit of a plan in seconds; 1 to MaxSeconds
}

// OCR is how pages without a text layer are read.
type OCR struct {
	Enabled   bool
	Languages string // in Tesseract's syntax, joined by +: "eng+deu"
}

// Code is how source code is understood.
type Code struct {
	LanguageServers bool // ask gopls and the like where they are installed
}

// Door is the HTTP server of the window for other programs on this machine.
type Door struct {
	Enabled bool   // the server runs while the window is open
	Listen  string // loopback address with a port
}

// DefaultListen is the address that the door listens on by default.
const DefaultListen = "127.0.0.1:7423"

// Folder has the settings for the files below a folder.
type Folder struct {
	Name     string // name of the folder for other programs; the last element of Path by default
	Path     string // absolute and clean
	Strategy window.Strategy
	Window   int // lines or characters before and after; 0 takes the value of Search
}

// Default returns the settings that apply without a file.
func Default() Config {
	return Config{
		Search: Search{Characters: 500, Lines: 5}, Model: Model{Seconds: 8}, OCR: OCR{Enabled: true, Languages: "eng"},
		Door: Door{Listen: DefaultListen},
	}
}

// For returns the folder settings that apply to a file: of the folders that
// contain it, the one with the longest path.
func (c Config) For(path string) (f Folder, found bool) {
	for _, candidate := range c.Folders {
		rel, err := filepath.Rel(candidate.Path, path)
		if err == nil && filepath.IsLocal(rel) && (!found || len(candidate.Path) > len(f.Path)) {
			f, found = candidate, true
		}
	}
	return f, found
}

// File returns the path of the settings file: named, else the value of
// IBID_CONFIG, else `ibid/config.toml` in the platform's folder for settings.
// asked reports whether one of the first two named it; it must exist then.
func File(named string) (path string, asked bool) {
	if named = cmp.Or(named, os.Getenv(Variable)); named != "" {
		return named, true
	}
	return filepath.Join(xdg.ConfigHome, "ibid", "config.toml"), false
}

// Load reads the settings; named is as for File. Wrong settings give an *Error.
func Load(named string) (Config, error) {
	path, asked := File(named)
	data, err := read(path)
	if errors.Is(err, fs.ErrNotExist) && !asked {
		return Default(), nil
	}
	if err != nil {
		return Config{}, &Error{File: path, Want: "it cannot be read", Err: err}
	}
	c, err := parse(data)
	var wrong *Error
	if errors.As(err, &wrong) {
		wrong.File = path
	}
	if err != nil {
		return c, err
	}
	return c, c.findSynonyms(path)
}

// findSynonyms makes the path of the synonyms absolute, which is relative to the
// settings file, and reads them once to see whether they can be read.
func (c *Config) findSynonyms(settings string) error {
	s := &c.Search.Synonyms
	if *s == "" {
		return nil
	}
	if !filepath.IsAbs(*s) {
		*s = filepath.Join(filepath.Dir(settings), *s)
	}
	_, err := Synonyms(*s)
	return err
}

// Synonyms reads a file of synonyms. What is wrong with it is an *Error.
func Synonyms(path string) (*abbreviation.Synonyms, error) {
	data, err := read(path)
	if err != nil {
		return nil, &Error{File: path, Want: "the file of search.synonyms cannot be read", Err: err}
	}
	if !utf8.Valid(data) {
		return nil, &Error{File: path, Want: "the file of search.synonyms has to be text in UTF-8"}
	}
	read, err := abbreviation.ParseSynonyms(string(data))
	var bad *abbreviation.LineError
	if errors.As(err, &bad) {
		return nil, &Error{File: path, Line: bad.Line, Key: "synonym", Value: fmt.Sprintf("%q", bad.Text), Want: bad.Want}
	}
	return read, err
}

// read reads a regular file of at most maxBytes. It refuses a pipe, which might
// never end.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a file")
	case info.Size() > maxBytes:
		return nil, fmt.Errorf("it has %d bytes, more than %d", info.Size(), maxBytes)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, maxBytes))
}

// document is the structure of the file. A missing value stays nil.
type document struct {
	Search struct {
		Characters *int    `toml:"pdf_context_chars"`
		Lines      *int    `toml:"context_lines"`
		Synonyms   *string `toml:"synonyms"`
	} `toml:"search"`
	Model struct {
		Host    *string `toml:"host"`
		Model   *string `toml:"model"`
		Seconds *int    `toml:"time"`
	} `toml:"model"`
	OCR struct {
		Enabled   *bool   `toml:"enabled"`
		Languages *string `toml:"languages"`
	} `toml:"ocr"`
	Code struct {
		LanguageServers *bool `toml:"language_servers"`
	} `toml:"code"`
	Door struct {
		Enabled *bool   `toml:"enabled"`
		Listen  *string `toml:"listen"`
	} `toml:"door"`
	Folders []folder `toml:"folder"`
}

type folder struct {
	Name     *string `toml:"name"`
	Path     *string `toml:"path"`
	Strategy *string `toml:"strategy"`
	Window   *int    `toml:"window"`
}

// parse parses settings. The error is an *Error without File.
func parse(data []byte) (Config, error) {
	var d document
	dec := toml.NewDecoder(strings.NewReader(string(data))).DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return Config{}, explain(err, string(data))
	}
	c := Default()
	if err := number("search.pdf_context_chars", d.Search.Characters, 1, MaxCharacters, &c.Search.Characters); err != nil {
		return Config{}, err
	}
	if err := number("search.context_lines", d.Search.Lines, 0, MaxLines, &c.Search.Lines); err != nil {
		return Config{}, err
	}
	if f := d.Search.Synonyms; f != nil {
		if c.Search.Synonyms = expand(*f); *f == "" {
			return Config{}, wrong("search.synonyms", `""`)
		}
	}
	if err := d.model(&c.Model); err != nil {
		return Config{}, err
	}
	if d.Code.LanguageServers != nil {
		c.Code.LanguageServers = *d.Code.LanguageServers
	}
	if err := cmp.Or(d.ocr(&c.OCR), d.door(&c.Door)); err != nil {
		return Config{}, err
	}
	for _, f := range d.Folders {
		known, err := f.check(c.Folders)
		if err != nil {
			return Config{}, err
		}
		c.Folders = append(c.Folders, known)
	}
	return c, nil
}

// model copies the settings of the language model.
func (d document) model(to *Model) error {
	if host := d.Model.Host; host != nil {
		if err := ollama.CheckHost(*host); err != nil || *host == "" {
			return wrong("model.host", fmt.Sprintf("%q", *host))
		}
		to.Host = *host
	}
	if name := d.Model.Model; name != nil {
		if !ollama.IsModelName(*name) {
			return wrong("model.model", fmt.Sprintf("%q", *name))
		}
		to.Model = *name
	}
	return number("model.time", d.Model.Seconds, 1, MaxSeconds, &to.Seconds)
}

// ocr copies the settings of OCR.
func (d document) ocr(to *OCR) error {
	if d.OCR.Enabled != nil {
		to.Enabled = *d.OCR.Enabled
	}
	if l := d.OCR.Languages; l != nil {
		if !languages.MatchString(*l) {
			return wrong("ocr.languages", fmt.Sprintf("%q", *l))
		}
		to.Languages = *l
	}
	return nil
}

// door copies the settings of the door.
func (d document) door(to *Door) error {
	if d.Door.Enabled != nil {
		to.Enabled = *d.Door.Enabled
	}
	if l := d.Door.Listen; l != nil {
		at, err := netip.ParseAddrPort(*l)
		if err != nil || !at.Addr().IsLoopback() {
			return wrong("door.listen", fmt.Sprintf("%q", *l))
		}
		to.Listen = *l
	}
	return nil
}

// languages matches up to eight language names of Tesseract, such as eng,
// chi_sim and script/Latin.
var languages = regexp.MustCompile(`^[A-Za-z_]+(/[A-Za-z_]+)?(\+[A-Za-z_]+(/[A-Za-z_]+)?){0,7}$`)

// check makes a Folder from a [[folder]] table; before has the folders of the
// tables above it.
func (f folder) check(before []Folder) (Folder, error) {
	var out Folder
	switch {
	case f.Path == nil:
		return out, &Error{Key: "folder.path", Want: "a [[folder]] needs one"}
	case f.Strategy == nil:
		return out, &Error{Key: "folder.strategy", Want: fmt.Sprintf("the [[folder]] %q needs one", *f.Path)}
	}
	out.Strategy = window.Strategy(*f.Strategy)
	most := map[window.Strategy]int{window.Lines: MaxLines, window.Characters: MaxCharacters, window.Function: MaxLines, window.Whole: 0}
	limit, known := most[out.Strategy]
	if !known {
		return out, wrong("folder.strategy", fmt.Sprintf("%q", *f.Strategy))
	}
	if f.Window != nil && limit == 0 {
		return out, &Error{Key: "folder.window", Value: fmt.Sprint(*f.Window), Want: `the strategy "whole" takes none`}
	}
	if out.Path = expand(*f.Path); !filepath.IsAbs(out.Path) {
		return out, wrong("folder.path", fmt.Sprintf("%q", *f.Path))
	}
	out.Path = filepath.Clean(out.Path)
	out.Name = filepath.Base(out.Path)
	if f.Name != nil {
		out.Name = *f.Name
	}
	if out.Name == "" || len(out.Name) > maxName || strings.ContainsFunc(out.Name, unicode.IsControl) {
		return out, wrong("folder.name", fmt.Sprintf("%q", out.Name))
	}
	for _, other := range before {
		if other.Path == out.Path {
			return out, &Error{Key: "folder.path", Value: fmt.Sprintf("%q", *f.Path), Want: "it stands there twice"}
		}
	}
	return out, number("folder.window", f.Window, 1, limit, &out.Window)
}

// expand replaces a leading ~ by the home folder.
func expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/') {
		return filepath.Join(xdg.Home, rest)
	}
	return path
}

// number copies a number after checking its bounds; nil leaves the default.
func number(key string, n *int, least, most int, to *int) error {
	if n == nil {
		return nil
	}
	if *n < least || *n > most {
		return &Error{Key: key, Value: fmt.Sprint(*n), Want: fmt.Sprintf("it takes a whole number from %d to %d", least, most)}
	}
	*to = *n
	return nil
}
