package core

import "testing"

func sampleCode() Code {
	return Code{
		Language: "go", Package: "pay", Note: "only the first 2",
		Entities: []Entity{
			{Name: "T", Qualified: "T", Kind: EntityStruct, Span: Span{Start: 2, End: 9}, FirstLine: 1, NameLine: 1, LastLine: 2, Parent: -1, Body: 4, Bases: []string{"io.Reader"}},
			{Name: "m", Qualified: "T.m", Kind: EntityMethod, Span: Span{Start: 3, End: 9}, FirstLine: 1, NameLine: 2, LastLine: 2, Parent: 0, Body: 5, Cuts: []int{6, 8}, Doc: "d", Signature: "s"},
		},
		Imports:    []Import{{Path: "fmt", Line: 1}, {Path: "os", Names: []string{"*", "T"}, Alias: "o", Line: 2}},
		References: []Reference{{Name: "Close", Qualifier: "T", Line: 7, Call: true, Within: 1, Origin: "{*T}"}, {Name: "T", Line: 9, Within: -1}},
		Fields:     []Field{{Owner: 0, Name: "file", Origin: "{os.File}"}, {Owner: -1, Name: "x", Origin: "open()#1"}},
	}
}

func TestCodeThatLeavesItsTextIsNoticed(t *testing.T) {
	text := "0123456789"
	if err := sampleCode().Check(text); err != nil {
		t.Errorf("sound code: %v", err)
	}
	spoil := map[string]func(*Code){
		"end":       func(c *Code) { c.Entities[1].End = 11 },
		"comment":   func(c *Code) { c.Entities[0].DocStart = 3 },
		"body":      func(c *Code) { c.Entities[1].Body = 1 },
		"parent":    func(c *Code) { c.Entities[1].Parent = 1 },
		"outside":   func(c *Code) { c.Entities[0].End = 8 },
		"order":     func(c *Code) { c.Entities[1].Start, c.Entities[1].Parent = 1, -1 },
		"cuts":      func(c *Code) { c.Entities[1].Cuts = []int{8, 6} },
		"lines":     func(c *Code) { c.Entities[1].NameLine = 3 },
		"reference": func(c *Code) { c.References[0].Within = 2 },
		"field":     func(c *Code) { c.Fields[0].Owner = 2 },
	}
	for what, do := range spoil {
		c := sampleCode()
		do(&c)
		if c.Check(text) == nil {
			t.Errorf("%s: not noticed", what)
		}
	}
}
