package place

import (
	"strings"
	"testing"

	"ibid/core"
	"ibid/core/extract/code"
)

func TestNameMeansOneEntityOrSaysWhich(t *testing.T) { // X4
	source := "class UserService:\n    def find(self):\n        pass\n\nclass Store:\n    def find(self):\n        pass\n    def close(self):\n        pass\n\ndef find():\n    pass\n"
	c, err := code.Extract(t.Context(), "a.py", source)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"UserService.find": "a.py::UserService.find", "Store::find": "a.py::Store.find", "close": "a.py::Store.close", "find": "a.py::find", "nothing": "",
	} {
		if got := strings.Join(tellApart("a.py", named(c, name)), " "); got != want {
			t.Errorf("%s means %q, want %q", name, got, want)
		}
	}
	header, err := code.Extract(t.Context(), "a.cpp", "int f(int);\nint f(long);\n\nint g(int);\nint g(int a) { return a; }\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(tellApart("a.cpp", named(header, "f")), " "); got != "a.cpp:1 a.cpp:2" {
		t.Errorf("f means %s", got)
	}
	if got := named(header, "g"); len(got) != 1 || got[0].Kind != core.EntityFunction || got[0].FirstLine != 5 {
		t.Errorf("g means %+v", got)
	}
}
