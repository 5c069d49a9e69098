package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMutationListsAreReadStrictly(t *testing.T) {
	tests := []struct {
		name, list string
		want       []mutation
		fails      bool
	}{
		{name: "pairs of a room", list: "# a comment\n\na/b\n- x < 3\n+ x <= 3\n\n- y - 1\n+ y\nc\n- z\n+ zz\n", want: []mutation{
			{5, "a/b", "x < 3", "x <= 3"}, {8, "a/b", "y - 1", "y"}, {11, "c", "z", "zz"},
		}},
		{name: "an empty list", list: "# nothing\n"},
		{name: "a change in no room", list: "- x\n+ y\n", fails: true},
		{name: "an old text without a new one", list: "a\n- x\n", fails: true},
		{name: "two old texts", list: "a\n- x\n- y\n+ z\n", fails: true},
		{name: "a new text alone", list: "a\n+ x\n", fails: true},
		{name: "a change that changes nothing", list: "a\n- x\n+ x\n", fails: true},
		{name: "what is no folder", list: "a.md\n- x\n+ y\n", fails: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseMutations(tt.list)
			if (err != nil) != tt.fails || !slices.Equal(got, tt.want) {
				t.Errorf("read as %v, %v; want %v", got, err, tt.want)
			}
		})
	}
}

// The list must not rot: whoever changes a line that it names changes the entry.
func TestEveryMutationStillApplies(t *testing.T) {
	list, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(mutationList)))
	if err != nil {
		t.Fatal(err)
	}
	all, err := parseMutations(string(list))
	if err != nil {
		t.Fatal(err)
	}
	rooms := make(map[string]int)
	for _, m := range all {
		if _, _, err := m.apply(repository); err != nil {
			t.Error(err)
		}
		rooms[m.room]++
	}
	for _, room := range []string{"core/check", "core/query", "core/search", "core/assemble", "core/ingest", "core/passage"} {
		if rooms[room] < 10 {
			t.Errorf("%d changes of %s, want 10 or more", rooms[room], room)
		}
	}
}

func TestMutationsAreSpreadOverTheList(t *testing.T) {
	list := make([]mutation, 10)
	for i := range list {
		list[i].line = i
	}
	for _, tt := range []struct {
		n    int
		want []int
	}{
		{0, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{1, []int{0}},
		{3, []int{0, 3, 6}},
		{10, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{11, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}},
	} {
		var got []int
		for _, m := range spread(list, tt.n) {
			got = append(got, m.line)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%d of 10: %v, want %v", tt.n, got, tt.want)
		}
	}
}

// tinyModule writes a module of one room, whose test notices a change of one bound and not of the other.
func tinyModule(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module m\n\ngo 1.26\n",
		"a/a.go": "package a\n\nfunc few(n int) bool { return n < 3 }\n\nfunc many(n int) bool { return n > 9 }\n",
		"a/a_test.go": `package a

import "testing"

func TestFew(t *testing.T) {
	if !few(2) || few(3) || !many(20) {
		t.Error("few or many")
	}
}
`,
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestUnnoticedMutationsFailTheCommand(t *testing.T) {
	t.Parallel()
	noticed := mutation{1, "a", "n < 3", "n <= 3"}
	tests := []struct {
		name  string
		tried []mutation
		says  string
		fails string
	}{
		{"all are noticed", []mutation{noticed}, "killed 1 of 1, 100 %", ""},
		{"one in two is not", []mutation{noticed, {2, "a", "n > 9", "n > 8"}}, "SURVIVED", "tests notice 50 %"},
		{"one does not compile", []mutation{{3, "a", "n > 9", `n > "9"`}}, "", "does not compile"},
		{"one does not apply", []mutation{{4, "a", "n > 99", "n"}}, "", "stands 0 times"},
		{"one applies twice", []mutation{{5, "a", "return", "panic(1); return"}}, "", "stands 2 times"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			m := thisMachine()
			m.stdout = &out
			err := (&mutator{m: m, root: tinyModule(t), dir: t.TempDir()}).tryAll(t.Context(), tt.tried)
			if !strings.Contains(out.String(), tt.says) {
				t.Errorf("it says\n%swithout %q", out.String(), tt.says)
			}
			if (err != nil) != (tt.fails != "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Errorf("tryAll = %v, want %q", err, tt.fails)
			}
		})
	}
}

func TestRoomsWithFailingTestsAreNotMutated(t *testing.T) {
	t.Parallel()
	root := tinyModule(t)
	broken := []byte("package a\n\nimport \"testing\"\n\nfunc TestBroken(t *testing.T) { t.Error(\"broken\") }\n")
	if err := os.WriteFile(filepath.Join(root, "a", "b_test.go"), broken, 0o644); err != nil {
		t.Fatal(err)
	}
	m := thisMachine()
	m.stdout = new(bytes.Buffer)
	err := (&mutator{m: m, root: root, dir: t.TempDir()}).tryAll(t.Context(), []mutation{{1, "a", "n < 3", "n <= 3"}})
	if err == nil || !strings.Contains(err.Error(), "do not pass without any") {
		t.Errorf("tryAll = %v", err)
	}
}
