package codec

import (
	"fmt"
	"strings"
	"testing"

	"ibid/core"
)

// The figures in packed.go are from this, in one run.

func pageLayout() core.Layout {
	l := core.Layout{Page: 7, Width: 595, Height: 842}
	for i := range 50 {
		l.Lines = append(l.Lines, core.Line{Span: core.Span{Start: i * 60, End: i*60 + 59}, Left: 72.1, Top: float32(i) * 12.3, Right: 500.7, Height: 12.3, Size: 9.96})
	}
	return l
}

func largeCode() core.Code {
	c := core.Code{Language: "go", Package: "main"}
	for i := range 400 {
		name := fmt.Sprint("function", i)
		c.Entities = append(c.Entities, core.Entity{
			Name: name, Qualified: "Type." + name, Kind: core.EntityMethod, Signature: "func (t *Type) " + name + "(ctx context.Context) error",
			Doc: strings.Repeat("What it does. ", 5), Span: core.Span{Start: i * 1000, End: i*1000 + 900}, FirstLine: i * 30, LastLine: i*30 + 28,
			Parent: -1, Body: i*1000 + 100, Cuts: []int{i*1000 + 200, i*1000 + 400, i*1000 + 600},
		})
		for j := range 20 {
			c.References = append(c.References, core.Reference{Name: fmt.Sprint("function", (i*7+j)%400), Qualifier: "t", Origin: "{*Type}", Line: i*30 + j, Call: true, Within: i})
		}
	}
	return c
}

func BenchmarkPacked(b *testing.B) {
	outline := make([]core.OutlineEntry, 200)
	for i := range outline {
		outline[i] = core.OutlineEntry{Level: 1 + i%3, Title: "A section with a title", Page: i}
	}
	compare(b, "layout", pageLayout(), PackLayout, UnpackLayout)
	compare(b, "code", largeCode(), PackCode, UnpackCode)
	compare(b, "outline", outline, PackOutline, UnpackOutline)
	compare(b, "spans", []core.Span{{Start: 1200, End: 2400}}, PackSpans, UnpackSpans)
}

func compare[T any](b *testing.B, what string, v T, pack func(T) []byte, unpack func([]byte) (T, error)) {
	plain, err := Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, work func() error) {
		b.Run(what+"/"+name, func(b *testing.B) {
			for b.Loop() {
				if err := work(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	tight := pack(v)
	run("pack", func() error { pack(v); return nil })
	run("marshal", func() error { _, err := Marshal(v); return err })
	run("unpack", func() error { _, err := unpack(tight); return err })
	run("unmarshal", func() error { var back T; return Unmarshal(plain, &back) })
}
