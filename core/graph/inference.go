package graph

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"

	"ibid/core"
)

// Bounds of inference: the length of a chain of origins, and the number of
// origins followed for one name, since each may lead to many.
const (
	maxInferDepth = 8
	maxInferences = 2000
)

// value is what an expression may evaluate to.
type value struct {
	types   []place   // types that it is, or that it has
	called  []place   // functions that are to be called
	modules []binding // modules that it is
	known   bool      // it is certain what it is, though the library may not have it
}

// step splits an origin: a type in braces or a name, then members, calls and
// elements.
var step = regexp.MustCompile(`^\{[^}]*\}|^[^.(\[#{]+|\.[^.(\[#]+|\(\)(?:#\d)?|\[\]`)

// infer finds the value of an origin in a file.
func (a *lookup) infer(u usage, origin string, depth int) (value, error) {
	steps := step.FindAllString(origin, -1)
	if origin == "" || origin == "?" || depth > maxInferDepth || a.inferences >= maxInferences || len(strings.Join(steps, "")) != len(origin) {
		return value{}, a.ctx.Err()
	}
	a.inferences++
	v, err := a.head(u, steps[0], depth)
	for _, s := range steps[1:] {
		if err != nil {
			return v, err
		}
		switch s[0] {
		case '.':
			v, err = a.selected(v, s[1:], depth)
		case '(':
			result := 0
			if len(s) == 4 {
				result = int(s[3] - '0')
			}
			v, err = a.results(v, result, depth)
		case '[':
			v, err = a.elements(v, depth)
		}
	}
	return v, err
}

// head returns the value of the first step of an origin.
func (a *lookup) head(u usage, s string, depth int) (value, error) {
	at := usage{file: u.file, within: u.within}
	if s[0] == '{' {
		return a.written(at, s[1:len(s)-1], depth)
	}
	switch s {
	case "self", "this", "cls", "Self", "super":
		if class, ok := a.around(u.file, u.within); ok {
			return value{types: []place{class}, known: true}, nil
		}
		return value{}, nil
	}
	scope, err := a.scopeOf(u.file)
	if err != nil {
		return value{}, err
	}
	var v value
	for _, b := range scope.names[s] {
		if b.module {
			v.modules = append(v.modules, b)
		}
	}
	at.name = s
	found, known, err := a.plain(scope, at)
	if err != nil {
		return v, err
	}
	if err := a.sort(&v, found, depth); err != nil {
		return v, err
	}
	v.known = v.known || known && len(found) == 0
	for _, b := range v.modules {
		v.known = v.known || len(b.files) == 0
	}
	return v, nil
}

// written returns a value of a type as it is written in a file.
func (a *lookup) written(at usage, written string, depth int) (value, error) {
	base := baseOf(a.v.files[at.file].family, written)
	if base == "" || depth > maxInferDepth {
		return value{known: base == "" && written != ""}, nil
	}
	at.name = ""
	types, err := a.typed(at, base)
	v := value{known: true}
	for _, t := range types {
		e := a.at(t)
		_, other, alias := strings.Cut(e.Signature, " = ")
		if e.Kind != core.EntityType || !alias || a.v.files[t.file].family != goFamily {
			v.types = append(v.types, t)
			continue
		}
		more, err := a.written(usage{file: t.file, within: -1}, other, depth+1)
		if err != nil {
			return v, err
		}
		v.types = append(v.types, more.types...)
	}
	return v, err
}

