package worker_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ibid/core"
	"ibid/core/worker"
)

// BenchmarkKinds reads words, structure and metadata of every file of
// testdata/kinds, and of the evaluation data where IBID_EVAL names it, kind by
// kind. Files that another program has to convert first are left out.
func BenchmarkKinds(b *testing.B) {
	folders := []string{filepath.Join("..", "..", "testdata", "kinds")}
	if root := os.Getenv("IBID_EVAL"); root != "" {
		folders = append(folders, filepath.Join(root, "kinds"))
	}
	files := make(map[core.Kind][]core.ReadRequest)
	for _, dir := range folders {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			req, err := requestOf(b, path)
			files[req.Kind] = append(files[req.Kind], req)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	s := supervisor(b, nil)
	for _, kind := range slices.Sorted(maps.Keys(files)) {
		if kind != core.KindOther && kind != core.KindArchive {
			b.Run(string(kind), func(b *testing.B) { benchmarkFiles(b, s, files[kind]) })
		}
	}
}

// requestOf opens a file and decides its kind as the product does.
func requestOf(b *testing.B, path string) (core.ReadRequest, error) {
	f, err := os.Open(path)
	if err != nil {
		return core.ReadRequest{}, err
	}
	b.Cleanup(func() { _ = f.Close() })
	head := make([]byte, worker.HeadBytes)
	n, _ := f.ReadAt(head, 0)
	return request(f, worker.DetectKind(path, head[:n])), nil
}

func benchmarkFiles(b *testing.B, s core.Reader, files []core.ReadRequest) {
	files = slices.DeleteFunc(files, func(req core.ReadRequest) bool {
		_, err := s.Words(within(b, 2*time.Minute), req)
		return errors.Is(err, core.ErrNeedsConversion)
	})
	n, bytes := 0, int64(0)
	for b.Loop() {
		for _, req := range files {
			ctx := within(b, 2*time.Minute)
			pages, err := s.Words(ctx, req)
			if err == nil {
				_, err = s.Structure(ctx, req, pages)
			}
			if err == nil {
				_, err = s.Metadata(ctx, req)
			}
			var fate *core.FileError
			if err != nil && !errors.As(err, &fate) {
				b.Fatal(err)
			}
			info, err := req.File.Stat()
			if err != nil {
				b.Fatal(err)
			}
			n, bytes = n+1, bytes+info.Size()
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "files/s")
	b.ReportMetric(float64(bytes)/1e6/b.Elapsed().Seconds(), "MB/s")
	b.ReportMetric(0, "ns/op")
}
