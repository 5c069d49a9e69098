package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bodgit/sevenzip"
	"github.com/mholt/archives"

	"ibid/core"
	"ibid/core/extract/zipguard"
)

// packers lists the formats that pack one stream.
var packers = []struct {
	mark string   // that files begin with
	exts []string // of files; the member has the name of the file without it
	open func(io.Reader) (io.ReadCloser, error)
}{
	{"\x1f\x8b\x08", []string{".gz", ".tgz"}, archives.Gz{}.OpenReader},
	{"BZh", []string{".bz2", ".tbz2", ".tbz"}, archives.Bz2{}.OpenReader},
	{"\xfd7zXZ\x00", []string{".xz", ".txz"}, archives.Xz{}.OpenReader},
	{"\x28\xb5\x2f\xfd", []string{".zst", ".tzst"}, archives.Zstd{}.OpenReader},
}

// The marks of the other archives.
const (
	zipMark   = "PK\x03\x04"
	zipEmpty  = "PK\x05\x06"
	sevenMark = "7z\xbc\xaf\x27\x1c"
	tarMark   = "ustar" // at tarAt
	tarAt     = 257
)

// Known reports whether a file that begins with head is an archive for certain.
func Known(head []byte) bool {
	for _, mark := range []string{zipMark, zipEmpty, sevenMark} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return true
		}
	}
	// The mark of bzip2 is three letters: what follows distinguishes it from text.
	if bytes.HasPrefix(head, []byte("BZh")) {
		return len(head) > 10 && (string(head[4:10]) == "1AY&SY" || string(head[4:10]) == "\x17rE8P\x90")
	}
	for _, p := range packers {
		if bytes.HasPrefix(head, []byte(p.mark)) {
			return true
		}
	}
	return isTar(head)
}

func isTar(head []byte) bool {
	return len(head) >= tarAt+len(tarMark) && string(head[tarAt:tarAt+len(tarMark)]) == tarMark
}

