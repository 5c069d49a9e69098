package graph_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Who asks such sources is answered, and does not wait for ever.
func TestSourcesThatLeadToEachOtherAreBounded(t *testing.T) { // R2.5
	const n = 40
	list := func(each string, but int) string {
		var b strings.Builder
		for i := range n {
			if i != but {
				fmt.Fprintf(&b, each, i)
			}
		}
		return b.String()
	}
	star, classes, faces, vars := make(map[string]string), "", "package p\n", ""
	for i := range n {
		star[fmt.Sprintf("f%d.ts", i)] = list("export * from './f%d'\n", i)
		classes += fmt.Sprintf("class C%d(%s):\n    pass\n", i, strings.TrimSuffix(list("C%d, ", i), ", "))
		faces += fmt.Sprintf("type I%d interface {\n%s M%d()\n}\n", i, list("I%d\n", i), i)
		vars += "x = x.x\n"
	}
	star["use.ts"] = "import { nothing } from './f0'\nexport function here() { nothing() }\n"
	for _, tt := range []struct {
		name  string
		files map[string]string
		ask   func(context.Context, *testing.T, *shelf) error
	}{
		{"files that pass on each other's names", star, func(ctx context.Context, t *testing.T, s *shelf) error {
			_, err := s.Related(ctx, s.document(t, "use.ts").ID, 0)
			return err
		}},
		{"classes that extend each other", map[string]string{"a.py": classes + "def here(c: C0):\n    c.nothing()\n"}, func(ctx context.Context, t *testing.T, s *shelf) error {
			_, err := s.Related(ctx, s.document(t, "a.py").ID, n)
			return err
		}},
		{"classes that extend each other, asked for a field", map[string]string{"a.py": classes + "class D(C0):\n    def here(self):\n        self.nothing.here()\n"}, func(ctx context.Context, t *testing.T, s *shelf) error {
			_, err := s.Related(ctx, s.document(t, "a.py").ID, n+1)
			return err
		}},
		{"interfaces that embed each other", map[string]string{"a.go": faces + "type T struct{}\n\nfunc (T) M0() {}\n"}, func(ctx context.Context, t *testing.T, s *shelf) error {
			_, err := s.Implementations(ctx, s.document(t, "a.go").ID, 0)
			return err
		}},
		{"variables that are set to themselves", map[string]string{"a.py": vars + "def here():\n    x.nothing()\n"}, func(ctx context.Context, t *testing.T, s *shelf) error {
			found, err := s.Entities(ctx, s.document(t, "a.py").ID)
			if err != nil {
				return err
			}
			_, err = s.Related(ctx, s.document(t, "a.py").ID, len(found)-1)
			return err
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newShelf(t, tt.files)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			if err := tt.ask(ctx, t, s); err != nil {
				t.Error(err)
			}
		})
	}
}
