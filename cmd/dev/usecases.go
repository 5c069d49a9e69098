package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// The table of use cases, and the file of stubs and handlers that is written from it.
const (
	useCaseTable = "app/usecase/usecase.go"
	useCaseStubs = "app/remote/stubs.go"
	useCaseRoot  = "Library" // the interface that embeds all others of the table
	useCaseOnce  = "//usecase:once"
)

// generateCommand writes the files that are made from others.
func generateCommand(ctx context.Context, m *machine) error {
	root, err := m.moduleRoot(ctx)
	if err != nil {
		return err
	}
	table, err := os.ReadFile(filepath.Join(root, useCaseTable))
	if err != nil {
		return err
	}
	code, err := stubs(table)
	if err != nil {
		return fmt.Errorf("write stubs of %s: %w", useCaseTable, err)
	}
	return os.WriteFile(filepath.Join(root, useCaseStubs), code, 0o644)
}

// A useCase is one line of the table, as the template needs it.
type useCase struct {
	Name        string
	Once        bool
	Context     bool     // takes one
	Variadic    bool     // of the last of Params
	Params      []string // names of the parameters that cross
	Each, Piece string   // the function that receives values meanwhile, and the type of these; empty for none
	Results     []string // types, without the error
	Fails       bool     // the last result is an error
	params      []string // all parameters, as they are written
	types       []string // of Params
}

// Method is the variable that holds the use case.
func (u useCase) Method() string { return "do" + u.Name }

// Args is the type that holds what crosses: none, or a tuple.
func (u useCase) Args() string {
	if len(u.types) == 0 {
		return "none"
	}
	return fmt.Sprintf("tuple%d[%s]", len(u.types), strings.Join(u.types, ", "))
}

// Signature is what stands behind the name.
func (u useCase) Signature() string {
	results := slices.Clone(u.Results)
	if u.Fails {
		results = append(results, "error")
	}
	out := strings.Join(results, ", ")
	if len(results) > 1 {
		out = "(" + out + ")"
	}
	return "(" + strings.Join(u.params, ", ") + ") " + out
}

// Result is the one type that holds the results.
func (u useCase) Result() string {
	switch len(u.Results) {
	case 0:
		return "none"
	case 1:
		return u.Results[0]
	}
	return "tuple2[" + strings.Join(u.Results, ", ") + "]"
}

// Call is the expression that calls the use case of u with the fields of args.
func (u useCase) Call() string {
	var in []string
	if u.Context {
		in = append(in, "ctx")
	}
	for i := range u.Params {
		in = append(in, "args."+"ABCD"[i:i+1])
	}
	if u.Variadic {
		in[len(in)-1] += "..."
	}
	if u.Each != "" {
		in = append(in, "each")
	}
	return "u." + u.Name + "(" + strings.Join(in, ", ") + ")"
}

// Values are the parameters that cross, as arguments.
func (u useCase) Values() string { return strings.Join(u.Params, ", ") }

// stubs writes the file of stubs and handlers for a table.
func stubs(table []byte) ([]byte, error) {
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, useCaseTable, table, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	cases, err := useCases(files, tree)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := stubsTemplate.Execute(&b, map[string]any{"Cases": cases, "Imports": importsOf(tree, cases), "Rows": rows(cases)}); err != nil {
		return nil, err
	}
	return format.Source(b.Bytes())
}

// useCases are those of the interfaces that the root embeds, in their order.
func useCases(files *token.FileSet, tree *ast.File) (all []useCase, err error) {
	interfaces := make(map[string]*ast.InterfaceType)
	ast.Inspect(tree, func(n ast.Node) bool {
		if t, ok := n.(*ast.TypeSpec); ok {
			if i, ok := t.Type.(*ast.InterfaceType); ok {
				interfaces[t.Name.Name] = i
			}
		}
		return true
	})
	root, ok := interfaces[useCaseRoot]
	if !ok {
		return nil, fmt.Errorf("no interface %s", useCaseRoot)
	}
	for _, embedded := range root.Methods.List {
		name, _ := embedded.Type.(*ast.Ident)
		if name == nil || interfaces[name.Name] == nil {
			return nil, fmt.Errorf("%s embeds what is no interface of the table", useCaseRoot)
		}
		for _, method := range interfaces[name.Name].Methods.List {
			u, err := useCaseOf(files, method)
			if err != nil {
				return nil, err
			}
			all = append(all, u)
		}
	}
	return all, nil
}

