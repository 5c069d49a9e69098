package graph

import (
	"cmp"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// Limits of the manifests that are read.
const (
	maxManifests     = 20_000
	maxManifestBytes = 1 << 20
)

// manifests are the files that say how imports are resolved.
type manifests struct {
	goModules  map[string][]*goModule // by path
	goModuleIn map[string]*goModule   // by folder, as the others ending in In
	packages   map[string][]*npmPackage
	packageIn  map[string]*npmPackage
	configIn   map[string]*tsConfig
	crates     map[string][]*crate // by name, with _ for -
	crateIn    map[string]*crate
}

type goModule struct {
	dir, path string
	replace   map[string]string // import path to a folder, relative to dir
}

type npmPackage struct {
	dir, name        string
	entries          []string // files that it is imported by, the best first
	exports, imports targetsOf
}

// targetsOf is "exports" or "imports" of package.json. Conditions are tried in
// the order in which their files are worth reading.
type targetsOf map[string]any

type tsConfig struct {
	dir     string
	baseURL string // absolute; empty if there is none
	paths   map[string][]string
	from    string // folder that paths are relative to
	extends []string
	settled bool // it has what it inherits
}

type crate struct {
	dir, name string
	lib       string            // root of its library, if that is not src/lib.rs
	renamed   map[string]string // of what it depends on
}

// isManifest reports whether a file of that name is read as one.
func isManifest(base string) bool {
	switch base {
	case "go.mod", "package.json", "tsconfig.json", "jsconfig.json", "Cargo.toml":
		return true
	}
	return strings.HasPrefix(base, "tsconfig.") && strings.HasSuffix(base, ".json")
}

// parseManifest parses a manifest; nil if it says nothing about imports.
func parseManifest(base, text string) any {
	switch {
	case len(text) > maxManifestBytes:
		return nil
	case base == "go.mod":
		return parseGoMod(text)
	case base == "Cargo.toml":
		return parseCargo(text)
	case base == "package.json":
		return parsePackage(text)
	}
	return parseConfig(text)
}

// setManifests sets the manifests, by path.
func (t *tree) setManifests(parsed map[string]any) {
	t.manifests = manifests{
		make(map[string][]*goModule), make(map[string]*goModule), make(map[string][]*npmPackage), make(map[string]*npmPackage),
		make(map[string]*tsConfig), make(map[string][]*crate), make(map[string]*crate),
	}
	configs := make(map[string]*tsConfig)
	for at, one := range parsed {
		dir := path.Dir(at)
		switch m := one.(type) {
		case *goModule:
			m = &goModule{dir, m.path, m.replace}
			t.goModules[m.path] = append(t.goModules[m.path], m)
			t.goModuleIn[dir] = m
		case *npmPackage:
			m = &npmPackage{dir, m.name, m.entries, m.exports, m.imports}
			t.packages[m.name] = append(t.packages[m.name], m)
			t.packageIn[dir] = m
		case *crate:
			m = &crate{dir, m.name, m.lib, m.renamed}
			t.crates[m.name] = append(t.crates[m.name], m)
			t.crateIn[dir] = m
		case *tsConfig:
			c := *m
			c.dir = dir
			configs[at] = &c
		}
	}
	for _, at := range slices.Sorted(maps.Keys(configs)) { // of several of one folder the same one each time
		c := configs[at]
		c.inherit(configs)
		base := path.Base(at)
		if have := t.configIn[c.dir]; have == nil || base == "tsconfig.json" || len(have.paths) == 0 && base == "jsconfig.json" {
			t.configIn[c.dir] = c
		}
	}
	for _, list := range t.goModules {
		slices.SortFunc(list, func(a, b *goModule) int { return strings.Compare(a.dir, b.dir) })
	}
	for _, list := range t.packages {
		slices.SortFunc(list, func(a, b *npmPackage) int { return strings.Compare(a.dir, b.dir) })
	}
	for _, list := range t.crates {
		slices.SortFunc(list, func(a, b *crate) int { return strings.Compare(a.dir, b.dir) })
	}
}

func (t *tree) packageOf(dir string) *npmPackage {
	for d := range parents(dir) {
		if p := t.packageIn[d]; p != nil {
			return p
		}
	}
	return nil
}

func (t *tree) configOf(dir string) *tsConfig {
	for d := range parents(dir) {
		if c := t.configIn[d]; c != nil {
			return c
		}
	}
	return nil
}

func parseGoMod(text string) any {
	m := &goModule{replace: make(map[string]string)}
	block := ""
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case words[0] == ")":
			block = ""
			continue
		case len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		arrow := slices.Index(words, "=>")
		switch {
		case words[0] == "module" && len(words) > 1:
			m.path = strings.Trim(words[1], "\"`")
		case words[0] == "replace" && arrow >= 2 && arrow+1 < len(words) && strings.HasPrefix(words[arrow+1], "."):
			m.replace[words[1]] = words[arrow+1]
		}
	}
	if m.path == "" {
		return nil
	}
	return m
}

