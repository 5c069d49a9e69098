package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStubsOfTheUseCasesAreUpToDate(t *testing.T) {
	table, err := os.ReadFile(filepath.Join(repository, useCaseTable))
	if err != nil {
		t.Fatal(err)
	}
	want, err := stubs(table)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(repository, useCaseStubs)); err != nil || string(got) != string(want) {
		t.Errorf("%s is not what %s says (%v): go run ./cmd/dev generate", useCaseStubs, useCaseTable, err)
	}
}

func TestStubsAreWrittenForEveryFormOfUseCase(t *testing.T) {
	const head = "package usecase\n\nimport (\n\t\"context\"\n\t\"image\"\n\n\t\"ibid/core\"\n)\n\ntype Library interface{ All }\n\ntype All interface {\n\t// F is one.\n"
	for line, want := range map[string][]string{
		"F(ctx context.Context) error": {"doF = &method[none, none, none]", "return none{}, u.F(ctx)", "func (stub stubs) F(ctx context.Context) error {\n\t_, err := call(ctx, stub.route, doF, none{}, nil)\n\treturn err"},
		"F()":                          {"u.F()\n\t\treturn none{}, nil", "ctx, cancel := briefly()"},
		"F() int":                      {"return u.F(), nil", "out, _ := call(ctx, stub.route, doF, none{}, nil)\n\treturn out"},
		"F(ctx context.Context, a, b string) (core.Hit, error)":                {"method[tuple2[string, string], none, core.Hit]", "u.F(ctx, args.A, args.B)", "tuple2[string, string]{a, b}"},
		"F(ctx context.Context, ids ...int) (a core.Hit, b core.Hit, e error)": {"method[tuple1[[]int], none, tuple2[core.Hit, core.Hit]]", "both(u.F(ctx, args.A...))", "return out.A, out.B, err"},
		"F(ctx context.Context, each func(core.Hit)) error":                    {"method[none, core.Hit, none]", "u.F(ctx, each)", "none{}, each)"},
		"//usecase:once\n\tF(ctx context.Context) error":                       {`{"F", true, func`},
	} {
		code, err := stubs([]byte(head + "\t" + line + "\n}\n"))
		if err != nil {
			t.Errorf("%s: %v", line, err)
		}
		for _, w := range want {
			if !strings.Contains(string(code), w) {
				t.Errorf("%s: %q is not in\n%s", line, w, code)
			}
		}
		if strings.Contains(string(code), `"image"`) || strings.Contains(string(code), `"ibid/core"`) != strings.Contains(line, "core.") {
			t.Errorf("%s: imports of\n%s", line, code)
		}
	}
	for _, line := range []string{"F(ctx context.Context, a, b, c, d, e int) error", "F(ctx context.Context, f func(int) bool)", "F(f func(int), g func(int))", "F() (int, int, int)", "Other"} {
		if code, err := stubs([]byte(head + "\t" + line + "\n}\n")); err == nil {
			t.Errorf("%s has stubs:\n%s", line, code)
		}
	}
}
