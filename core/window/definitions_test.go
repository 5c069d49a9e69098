package window

import (
	"errors"
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/text"
)

// Each source has «» around the definition that is to be found from the line
// with the mark @, or nowhere such if none is.
func TestDefinitionsByLanguage(t *testing.T) { // R0.7
	for _, tt := range []struct{ name, language, source string }{
		{"a method, not its class", "java", "class Gauge {\n    int n;\n«    /** Depth in metres. */\n    @Override\n    public double depth(String reef) throws IOException {\n        if (reef == null) {\n            throw @new X(\"}\");\n        }\n        return 1;\n    }\n»}\n"},
		{"a field is in the class", "java", "import a.b;\n\n«public final class Gauge<T> extends Base {\n    @int n;\n    int m() {\n        return 1;\n    }\n}\n»"},
		{"a method of an anonymous class", "java", "class A {\n    void run() {\n        start(new Runnable() {\n«            public void run() {\n                @stop();\n            }\n»        });\n    }\n}\n"},
		{"an anonymous class is in its method", "java", "class A {\n«    void run() {\n        start(new @Runnable() {\n            public void run() {\n                stop();\n            }\n        });\n    }\n»}\n"},
		{"a signature over lines", "typescript", "«export async function load(\n  path: string,\n  limit = 10,\n): Promise<void> {\n  @await read(path);\n}\n»\nload('x');\n"},
		{"an arrow with a name", "typescript", "const a = 1;\n«export const depth = (reef: Reef): number => {\n  return reef.rows.map((r) => {\n    @return r.depth / 2;\n  })[0];\n};\n»"},
		{"a method of a class", "javascript", "class Reef {\n  constructor(n) {\n    this.n = n;\n  }\n«  async depth() {\n    for (const x of this.n) {\n      @log(`${x} {`, /[{]/);\n    }\n  }\n»}\n"},
		{"a callback is in nothing", "javascript", "describe('reef', () => {\n  it('grows', function () {\n    @expect(1);\n  });\n});\n"},
		{"a component", "tsx", "«export default function Reef({ name, depth }: Props) {\n  return <p>Don't @dive</p>;\n}\n»"},
		{"an implementation", "rust", "struct Reef<'a> {\n    name: &'a str,\n}\n\n«impl<'a> Reef<'a> {\n    // @here\n\n    fn open() -> char { '{' }\n}\n»"},
		{"a function of it", "rust", "impl Reef {\n«    /// Metres.\n    #[inline]\n    pub(crate) fn depth(&self) -> Option<f64>\n    where\n        f64: Copy,\n    {\n        match self.n {\n            1 => { @Some(1.0) }\n            _ => None,\n        }\n    }\n»}\n"},
		{"a type on its own line", "c", "#include <math.h>\n\n«static double\ndepth(struct reef *r, int n)\n{\n\tlist_for_each(r, n) {\n\t\tif (r->n) { @return '}'; }\n\t}\n}\n»"},
		{"in C", "c", "int x = 1;\n\n«/* Metres. */\nstatic const double depth(struct reef *r, int n)\n{\n\twhile (n--) {\n\t\t@puts(\"{\");\n\t}\n}\n»\nint y;\n"},
		{"a structure", "c", "«struct reef {\n\tint @n;\n};\n»int y;\n"},
		{"outside of its class", "cpp", "namespace tide {\n«std::vector<double> Gauge::depths(const Reef& r) const {\n  auto f = [](int x) {\n    @return x;\n  };\n}\n»}\n"},
		{"a namespace is none", "cpp", "namespace tide {\nint @x;\n}\n"},
		{"a decorated method", "python", "class Gauge:\n    n = 1\n\n«    @cached\n    async def depth(self,\n                    n=(1,\n        2)):\n        \"\"\"Metres\n(below chart datum).\n        \"\"\"\n        if n:\n            @pass\n\n        # the end\n»\n# next\nclass X: pass\n"},
		{"a class of Python", "python", "«class Gauge:\n    @n = 1\n\n    def depth(self):\n        return 1\n»\nx = 1\n"},
		{"the module", "python", "def f():\n    pass\n\n@x = 1\n"},
	} {
		source := strings.NewReplacer("«", "", "»", "").Replace(tt.source)
		before, _, _ := strings.Cut(tt.source, "«")
		through, _, marked := strings.Cut(tt.source, "»")
		n := strings.Index(source, "@")
		for strings.Count(source[n+1:], "@") > 0 { // the mark is the last one
			n += 1 + strings.Index(source[n+1:], "@")
		}
		line := 1 + strings.Count(source[:n], "\n")
		want := [2]int{1 + strings.Count(before, "\n"), strings.Count(through, "\n")}
		source = source[:n] + source[n+1:]
		got, note, err := sourceCode(t, "a."+extensions[tt.language], source).enclosing(text.NewLineTable(source), [2]int{line, line})
		if err != nil || (note == "") != marked || marked && got != want {
			t.Errorf("%s, %s: %v %q, %v; want %v", tt.language, tt.name, got, note, err, want)
		}
	}
}