// parseCargo reads the few keys that matter, a line each.
func parseCargo(text string) any {
	c := &crate{renamed: make(map[string]string)}
	section, libName := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[] ")
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key, value = strings.Trim(strings.TrimSpace(key), `"`), strings.TrimSpace(value)
		switch {
		case section == "package" && key == "name":
			c.name = tomlString(value)
		case section == "lib" && key == "name":
			libName = tomlString(value)
		case section == "lib" && key == "path":
			c.lib = tomlString(value)
		case strings.HasSuffix(section, "dependencies"):
			if _, real, ok := strings.Cut(value, "package"); ok {
				c.renamed[strings.ReplaceAll(key, "-", "_")] = tomlString(strings.TrimLeft(real, " ="))
			}
		}
	}
	if libName != "" {
		c.name = libName
	}
	if c.name = strings.ReplaceAll(c.name, "-", "_"); c.name == "" {
		return nil
	}
	return c
}

// tomlString is the text within the first quotes.
func tomlString(value string) string {
	if value == "" || value[0] != '"' && value[0] != '\'' {
		return ""
	}
	inside, _, _ := strings.Cut(value[1:], value[:1])
	return inside
}

func parsePackage(text string) any {
	var raw struct {
		Name                                                  string
		Main, Module, Types, Typings, Source, Browser, Es2015 any
		Exports, Imports                                      any
	}
	if json.Unmarshal([]byte(text), &raw) != nil {
		return nil
	}
	p := &npmPackage{name: raw.Name, exports: targetMap(raw.Exports), imports: targetMap(raw.Imports)}
	for _, entry := range []any{raw.Source, raw.Module, raw.Es2015, raw.Main, raw.Types, raw.Typings, raw.Browser} {
		if s, ok := entry.(string); ok && s != "" {
			p.entries = append(p.entries, s)
		}
	}
	return p
}

// targetMap converts the short forms of exports to the long one.
func targetMap(v any) targetsOf {
	m, ok := v.(map[string]any)
	if !ok {
		if v == nil {
			return nil
		}
		return targetsOf{".": v}
	}
	for key := range m {
		if !strings.HasPrefix(key, ".") && !strings.HasPrefix(key, "#") {
			return targetsOf{".": v}
		}
	}
	return m
}

// targets lists the files to which a subpath of a package leads.
func (m targetsOf) targets(sub string) []string {
	key, star, ok := keyFor(m, sub)
	if !ok {
		return nil
	}
	return leaves(m[key], star, 0)
}

// keyFor returns the key that matches a name, and the text for its *: the name
// itself, else the pattern with the longest part before the *, of equal ones the
// longest (as PATTERN_KEY_COMPARE of Node.js; TypeScript differs in equal ones
// only).
func keyFor[V any](m map[string]V, name string) (key, star string, ok bool) {
	if _, ok := m[name]; ok {
		return name, "", true
	}
	longest := 0
	for k := range m {
		before, after, pattern := strings.Cut(k, "*")
		if !pattern || len(name) < len(before)+len(after) || !strings.HasPrefix(name, before) || !strings.HasSuffix(name, after) {
			continue
		}
		if !ok || cmp.Or(cmp.Compare(len(before), longest), cmp.Compare(len(k), len(key)), cmp.Compare(key, k)) > 0 {
			key, star, longest, ok = k, name[len(before):len(name)-len(after)], len(before), true
		}
	}
	return key, star, ok
}

