package office

import (
	"testing"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func TestRealFilesEndInTextOrANamedFate(t *testing.T) { // X4
	for kind, endings := range map[core.Kind][]string{
		core.KindDocument: {".docx", ".odt"},
		core.KindSlides:   {".pptx", ".odp"},
		core.KindSheet:    {".xlsx", ".ods"},
	} {
		t.Run(string(kind), func(t *testing.T) { extracttest.Folder(t, Extractor{}, kind, "kinds/office", endings...) })
	}
}