// walk visits every entry of an archive, which may be opened only during the
// visit. Errors of visit are returned unchanged, others are *core.FileError or
// the error of ctx.
func walk(ctx context.Context, in core.Input, limits Limits, visit func(entry) error) error {
	var stop error // of visit, which the library wraps
	seen := func(e entry) error {
		stop = visit(e)
		return stop
	}
	err := walkFormat(ctx, in, limits, seen)
	var fate *core.FileError
	switch {
	case stop != nil:
		return stop
	case err == nil, errors.As(err, &fate):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return damaged(err, "is not readable as an archive")
}

// walkFormat walks an archive in the format that it begins with.
func walkFormat(ctx context.Context, in core.Input, limits Limits, visit func(entry) error) error {
	switch data := in.Data; {
	case bytes.HasPrefix(data, []byte(zipMark)), bytes.HasPrefix(data, []byte(zipEmpty)):
		return walkZip(ctx, in, limits, visit)
	case bytes.HasPrefix(data, []byte(sevenMark)):
		return walkSeven(ctx, in, limits, visit)
	case isTar(data):
		return walkTar(ctx, bytes.NewReader(data), visit)
	}
	for _, p := range packers {
		if bytes.HasPrefix(in.Data, []byte(p.mark)) {
			r, err := p.open(bytes.NewReader(in.Data))
			if err != nil {
				return err
			}
			defer func() { _ = r.Close() }() // it reads from memory
			most := int64(len(in.Data))*limits.Ratio + RatioFrom
			return walkStream(ctx, in, &bounded{r: r, left: min(most, limits.Total), limits: limits, ratio: most < limits.Total}, p.exts, visit)
		}
	}
	return damaged(nil, "does not begin as any archive that is read")
}

// bounded is a stream that fails after a number of bytes.
type bounded struct {
	r      io.Reader
	left   int64 // bytes that may still be read
	limits Limits
	ratio  bool // left comes from the ratio, not from the total
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.left -= int64(n); b.left >= 0 {
		return n, err
	}
	if b.ratio {
		return 0, tooLarge("unpacks to more than %d times its size", b.limits.Ratio)
	}
	return 0, tooLarge("unpacks to more than %d MB", b.limits.Total>>20)
}

// walkStream walks an unpacked stream: a tar file, or any other file as the one
// member.
func walkStream(ctx context.Context, in core.Input, r io.Reader, exts []string, visit func(entry) error) error {
	ahead := bufio.NewReaderSize(r, 64<<10)
	head, err := ahead.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if isTar(head) {
		return walkTar(ctx, ahead, visit)
	}
	return visit(entry{name: memberName(in.Name, exts), size: -1, open: func() (io.ReadCloser, error) {
		return io.NopCloser(&contextReader{ctx, ahead}), nil
	}})
}

// memberName returns the name of the only member of a packed file.
func memberName(name string, exts []string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	for _, ext := range exts {
		if rest := strings.TrimSuffix(strings.ToLower(name), ext); len(rest) < len(name) && rest != "" {
			name = name[:len(rest)]
			if strings.HasPrefix(ext, ".t") {
				name += ".tar"
			}
			return strings.TrimLeft(name, ".")
		}
	}
	return strings.TrimLeft(name, ".") + ".unpacked"
}

// contextReader is a reader that fails when its context is done.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c *contextReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}

func walkTar(ctx context.Context, r io.Reader, visit func(entry) error) error {
	return archives.Tar{}.Extract(ctx, &contextReader{ctx, r}, func(_ context.Context, f archives.FileInfo) error {
		e := fileEntry(f)
		if h, ok := f.Header.(*tar.Header); ok && (h.Typeflag == tar.TypeLink || h.Typeflag == tar.TypeSymlink) {
			e.kind = kindLink
		}
		return visit(e)
	})
}

// fileEntry returns an entry of the library as one of ours.
func fileEntry(f archives.FileInfo) entry {
	return entry{name: f.NameInArchive, size: f.Size(), modified: f.ModTime(), kind: kindOf(f.Mode()),
		open: func() (io.ReadCloser, error) { return f.Open() }}
}

func kindOf(mode fs.FileMode) kind {
	switch {
	case mode.IsDir():
		return kindFolder
	case mode&fs.ModeSymlink != 0:
		return kindLink
	case !mode.IsRegular():
		return kindDevice
	}
	return kindFile
}

func walkZip(ctx context.Context, in core.Input, limits Limits, visit func(entry) error) error {
	guard := limits.guard()
	guard.Locked = in.Password != ""
	r, err := zipguard.Open(in.Data, guard)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(r.File, isLocked) {
		return walkLocked(ctx, r, in.Password, visit)
	}
	return archives.Zip{}.Extract(ctx, bytes.NewReader(in.Data), func(_ context.Context, f archives.FileInfo) error {
		return visit(fileEntry(f))
	})
}

func walkSeven(ctx context.Context, in core.Input, limits Limits, visit func(entry) error) error {
	var total int64
	n, probed := 0, false
	err := archives.SevenZip{Password: in.Password}.Extract(ctx, bytes.NewReader(in.Data), func(_ context.Context, f archives.FileInfo) error {
		e := fileEntry(f)
		if n++; n > limits.Entries {
			return tooLarge("holds more than %d entries", limits.Entries)
		}
		if total += e.size; e.size < 0 || total < 0 || total > limits.Total {
			return tooLarge("unpacks to more than %d MB", limits.Total>>20)
		}
		if total > RatioFrom && total/limits.Ratio > int64(len(in.Data)) {
			return tooLarge("unpacks to more than %d times its size", limits.Ratio)
		}
		if h, ok := f.Header.(sevenzip.FileHeader); ok && e.kind == kindFile && e.size > 0 {
			e.probe = !probed
			probed = true
			e.open = func() (io.ReadCloser, error) {
				r, err := f.Open()
				return &checked{ReadCloser: r, sum: crc32.NewIEEE(), want: h.CRC32}, locked(err)
			}
		}
		return visit(e)
	})
	return locked(err)
}

// locked returns err as a *core.FileError if a password is missing or wrong.
func locked(err error) error {
	var fault *sevenzip.ReadError
	if errors.As(err, &fault) && fault.Encrypted {
		return needsPassword("is encrypted")
	}
	return err
}

// checked compares the checksum of what was read with that in the archive.
type checked struct {
	io.ReadCloser
	sum  hash.Hash32
	want uint32
}

func (c *checked) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.sum.Write(p[:n])
	if errors.Is(err, io.EOF) && c.want != 0 && c.sum.Sum32() != c.want {
		return n, damaged(nil, "could not be unpacked: its checksum is wrong")
	}
	return n, locked(err)
}
