package window

import (
	"strings"
	"testing"
)

// Each source has «» around the definition that is to be found from the line
// with the mark @, or nowhere such if none is.
func TestDefinitionsByLanguage(t *testing.T) { // R0.7
	for _, tt := range []struct{ name, language, source string }{
		{"a method, not its class", "java", "class Gauge {\n    int n;\n«    /** Depth in metres. */\n    @Override\n    public double depth(String reef) throws IOException {\n        if (reef == null) {\n            throw @new X(\"}\");\n        }\n        return 1;\n    }\n»}\n"},
		{"a field is in the class", "java", "import a.b;\n\n«public final class Gauge<T> extends Base {\n    @int n;\n    int m() {\n        return 1;\n    }\n}\n»"},
		{"an anonymous class is in its method", "java", "class A {\n«    void run() {\n        start(new Runnable() {\n            public void run() {\n                @stop();\n            }\n        });\n    }\n»}\n"},
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
		{"in C#", "csharp", "namespace Tide\n{\n    class Gauge\n    {\n«        [Obsolete]\n        public async Task<int> Depth(int n)\n        {\n            lock (this) { @n++; }\n        }\n»    }\n}\n"},
		{"in Kotlin", "kotlin", "class Gauge {\n«    fun depth(n: Int): Int {\n        return run(n) {\n            @it + 1\n        }\n    }\n»}\n"},
		{"in Swift", "swift", "struct Gauge {\n«    init(n: Int) {\n        @self.n = n\n    }\n»}\n"},
		{"in PHP", "php", "<?php\nclass Gauge {\n«    // don't\n    public function depth($n) {\n        @return \"{$n}\";\n    }\n»}\n"},
		{"a decorated method", "python", "class Gauge:\n    n = 1\n\n«    @cached\n    async def depth(self,\n                    n=(1,\n        2)):\n        \"\"\"Metres\n(below chart datum).\n        \"\"\"\n        if n:\n            @pass\n\n        # the end\n»\n# next\nclass X: pass\n"},
		{"a class of Python", "python", "«class Gauge:\n    @n = 1\n\n    def depth(self):\n        return 1\n»\nx = 1\n"},
		{"the module", "python", "def f():\n    pass\n\n@x = 1\n"},
		{"in Ruby", "ruby", "class Gauge\n«  def depth(n)\n    if n\n      @n + 1\n    end\n  end\n»end\n"},
		{"in Lua", "lua", "«local function depth(n)\n  @return n\nend\n»\nprint(1)\n"},
		{"another language", "", "function f() {\n  @x\n}\n"},
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
		got, ok := enclosing(tt.language, source[:n]+source[n+1:], [2]int{line, line})
		if ok != marked || ok && got != want {
			t.Errorf("%s, %s: %v %v, want %v", tt.language, tt.name, got, ok, want)
		}
	}
}

// Hostile programs end: what is looked at is bounded.
func TestHostileProgramsAreLookedThrough(t *testing.T) {
	for _, piece := range []string{"{", "f() {", "(", "\"", "'", "/(", "`", "/*", "def f:\n ", "\"\"\"", "{\n", "func f() {\n", "#[\n", "}", "\\"} {
		source := strings.Repeat(piece, (1<<18)/len(piece))
		last := 1 + strings.Count(source, "\n")
		for _, language := range []string{"go", "rust", "c", "java", "javascript", "php", "python", "lua"} {
			_, _ = enclosing(language, source, [2]int{last / 2, last / 2})
		}
	}
}

func FuzzEnclosing(f *testing.F) {
	f.Add("python", "class A:\n  def f(self):\n    \"\"\"x\"\"\"\n", 2)
	f.Add("javascript", "const f = (a) => { return /[/]/ + `${a}`; }\n", 1)
	f.Add("rust", "fn f<'a>() -> char {\n '\\u{7d}' \n}\n", 2)
	f.Fuzz(func(t *testing.T, language, source string, line int) {
		lines := 1 + strings.Count(strings.TrimSuffix(source, "\n"), "\n")
		line = 1 + max(0, line)%lines
		if len(mask(syntaxes[language], source)) != len(source) {
			t.Fatal("the mask has another length")
		}
		if got, ok := enclosing(language, source, [2]int{line, line}); ok && (got[0] < 1 || got[0] > line || got[1] < line || got[1] > lines) {
			t.Errorf("%v around line %d of %d", got, line, lines)
		}
	})
}