// useCaseOf reads one line of the table.
func useCaseOf(files *token.FileSet, method *ast.Field) (useCase, error) {
	t, ok := method.Type.(*ast.FuncType)
	if !ok {
		return useCase{}, errors.New("an interface of the table embeds another")
	}
	name := method.Names[0].Name
	u := useCase{Name: name}
	for _, c := range method.Doc.List {
		u.Once = u.Once || c.Text == useCaseOnce
	}
	for _, field := range t.Params.List {
		if err := u.take(files, field); err != nil {
			return u, fmt.Errorf("%s: %w", name, err)
		}
	}
	if t.Results != nil {
		for _, field := range t.Results.List {
			u.Results = append(u.Results, printed(files, field.Type))
		}
	}
	if n := len(u.Results); n > 0 && u.Results[n-1] == "error" {
		u.Results, u.Fails = u.Results[:n-1], true
	}
	if len(u.Results) > 2 || len(u.Params) > 4 {
		return u, fmt.Errorf("%s takes more than four values or returns more than two beside its error", name)
	}
	return u, nil
}

// take reads one group of parameters.
func (u *useCase) take(files *token.FileSet, field *ast.Field) error {
	typ := printed(files, field.Type)
	for _, n := range field.Names {
		u.params = append(u.params, n.Name+" "+typ)
		switch t := field.Type.(type) {
		case *ast.FuncType:
			if len(t.Params.List) != 1 || t.Results != nil || u.Each != "" {
				return errors.New("a function receives one value and returns none, and there is one")
			}
			u.Each, u.Piece = n.Name, printed(files, t.Params.List[0].Type)
		case *ast.Ellipsis:
			u.Variadic = true
			u.Params, u.types = append(u.Params, n.Name), append(u.types, "[]"+printed(files, t.Elt))
		default:
			if typ == "context.Context" {
				u.Context = true
				continue
			}
			u.Params, u.types = append(u.Params, n.Name), append(u.types, typ)
		}
	}
	return nil
}

// printed is a node as Go.
func printed(files *token.FileSet, n ast.Node) string {
	var b bytes.Buffer
	_ = printer.Fprint(&b, files, n) // parsed code, into memory
	return b.String()
}

// importsOf are the imports of the table that the signatures of use cases need.
func importsOf(tree *ast.File, cases []useCase) (paths []string) {
	var signatures strings.Builder
	for _, u := range cases {
		signatures.WriteString(u.Signature())
	}
	for _, spec := range tree.Imports {
		path, _ := strconv.Unquote(spec.Path.Value) // parsed
		if strings.Contains(signatures.String(), path[strings.LastIndex(path, "/")+1:]+".") {
			paths = append(paths, strconv.Quote(path))
		}
	}
	paths = append(paths, `"ibid/app/usecase"`)
	slices.SortFunc(paths, func(a, b string) int { // the standard library first, then a line between
		return cmp.Or(cmp.Compare(strings.Count(a, "ibid/"), strings.Count(b, "ibid/")), cmp.Compare(a, b))
	})
	i := slices.IndexFunc(paths, func(p string) bool { return strings.HasPrefix(p, `"ibid/`) })
	return slices.Insert(paths, i, "")
}

// rows are the names of the methods, in lines that are not too long.
func rows(cases []useCase) (lines []string) {
	line := ""
	for _, u := range cases {
		if len(line)+len(u.Method()) > 120 {
			lines, line = append(lines, line), ""
		}
		line += u.Method() + ", "
	}
	return append(lines, line)
}

var stubsTemplate = template.Must(template.New("stubs").Parse(`// Code generated from app/usecase/usecase.go by "go run ./cmd/dev generate"; DO NOT EDIT.

package remote

import (
{{- range .Imports}}
	{{.}}{{end}}
)

// methods are all use cases.
var methods = []handler{
{{- range .Rows}}
	{{.}}{{end}}
}

// The use cases, as the owner of the library does them.
var (
{{- range .Cases}}
	{{.Method}} = &method[{{.Args}}, {{or .Piece "none"}}, {{.Result}}]{"{{.Name}}", {{.Once}}, func(ctx context.Context, u usecase.Library, {{if .Params}}args{{else}}_{{end}} {{.Args}}, {{or .Each "_"}} func({{or .Piece "none"}})) ({{.Result}}, error) {
{{- if eq 2 (len .Results)}}
		return both({{.Call}})
{{- else if and .Results .Fails}}
		return {{.Call}}
{{- else if .Results}}
		return {{.Call}}, nil
{{- else if .Fails}}
		return none{}, {{.Call}}
{{- else}}
		{{.Call}}
		return none{}, nil
{{- end}}
	}}
{{- end}}
)

// The use cases, as a client has them done.
{{range .Cases}}
func (stub stubs) {{.Name}}{{.Signature}} {
{{- if not .Context}}
	ctx, cancel := briefly()
	defer cancel()
{{- end}}
	{{if eq 2 (len .Results)}}out, err := {{else if .Results}}{{if .Fails}}return {{else}}out, _ := {{end}}{{else if .Fails}}_, err := {{else}}_, _ = {{end -}}
	call(ctx, stub.route, {{.Method}}, {{.Args}}{ {{- .Values -}} }, {{or .Each "nil"}})
	{{- if eq 2 (len .Results)}}
	return out.A, out.B, err
	{{- else if and .Results (not .Fails)}}
	return out
	{{- else if and .Fails (not .Results)}}
	return err
	{{- end}}
}
{{end}}`))
