package convert

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"strings"

	"ibid/core"
)

// Bounds of the files that are converted in one run in addition to the requested
// one.
const (
	batchFiles = 31
	batchBytes = 64 << 20
)

// batch opens the files that are converted in the same run as s: those that will
// be read soon, have the same file name extension and begin with the same bytes.
// A file for which a run for several gave no result is converted alone from then
// on.
func (c *Converter) batch(ctx context.Context, s source) (out []source) {
	if c.o.Ahead == nil || c.alone[s.hash] {
		return nil
	}
	ending := strings.ToLower(filepath.Ext(s.name))
	docs, err := c.o.Ahead(ctx, ending, batchFiles)
	if err != nil {
		return nil // they are converted when they are asked for
	}
	size, seen := int64(0), map[core.Hash]bool{s.hash: true}
	for _, d := range docs {
		file, err := c.o.Opener.Open(ctx, d)
		if err != nil {
			continue
		}
		next := source{kind: s.kind, name: d.Name, file: file}
		if n := next.identify(s, batchBytes-size); n > 0 && !seen[next.hash] && c.fits(next) {
			out, size, seen[next.hash] = append(out, next), size+n, true
			continue
		}
		_ = file.Close() // only read
	}
	return out
}

// identify sets the hash of a file and returns its size; 0 if it does not begin
// like first or is longer than limit.
func (s *source) identify(first source, limit int64) int64 {
	info, err := s.file.Stat()
	if err != nil || info.Size() > limit || !bytes.Equal(s.mark(), first.mark()) {
		return 0
	}
	sum := sha256.New()
	n, err := io.Copy(sum, io.NewSectionReader(s.file, 0, limit))
	if err != nil {
		return 0
	}
	s.hash = core.Hash(hex.EncodeToString(sum.Sum(nil)))
	return n
}

// fits reports whether a file may be converted with others and is not converted
// yet.
func (c *Converter) fits(s source) bool {
	if c.alone[s.hash] {
		return false
	}
	file := c.kept(s.hash, s.kind)
	if file == nil {
		return true
	}
	_ = file.Close() // only read
	return false
}

// mark returns the first four bytes of a file.
func (s source) mark() []byte {
	mark := make([]byte, 4)
	n, _ := s.file.ReadAt(mark, 0)
	return mark[:n]
}

func closeAll(list []source) {
	for _, s := range list {
		_ = s.file.Close() // only read
	}
}
