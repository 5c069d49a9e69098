// Package zipguard opens zip files that may be hostile. It checks the directory
// before any entry is unpacked: the number of entries, their claimed sizes and
// ratios, and that no two of them share bytes, by which a small file could
// unpack to any size.
//
// It never opens archives inside an archive.
package zipguard

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"ibid/core"
)

// Limits bound what a zip file may hold. Entries must be set; any other field that
// is 0 is no limit.
type Limits struct {
	Entries int   // in the directory
	Entry   int64 // bytes one entry may unpack to
	Total   int64 // bytes all entries may unpack to
	Ratio   int64 // unpacked to packed bytes of an entry above RatioFrom bytes
	Locked  bool  // entries may be encrypted
}

// RatioFrom is the unpacked size in bytes up to which an entry may have any ratio:
// short runs of zeros shrink a thousand times and are harmless.
const RatioFrom = 8 << 20

// DefaultLimits returns limits for books and office files. The largest real ones
// have a few thousand entries, and text shrinks to a twentieth at best.
func DefaultLimits() Limits {
	return Limits{Entries: 20_000, Entry: 256 << 20, Total: 1 << 30, Ratio: 200}
}

// Open reads the directory of the zip file data and checks it against limits. The
// reader refers to data. Errors are *core.FileError: damaged, too large, or needs
// password where an entry is encrypted.
//
// The claims that Open checks hold: an entry that unpacks to more than it claims
// fails with zip.ErrFormat when it is read.
func Open(data []byte, limits Limits) (*zip.Reader, error) {
	source := &directory{data: bytes.NewReader(data), left: int64(limits.Entries)*directoryBytes + directoryTail}
	r, err := zip.NewReader(source, int64(len(data)))
	switch {
	case errors.Is(err, errDirectory):
		return nil, tooMany(limits.Entries)
	case err != nil && !errors.Is(err, zip.ErrInsecurePath): // no entry is unpacked under its name
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is not readable as a zip file", Err: err}
	case len(r.File) > limits.Entries:
		return nil, tooMany(limits.Entries)
	}
	source.left = int64(len(data)) // to read the length of each local header
	if err := sizes(r.File, limits); err != nil {
		return nil, err
	}
	if err := apart(r.File); err != nil {
		return nil, err
	}
	source.left = unlimited
	return r, nil
}

func tooMany(limit int) error {
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("holds more than %d entries", limit)}
}

// sizes checks the sizes that the entries claim.
func sizes(files []*zip.File, limits Limits) error {
	var total uint64
	for _, f := range files {
		size := f.UncompressedSize64
		switch {
		case f.Flags&1 != 0 && !limits.Locked:
			return &core.FileError{State: core.StateNeedsPassword, Reason: "holds encrypted entries", Err: core.ErrNeedsPassword}
		case limits.Entry > 0 && size > uint64(limits.Entry):
			return &core.FileError{State: core.StateTooLarge,
				Reason: fmt.Sprintf("holds an entry of %d MB, %d MB are read at most", size>>20, limits.Entry>>20)}
		case limits.Ratio > 0 && size > RatioFrom && size/uint64(limits.Ratio) > f.CompressedSize64:
			return &core.FileError{State: core.StateTooLarge,
				Reason: fmt.Sprintf("holds an entry that unpacks to more than %d times its size", limits.Ratio)}
		}
		total += min(size, 1<<40)
	}
	if limits.Total > 0 && total > uint64(limits.Total) {
		return &core.FileError{State: core.StateTooLarge,
			Reason: fmt.Sprintf("unpacks to %d MB, %d MB are read at most", total>>20, limits.Total>>20)}
	}
	return nil
}

// apart checks that no two entries share packed bytes and that each begins inside
// the file.
func apart(files []*zip.File) error {
	type extent struct{ start, end int64 }
	var taken []extent
	for _, f := range files {
		start, err := f.DataOffset()
		if err != nil {
			return &core.FileError{State: core.StateDamaged, Reason: "has an entry that lies outside the file", Err: err}
		}
		if n := f.CompressedSize64; n > 0 {
			taken = append(taken, extent{start, start + int64(min(n, 1<<62))})
		}
	}
	slices.SortFunc(taken, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
	for i := 1; i < len(taken); i++ {
		if taken[i].start < taken[i-1].end {
			return &core.FileError{State: core.StateDamaged, Reason: "has entries that overlap"}
		}
	}
	return nil
}

// Read unpacks one entry of at most limit bytes. Errors are *core.FileError.
func Read(f *zip.File, limit int64) ([]byte, error) {
	if f.UncompressedSize64 > uint64(limit) {
		return nil, &core.FileError{State: core.StateTooLarge,
			Reason: fmt.Sprintf("holds %q of %d MB, %d MB are read at most", f.Name, f.UncompressedSize64>>20, limit>>20)}
	}
	r, err := f.Open()
	if err != nil {
		return nil, damagedEntry(f.Name, err)
	}
	defer func() { _ = r.Close() }()
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = zip.ErrFormat
	}
	if err != nil {
		return nil, damagedEntry(f.Name, err)
	}
	return data, nil
}

func damagedEntry(name string, err error) error {
	return &core.FileError{State: core.StateDamaged, Reason: fmt.Sprintf("holds %q, which cannot be unpacked", name), Err: err}
}

// HasEntities reports whether an XML document declares entities, which no book or
// office file needs. A few hundred bytes of them can expand to gigabytes.
func HasEntities(xml []byte) bool { return bytes.Contains(xml, []byte("<!ENTITY")) }

// Bytes of the directory that are read before its entries are counted.
const (
	directoryBytes = 512     // for each entry that is allowed
	directoryTail  = 1 << 20 // besides
	unlimited      = math.MaxInt64
)

var errDirectory = errors.New("directory too large")

// directory is a zip file that fails with errDirectory when more than left bytes
// are read of it. archive/zip holds all entries of a directory in memory before
// it says how many there are.
type directory struct {
	data *bytes.Reader
	left int64
}

func (d *directory) ReadAt(p []byte, off int64) (int, error) {
	n, err := d.data.ReadAt(p, off)
	if d.left -= int64(n); d.left < 0 {
		return 0, errDirectory
	}
	return n, err
}