// conditions are the conditions of package.json, those that lead to readable
// sources first.
var conditions = []string{"source", "development", "import", "module", "node", "default", "require", "es2015", "browser", "types"}

func leaves(v any, star string, depth int) []string {
	switch v := v.(type) {
	case string:
		return []string{strings.ReplaceAll(v, "*", star)}
	case []any:
		var out []string
		for _, one := range v {
			out = append(out, leaves(one, star, depth+1)...)
		}
		return out
	case map[string]any:
		var out []string
		for _, c := range conditions {
			if one, ok := v[c]; ok && depth < 8 {
				out = append(out, leaves(one, star, depth+1)...)
			}
		}
		return out
	}
	return nil
}

func parseConfig(text string) any {
	var raw struct {
		Extends         any
		CompilerOptions struct {
			BaseURL string              `json:"baseUrl"`
			Paths   map[string][]string `json:"paths"`
		}
	}
	if json.Unmarshal([]byte(plainJSON(text)), &raw) != nil {
		return nil
	}
	c := &tsConfig{baseURL: raw.CompilerOptions.BaseURL, paths: raw.CompilerOptions.Paths}
	switch e := raw.Extends.(type) {
	case string:
		c.extends = []string{e}
	case []any:
		for _, one := range e {
			if s, ok := one.(string); ok {
				c.extends = append(c.extends, s)
			}
		}
	}
	return c
}

// plainJSON removes comments and trailing commas from JSON.
func plainJSON(text string) string {
	var b strings.Builder
	comma := false // one is held back
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "//"):
			i += max(strings.IndexByte(text[i:], '\n'), 1) - 1
			if !strings.Contains(text[i:], "\n") {
				return b.String()
			}
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return b.String()
			}
			i += end + 3
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
		case c == ',':
			comma = true
		default:
			if comma && c != '}' && c != ']' {
				b.WriteByte(',')
			}
			comma = false
			end := i + 1
			if c == '"' {
				end = endOfString(text, i)
			}
			b.WriteString(text[i:end])
			i = end - 1
		}
	}
	return b.String()
}

// endOfString returns the end of the string that begins at i, quote included.
func endOfString(text string, i int) int {
	for j := i + 1; j < len(text); j++ {
		switch text[j] {
		case '\\':
			j++
		case '"':
			return j + 1
		}
	}
	return len(text)
}

// inherit sets what c lacks from the configurations that it extends, the last one
// first.
func (c *tsConfig) inherit(all map[string]*tsConfig) {
	if c.settled {
		return
	}
	c.settled = true
	c.from = c.dir
	if c.baseURL != "" {
		c.baseURL = path.Join(c.dir, c.baseURL)
		c.from = c.baseURL
	}
	for _, e := range slices.Backward(c.extends) {
		parent := all[path.Join(c.dir, e)]
		if parent == nil {
			parent = all[path.Join(c.dir, e)+".json"]
		}
		if parent == nil {
			continue
		}
		parent.inherit(all)
		if c.baseURL == "" {
			c.baseURL = parent.baseURL
		}
		if c.paths == nil && parent.paths != nil {
			c.paths, c.from = parent.paths, parent.from
		}
	}
}

// candidates lists the paths that a name may mean, without their extensions.
func (c *tsConfig) candidates(written string) []string {
	key, star, _ := keyFor(c.paths, written)
	var out []string
	for _, target := range c.paths[key] {
		out = append(out, path.Join(c.from, strings.Replace(target, "*", star, 1)))
	}
	if c.baseURL != "" {
		out = append(out, path.Join(c.baseURL, written))
	}
	return out
}
