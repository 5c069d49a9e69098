package graph

import (
	"path"
	"slices"
	"strings"
	"testing"

	"ibid/core"
)

func TestTestFilesAreToldByNameAndFolder(t *testing.T) {
	for name, want := range map[string]bool{
		"a/store_test.go": true, "a/store.go": false, "test/store.go": false, "a/test_store.py": true, "a/store_test.py": true, "tests/store.py": true,
		"a/latest.py": false, "a/contest.py": false, "web/a.spec.ts": true, "web/a.test.tsx": true, "web/__tests__/a.ts": true, "web/spec/a.ts": true, "web/a.ts": false,
		"j/StoreTest.java": true, "j/StoreTests.java": true, "j/StoreIT.java": true, "j/TestStore.java": true, "j/Testing.java": false, "j/AUDIT.java": false,
		"r/tests/it.rs": true, "c/store_unittest.cc": true, "c/store-test.c": true, "notes/test.md": false, "tests/readme.md": false,
	} {
		d := core.Document{Name: path.Base(name), Kind: core.KindCode}
		f := &file{path: "/" + name, dir: path.Dir("/" + name), base: d.Name, family: families[d.Language()]}
		if got := isTestFile(f); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTestsAreNamedAfterTheirSubject(t *testing.T) {
	for name, want := range map[string]string{
		"TestStore_Put": "storeput", "test_store_put": "storeput", "BenchmarkPut": "put", "FuzzParse": "parse", "ExampleStore": "store", "shouldPut": "put",
		"StoreTest": "store", "StoreTests": "store", "StoreTestCase": "store", "StoreIT": "store", "store_spec": "store", "store.test": "store", "store-unit": "storeunit",
		"TestStoreTest": "store", "Store": "store", "Test": "", "Test_": "", "latest": "latest",
	} {
		if got := subject(name); got != want {
			t.Errorf("%s is about %q, want %q", name, got, want)
		}
	}
}

func TestStemOfAnIndexFileIsItsFolder(t *testing.T) {
	for p, want := range map[string]string{
		"/a/store.go": "store", "/a/store/index.ts": "store", "/a/store/__init__.py": "store", "/a/store/mod.rs": "store", "/a/store.test.ts": "store.test",
	} {
		if got := fileStem(&file{dir: path.Dir(p), base: path.Base(p)}); got != want {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}

func TestNearestSharesTheMostFolders(t *testing.T) {
	self := func(s string) string { return s }
	for name, tt := range map[string]struct {
		from        string
		items, want []string
	}{
		"none":                             {"/a/b/", nil, nil},
		"the most folders in common":       {"/a/b/", []string{"/x", "/a/c", "/a/b/d"}, []string{"/a/b/d"}},
		"of these the shallowest":          {"/a/b/", []string{"/a/c/d", "/a/c"}, []string{"/a/c"}},
		"all that are equally near":        {"/a/b/", []string{"/a/c", "/x", "/a/d"}, []string{"/a/c", "/a/d"}},
		"a name that only begins the same": {"/a/bc/", []string{"/a/b", "/a/bc"}, []string{"/a/bc"}},
	} {
		if got := nearest(tt.from, tt.items, self); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	for _, tt := range []struct {
		a, b string
		want int
	}{{"/a/b/", "/a/b/", 3}, {"/a/b/x", "/a/b/y", 3}, {"/a/b", "/a/c", 2}, {"/a", "b", 0}, {"", "/a", 0}} {
		if got := shared(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q share %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestParentsEndAtTheTop(t *testing.T) {
	for dir, want := range map[string][]string{
		"/a/b": {"/a/b", "/a", "/"}, "/": {"/"}, "a/b": {"a/b", "a", "."}, ".": {"."},
	} {
		if got := slices.Collect(parents(dir)); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", dir, got, want)
		}
	}
	if got := slices.Collect(parents(strings.Repeat("/a", 300))); len(got) != 200 {
		t.Errorf("%d parents of a path that no file system has", len(got))
	}
	n := 0
	for range parents("/a/b/c") {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d parents are gone through after a break at the second", n)
	}
}

func TestTypeIsFoundBehindItsWrappers(t *testing.T) {
	for _, tt := range []struct {
		family        family
		written, want string
	}{
		{goFamily, "*Store", "Store"}, {goFamily, "[]*Store", "Store"}, {goFamily, "[4]Store", "Store"}, {goFamily, "map[string][]Store", "Store"}, {goFamily, "<-chan *a.Store", "a.Store"},
		{goFamily, "chan<- Store", "Store"}, {goFamily, "...Store", "Store"}, {goFamily, "&Store", "Store"}, {goFamily, "Store[int]", "Store"}, {goFamily, "func(a int) Store", ""},
		{goFamily, "struct{ a Store }", ""}, {goFamily, "interface{ Close() }", ""}, {goFamily, "", ""},
		{pythonFamily, "'Store'", "Store"}, {pythonFamily, `"Store"`, "Store"}, {pythonFamily, "None | Store", "Store"}, {pythonFamily, "Store | None", "Store"},
		{pythonFamily, "list[Store]", "list"},
		{rustFamily, "&'a mut Store", "Store"}, {rustFamily, "Arc<Mutex<Store>>", "Store"}, {rustFamily, "Box<dyn Store + Send>", "Store"}, {rustFamily, "Result<Store, Error>", "Store"},
		{rustFamily, "Vec<Option<Store>>", "Store"}, {rustFamily, "HashMap<String, Store>", "HashMap"},
		{scriptFamily, "Promise<Store>", "Store"}, {scriptFamily, "undefined | Store", "Store"}, {scriptFamily, "readonly Store[]", "Store"}, {scriptFamily, "null", "null"},
		{cFamily, "const struct store *", "store"}, {cFamily, "std::unique_ptr<Store>", "Store"}, {javaFamily, "final Store<T>", "Store"},
	} {
		if got := baseOf(tt.family, tt.written); got != tt.want {
			t.Errorf("%s %q is %q, want %q", tt.family, tt.written, got, tt.want)
		}
	}
}

func TestResultIsReadFromTheSignature(t *testing.T) {
	for _, tt := range []struct {
		family          family
		signature, name string
		n               int
		want            string
	}{
		{goFamily, "func Open(name string) (*Store, error)", "Open", 0, "*Store"},
		{goFamily, "func Open(name string) (*Store, error)", "Open", 1, "error"},
		{goFamily, "func Open(name string) (*Store, error)", "Open", 2, ""},
		{goFamily, "func (s *Store) Next() Row {", "Next", 0, "Row"},
		{goFamily, "func Of[T any](x T) (s *Store, ok bool)", "Of", 0, "*Store"},
		{goFamily, "Next() Row", "Next", 0, "Row"},
		{goFamily, "func Close()", "Close", 0, ""},
		{goFamily, "func Open(name string…", "Open", 0, ""},
		{goFamily, "func Open", "Open", 0, ""},
		{pythonFamily, "def open(name: str) -> Store:", "open", 0, "Store"},
		{pythonFamily, "def open(name: str) -> Store:", "open", 1, ""},
		{pythonFamily, "def open(name: str):", "open", 0, ""},
		{rustFamily, "pub fn open(f: fn() -> u8) -> Result<Store>;", "open", 0, "Result<Store>"},
		{scriptFamily, "open(name: string): Store =>", "open", 0, "Store"},
		{scriptFamily, "open(name: string)", "open", 0, ""},
		{javaFamily, "public static Store open(String name)", "open", 0, "Store"},
		{javaFamily, "open(String name)", "open", 0, ""},
		{javaFamily, "public Store open(String name)", "open", 1, ""},
		{cFamily, "struct store *open(const char *name)", "open", 0, "*"},
		{"", "func Open() Store", "Open", 0, ""},
	} {
		if got := resultOf(tt.family, tt.signature, tt.name, tt.n); got != tt.want {
			t.Errorf("result %d of %q is %q, want %q", tt.n, tt.signature, got, tt.want)
		}
	}
}

func TestShapeOfAGoFunctionIsItsTypes(t *testing.T) {
	for signature, want := range map[string][2][]string{
		"func F()":                   {nil, nil},
		"func F(a, b int, c string)": {{"int", "int", "string"}, nil},
		"func F(int, string) error":  {{"int", "string"}, {"error"}},
		"func F(f func(a, b int) error, m map[string]int) (n int, err error)": {{"func(a, b int) error", "map[string]int"}, {"int", "error"}},
		"func (s *S) F(x ...T) []T {":                                         {{"...T"}, {"[]T"}},
		"func F[K comparable, V any](m map[K]V)":                              {{"map[K]V"}, nil},
		"F(chan int) bool":                                                    {{"int"}, {"bool"}},
		"func F(a int":                                                        {nil, nil},
	} {
		from, to := goShape(signature, "F")
		if !slices.Equal(from, want[0]) || !slices.Equal(to, want[1]) {
			t.Errorf("%q takes %q and gives %q, want %q and %q", signature, from, to, want[0], want[1])
		}
	}
}

func TestMethodsOfOneShapeMayImplementEachOther(t *testing.T) {
	for _, tt := range []struct {
		x, y string
		want bool
	}{
		{"Close() error", "func (s *Store) Close() error", true},
		{"Close() error", "func (s *Store) Close(hard bool) error", false},
		{"Close() error", "func (s *Store) Close()", false},
		{"Close(w io.Writer) error", "func (s *Store) Close(out Writer) error", true},
		{"Close(w io.Writer) error", "func (s *Store) Close(r io.Reader) error", false},
		{"Close(a very long…", "func (s *Store) Close()", true},
	} {
		if got := sameShape(core.Entity{Name: "Close", Signature: tt.x}, core.Entity{Name: "Close", Signature: tt.y}); got != tt.want {
			t.Errorf("%q and %q: %v", tt.x, tt.y, got)
		}
	}
}

func TestBracketsAreFollowedToTheirEnd(t *testing.T) {
	for s, want := range map[string][2]string{
		"(a, b) c": {"a, b", "c"}, "(f(x)[1]{}) rest": {"f(x)[1]{}", "rest"}, "[T any](x T)": {"T any", "(x T)"}, "()": {"", ""}, "(a": {"", ""}, "": {"", ""},
	} {
		if inside, rest := group(s); inside != want[0] || rest != want[1] {
			t.Errorf("%q holds %q, then %q, want %q", s, inside, rest, want)
		}
	}
}