// sort adds definitions to a value by their kind: types, functions, and variables by
// what they are set to.
func (a *lookup) sort(v *value, found []place, depth int) error {
	for _, p := range found {
		switch e := a.at(p); {
		case isType(e.Kind) || e.Kind == core.EntityModule:
			v.types, v.known = append(v.types, p), true
		case e.Kind == core.EntityFunction || e.Kind == core.EntityMethod:
			v.called = append(v.called, p)
		case a.inferences >= maxInferences:
		default:
			origins, err := a.fields(p.file, e.Parent, e.Name)
			if err != nil {
				return err
			}
			if err := a.join(v, p.file, e.Parent, origins, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// join adds the values of origins in a file.
func (a *lookup) join(v *value, file, within int, origins []string, depth int) error {
	for _, o := range origins {
		more, err := a.infer(usage{file: file, within: within}, o, depth+1)
		if err != nil {
			return err
		}
		v.types, v.called = append(v.types, more.types...), append(v.called, more.called...)
		v.known = v.known || more.known
	}
	return nil
}

// fields lists the origins of a variable of a type, or of a file with owner -1.
func (a *lookup) fields(file, owner int, name string) ([]string, error) {
	var out []string
	err := each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		var origin string
		err := row.Scan(&origin)
		out = append(out, origin)
		return err
	}, "SELECT f.origin FROM contents c JOIN fields f ON f.content = c.id WHERE c.hash = ? AND f.owner = ? AND f.name = ? LIMIT 10", a.v.files[file].doc.Hash, owner, name)
	return out, err
}

// selected returns the member with a name of a value.
func (a *lookup) selected(v value, name string, depth int) (value, error) {
	out := value{known: v.known && len(v.types) == 0 && len(v.called) == 0}
	for _, b := range v.modules {
		found, err := a.exported(b.files, name)
		if err == nil {
			err = a.sort(&out, found, depth)
		}
		if err != nil {
			return out, err
		}
	}
	for _, t := range v.types {
		found, err := a.member(t, name)
		if err == nil {
			err = a.sort(&out, found, depth)
		}
		if err == nil && len(found) == 0 {
			err = a.field(&out, t, name, depth, make(map[place]int))
		}
		if err != nil {
			return out, err
		}
	}
	return out, nil
}

// field adds the value of a field of a type, or of one of its bases. As in memberOf a
// type is asked again only if it is reached at a smaller depth.
func (a *lookup) field(v *value, t place, name string, depth int, asked map[place]int) error {
	if before, again := asked[t]; again && before <= depth || depth > maxInferDepth {
		return a.ctx.Err()
	}
	asked[t] = depth
	origins, err := a.fields(t.file, t.ordinal, name)
	if err != nil {
		return err
	}
	if len(origins) > 0 {
		return a.join(v, t.file, t.ordinal, origins, depth)
	}
	for _, b := range a.basesOf(t) {
		supers, err := a.typed(usage{file: t.file, within: a.at(t).Parent}, b)
		if err != nil {
			return err
		}
		for _, super := range supers {
			if super == t {
				continue
			}
			if err := a.field(v, super, name, depth+1, asked); err != nil {
				return err
			}
		}
	}
	return nil
}

// results returns what a call of a value returns; the call of a type returns one of
// that type.
func (a *lookup) results(v value, n, depth int) (value, error) {
	out := value{types: v.types, known: v.known}
	for _, p := range v.called {
		e, f := a.at(p), a.v.files[p.file].family
		written := resultOf(f, e.Signature, e.Name, n)
		if written == "" {
			continue
		}
		if f == pythonFamily && (written == "Self" || strings.Trim(written, `"'`) == "Self") {
			if class, ok := a.around(p.file, p.ordinal); ok {
				out.types, out.known = append(out.types, class), true
			}
			continue
		}
		more, err := a.written(usage{file: p.file, within: p.ordinal}, written, depth+1)
		if err != nil {
			return out, err
		}
		out.types, out.known = append(out.types, more.types...), out.known || more.known
	}
	return out, nil
}

// container matches the signature of a named list, map or channel type of Go.
var container = regexp.MustCompile(`^(?:type )?[\pL_][\pL\pN_]*(?:\[[^\]]*\])? ((?:\[|map\[|chan ).*)$`)

// elements returns the elements of a value. A type that is written as a list was
// taken for its elements before.
func (a *lookup) elements(v value, depth int) (value, error) {
	out := value{known: v.known}
	for _, t := range v.types {
		m := container.FindStringSubmatch(a.at(t).Signature)
		if m == nil || a.v.files[t.file].family != goFamily {
			out.types = append(out.types, t)
			continue
		}
		more, err := a.written(usage{file: t.file, within: -1}, m[1], depth+1)
		if err != nil {
			return out, err
		}
		out.types = append(out.types, more.types...)
	}
	return out, nil
}

// inferred finds the definitions of a name whose qualifier is an expression. known
// reports that its type is certain, so that nothing else can be meant.
func (a *lookup) inferred(u usage) (found []place, known bool, err error) {
	if !a.inferring {
		a.inferring, a.inferences = true, 0
		defer func() { a.inferring = false }()
	}
	v, err := a.infer(u, u.origin, 0)
	if err != nil {
		return nil, false, err
	}
	for _, b := range v.modules {
		more, err := a.exported(b.files, u.name)
		if err != nil {
			return nil, false, err
		}
		found = append(found, more...)
	}
	for _, t := range v.types {
		more, err := a.member(t, u.name)
		if err != nil {
			return nil, false, err
		}
		found = append(found, more...)
	}
	return unique(found), v.known || len(v.types) > 0, nil
}

var (
	goContainer = regexp.MustCompile(`^(?:\*|&|\.\.\.|\[[^\]]*\]|map\[[^\[\]]*\]|<-chan |chan<- |chan )+`)
	wrapper     = regexp.MustCompile(`^(?:&|\*|'\w+ |mut |dyn |impl |const |readonly |final |struct |Box<|Rc<|Arc<|RefCell<|Mutex<|RwLock<|Option<|Result<|Vec<|Promise<|Array<|Readonly<|Partial<|Optional<|Optional\[|Awaitable\[|std::(?:unique_ptr|shared_ptr|optional|vector)<)`)
)

// baseOf returns the type whose members a value of a written type has: without
// pointers, lists and other wrappers; empty if it has no name.
func baseOf(f family, written string) string {
	s := strings.Trim(strings.TrimSpace(written), `"'`)
	if f == goFamily {
		s = strings.TrimSpace(goContainer.ReplaceAllString(s, ""))
		if strings.HasPrefix(s, "func(") || strings.HasPrefix(s, "struct") || strings.HasPrefix(s, "interface") {
			return ""
		}
	}
	for range 6 {
		inside := wrapper.ReplaceAllString(s, "")
		if inside == s || f == goFamily {
			break
		}
		s = inside
	}
	for _, part := range strings.Split(s, "|") {
		if part = strings.TrimSpace(part); part != "None" && part != "null" && part != "undefined" {
			s = part
			break
		}
	}
	if i := strings.IndexAny(s, "<[({ ,>*&"); i >= 0 {
		s = s[:i]
	}
	return s
}

// resultOf returns the type, as written, of the nth result in the signature of a
// function; empty if it does not say.
func resultOf(f family, signature, name string, n int) string {
	switch f {
	case goFamily:
		_, results := goShape(signature, name)
		if n < len(results) {
			return results[n]
		}
	case pythonFamily, rustFamily:
		if i := strings.LastIndex(signature, "->"); i >= 0 && n == 0 {
			return strings.TrimRight(strings.TrimSpace(signature[i+2:]), ":; ")
		}
	case scriptFamily:
		if i := strings.LastIndex(signature, "):"); i >= 0 && n == 0 {
			return strings.TrimRight(strings.TrimSpace(signature[i+2:]), ";=> ")
		}
	case javaFamily, cFamily:
		if i := strings.Index(signature, name+"("); i > 0 && n == 0 {
			words := strings.Fields(signature[:i])
			if len(words) > 0 {
				return words[len(words)-1]
			}
		}
	}
	return ""
}

// goShape returns the types of the parameters and results of a function of Go, as
// written; nothing if the signature is cut off.
func goShape(signature, name string) (parameters, results []string) {
	i := strings.Index(signature, " "+name)
	if strings.HasPrefix(signature, name) {
		i = -1
	}
	rest := signature[i+1+min(len(name), len(signature)-i-1):]
	if strings.HasPrefix(rest, "[") {
		_, rest = group(rest)
	}
	if !strings.HasPrefix(rest, "(") {
		return nil, nil
	}
	inside, rest := group(rest)
	rest = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "{"))
	parameters = typesIn(inside)
	if strings.HasPrefix(rest, "(") {
		inside, _ = group(rest)
		return parameters, typesIn(inside)
	}
	if rest != "" {
		results = []string{rest}
	}
	return parameters, results
}

// group returns the text in the brackets with which s begins, and the rest.
func group(s string) (inside, rest string) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return s[1:i], strings.TrimSpace(s[i+1:])
			}
		}
	}
	return "", ""
}

// typesIn lists the types of a list of parameters of Go, of which all or none have
// names.
func typesIn(list string) []string {
	var parts []string
	depth, from := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				parts = append(parts, strings.TrimSpace(list[from:i]))
				from = i + 1
			}
		}
	}
	if last := strings.TrimSpace(list[from:]); last != "" {
		parts = append(parts, last)
	}
	named := slices.ContainsFunc(parts, func(p string) bool { return namedParameter.MatchString(p) })
	for i, p := range slices.Backward(parts) {
		switch _, typ, ok := strings.Cut(p, " "); {
		case named && ok:
			parts[i] = typ
		case named && i+1 < len(parts):
			parts[i] = parts[i+1]
		}
	}
	return parts
}

// namedParameter matches a parameter `x T`, unlike a type with a space in it.
var namedParameter = regexp.MustCompile(`^[\pL_][\pL\pN_]* `)