var extensions = map[string]string{
	"java": "java", "typescript": "ts", "javascript": "js", "tsx": "tsx", "rust": "rs", "c": "c", "cpp": "cpp", "python": "py",
}

// Without a grammar, or outside of any definition, the window is lines and says why.
func TestWithoutAFunctionTheWindowIsLinesAndSaysWhy(t *testing.T) { // R0.7
	for _, tt := range []struct{ name, source, words, want, note string }{
		{"a.kt", "fun a() {\n\n\n  b()\n}\n", "b()", "\n  b()\n}\n", "there is no grammar for its language"},
		{"a.py", "def f():\n    pass\n\nx = 1\n", "x = 1", "\nx = 1\n", "no function or class is known around it"},
		{"a.py", "def f():\n    return 1\n\nx = 1\n", "return", "def f():\n    return 1\n", ""},
		{"a.py", "class A:\n    def f(self):\n        return 1\n", "class", "class A:\n    def f(self):\n        return 1\n", ""},
	} {
		d := sourceCode(t, tt.name, tt.source)
		w, err := Cut(d, at(t, d, tt.words), Reach{Strategy: Lines, N: 1, Function: true})
		if err != nil || w.Text != tt.want || (w.Note == "") != (tt.note == "") || !strings.HasSuffix(w.Note, tt.note) {
			t.Errorf("%s at %q: %q, %q, %v; want %q, %q", tt.name, tt.words, w.Text, w.Note, err, tt.want, tt.note)
		}
	}
	lost := errors.New("lost")
	d := sourceCode(t, "a.py", "x = 1\n")
	d.Code = func() (core.Code, error) { return core.Code{}, lost }
	if _, err := Cut(d, at(t, d, "x"), Reach{Strategy: Lines, Function: true}); !errors.Is(err, lost) {
		t.Errorf("got %v", err)
	}
}

// A function without a name belongs to nothing.
func TestWindowIsTheEntityAroundAPlace(t *testing.T) { // R0.7
	source := "package tide\n\nvar limits = map[string]func(float64) float64{\n\t\"kelp\": func(t float64) float64 {\n\t\treturn 9 - t\n\t},\n}\n\n" +
		"// Depth is the limit.\nfunc Depth(t float64) float64 {\n\tif t > 1 {\n\t\treturn 0\n\t}\n\treturn 1\n}\n"
	d := sourceCode(t, "tide.go", source)
	for words, want := range map[string]string{"return 0": "9-15", "return 9 - t": "5"} {
		w, err := Cut(d, at(t, d, words), Reach{Strategy: Lines, Function: true})
		if err != nil || w.Locator.Place() != want {
			t.Errorf("%s: got %s, %v; want %s", words, w.Locator.Place(), err, want)
		}
	}
}
