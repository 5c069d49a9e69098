package code

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ibid/core"
	"ibid/core/extract/text"
)

// Files and entities a second over the folders of IBID_CODE, or this package.
func BenchmarkExtract(b *testing.B) {
	folders := filepath.SplitList(os.Getenv("IBID_CODE"))
	if len(folders) == 0 {
		folders = []string{"."}
	}
	type file struct{ name, source string }
	var files []file
	size := 0
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() || languages[core.Language(path)].grammar == nil || len(files) >= 2000 {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if source, err := text.Decode(data); err == nil {
				files, size = append(files, file{path, source}), size+len(source)
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	entities := 0
	for b.Loop() {
		for _, f := range files {
			c, err := Extract(context.Background(), f.name, f.source)
			if err != nil {
				b.Fatal(err)
			}
			entities += len(c.Entities)
		}
	}
	b.ReportMetric(float64(entities)/b.Elapsed().Seconds(), "entities/s")
	b.ReportMetric(float64(b.N*len(files))/b.Elapsed().Seconds(), "files/s")
}
