// Package archive lists the members of an archive and hands out their bytes. It
// reads zip, 7z and tar, which may be packed with gzip, bzip2, xz or Zstandard.
// Any other file packed by one of these is an archive with one member.
//
// Everything is read as a stream. Nothing is ever written, and no name from an
// archive reaches a file system: names are cleaned. Entries whose names cannot
// be cleaned are left out and counted, as are links and devices.
package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"ibid/core"
	"ibid/core/extract/zipguard"
)

// Limits bound what one archive may hold.
type Limits struct {
	Entries int   // of any kind
	Member  int64 // bytes of one member
	Total   int64 // bytes of all entries
	Ratio   int64 // unpacked to packed bytes of an archive above RatioFrom bytes
}

// RatioFrom is the unpacked size in bytes up to which an archive may have any
// ratio.
const RatioFrom = 64 << 20

// DefaultLimits returns limits for the archives that people keep: a release of
// source code has about ten thousand files, text shrinks to a twentieth at best,
// and data that is mostly zeros to a hundredth.
func DefaultLimits() Limits {
	return Limits{Entries: 20_000, Member: core.DefaultLimits().FileBytes, Total: 4 << 30, Ratio: 200}
}

// entry is an entry of an archive.
type entry struct {
	name     string // as the archive has it
	size     int64  // -1 if only unpacking it can tell
	modified time.Time
	kind     kind
	probe    bool // it must be read to know whether the password is right
	open     func() (io.ReadCloser, error)
}

// kind is the kind of an entry.
type kind int

const (
	kindFile kind = iota
	kindFolder
	kindLink
	kindDevice // or pipe, or the like
)

// errEnough ends a walk that needs no more entries.
var errEnough = errors.New("enough")

// List lists the members of an archive; of a damaged one those before the damage.
// Errors are *core.FileError or the error of ctx.
func List(ctx context.Context, in core.Input, limits Limits) (core.Listing, error) {
	c := collector{seen: make(map[string]bool)}
	err := walk(ctx, in, limits, func(e entry) error {
		if c.entries++; c.entries > limits.Entries {
			return tooLarge("holds more than %d entries", limits.Entries)
		}
		if err := measure(ctx, &e); err != nil {
			return err
		}
		c.add(e)
		return nil
	})
	var fate *core.FileError
	if errors.As(err, &fate) && fate.State == core.StateDamaged && len(c.members) > 0 {
		c.lacks = append(c.lacks, fmt.Sprintf("damaged behind the first %d files: %s", len(c.members), fate.Reason))
		err = nil
	}
	if err != nil {
		return core.Listing{}, err
	}
	return c.listing(), nil
}

// probeBytes is how many bytes of an entry are read to check its password.
const probeBytes = 1 << 20

// measure unpacks an entry if only that shows its size or whether the password
// opens it.
func measure(ctx context.Context, e *entry) error {
	if e.size >= 0 && !e.probe {
		return nil
	}
	r, err := e.open()
	if err != nil {
		return onlyLocked(e, err)
	}
	defer func() { _ = r.Close() }() // reading reports every error
	most := int64(probeBytes)
	if e.size < 0 {
		most = math.MaxInt64
	}
	n, err := io.Copy(io.Discard, io.LimitReader(&contextReader{ctx, r}, most))
	if e.size < 0 {
		e.size = n
		return err
	}
	return onlyLocked(e, err)
}

// onlyLocked returns err if it means that a password is needed. Other errors of
// an entry of known size are found when it is unpacked.
func onlyLocked(e *entry, err error) error {
	var fate *core.FileError
	if e.size < 0 || errors.As(err, &fate) && fate.State == core.StateNeedsPassword {
		return err
	}
	return nil
}

// collector sorts entries into members and those that are left out.
type collector struct {
	entries int
	members []core.Member
	seen    map[string]bool
	lacks   []string

	links, devices, hidden, doubles, unsafe int // entries that are left out
}

func (c *collector) add(e entry) {
	name, verdict := clean(e.name)
	switch {
	case e.kind == kindFolder:
	case verdict == nameHidden:
		c.hidden++
	case e.kind == kindLink:
		c.links++
	case e.kind == kindDevice:
		c.devices++
	case verdict == nameUnsafe:
		c.unsafe++
	case c.seen[name]:
		c.doubles++
	default:
		c.seen[name] = true
		c.members = append(c.members, core.Member{Name: name, Size: e.size, Modified: e.modified})
	}
}

func (c *collector) listing() core.Listing {
	left := counted(count{c.links, "link", "links"}, count{c.devices, "device", "devices"}, count{c.hidden, "hidden file", "hidden files"})
	if lost := counted(count{c.unsafe, "unsafe name", "unsafe names"},
		count{c.doubles, "name that stands there twice", "names that stand there twice"}); lost != "" {
		c.lacks = append(c.lacks, "left out: "+lost)
	}
	return core.Listing{Members: c.members, LeftOut: left, Lacks: strings.Join(c.lacks, "; ")}
}

// count is a number of things, with their name.
type count struct {
	n         int
	one, many string
}

// counted joins those counts that are not 0.
func counted(counts ...count) string {
	var out []string
	for _, c := range counts {
		switch c.n {
		case 0:
		case 1:
			out = append(out, "1 "+c.one)
		default:
			out = append(out, fmt.Sprintf("%d %s", c.n, c.many))
		}
	}
	return strings.Join(out, ", ")
}

// pieceBytes is how many bytes of a member are handed over at a time.
const pieceBytes = 128 << 10

// Unpack passes on the members with the wanted clean names in the order of the
// archive, and ends when it has them all. A damaged member does not end it if the
// archive can be read beyond it.
func Unpack(ctx context.Context, in core.Input, limits Limits, wanted []string, emit func(core.Piece) error) error {
	left := make(map[string]int, len(wanted))
	for i, name := range wanted {
		left[name] = i
	}
	buf := make([]byte, pieceBytes)
	err := walk(ctx, in, limits, func(e entry) error {
		name, verdict := clean(e.name)
		i, ok := left[name]
		if !ok || verdict != nameFine || e.kind != kindFile {
			return nil
		}
		delete(left, name)
		if err := unpackMember(ctx, e, i, limits, buf, emit); err != nil {
			return err
		}
		if len(left) == 0 {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return err
}

// unpackMember passes on one member in pieces, and its error in the last one. The
// returned error comes from emit or ctx.
func unpackMember(ctx context.Context, e entry, index int, limits Limits, buf []byte, emit func(core.Piece) error) error {
	fail := func(err error) error {
		var fate *core.FileError
		switch {
		case errors.As(err, &fate):
		case errors.Is(err, zip.ErrAlgorithm) || strings.Contains(err.Error(), "unsupported compression"): // sevenzip exports no error for it
			fate = &core.FileError{State: core.StateUnsupported, Reason: "packed in a way that is not read", Err: err}
		default:
			fate = &core.FileError{State: core.StateDamaged, Reason: "could not be unpacked", Err: err}
		}
		return emit(core.Piece{Member: index, Last: true, Fate: fate})
	}
	r, err := e.open()
	if err != nil {
		return fail(err)
	}
	defer func() { _ = r.Close() }() // reading reports every error
	for total := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := fill(r, buf)
		if total += int64(n); total > limits.Member {
			return fail(tooLarge("%d MB, at most %d are read", total>>20, limits.Member>>20))
		}
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended {
			return fail(err)
		}
		if err := emit(core.Piece{Member: index, Data: buf[:n], Last: ended}); err != nil || ended {
			return err
		}
	}
}

// fill reads until buf is full or there is an error. Unlike io.ReadFull it returns
// the error of r, which distinguishes the end of a member from a damaged archive.
func fill(r io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var m int
		m, err = r.Read(buf[n:])
		n += m
	}
	return n, err
}

func tooLarge(format string, args ...any) error {
	return &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf(format, args...)}
}

func damaged(err error, reason string) error {
	return &core.FileError{State: core.StateDamaged, Reason: reason, Err: err}
}

// Text returns a list of the members of an archive for its picture.
func Text(ctx context.Context, in core.Input, limits Limits) ([]byte, error) {
	l, err := List(ctx, in, limits)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(l.Members, func(a, b core.Member) int { return strings.Compare(a.Name, b.Name) })
	var out strings.Builder
	fmt.Fprintf(&out, "%d files\n\n", len(l.Members))
	for _, m := range l.Members {
		fmt.Fprintf(&out, "%s\n", m.Name)
	}
	return []byte(out.String()), nil
}

// guard returns the limits of an archive as those of a zip file.
func (l Limits) guard() zipguard.Limits {
	return zipguard.Limits{Entries: l.Entries, Entry: l.Member, Total: l.Total, Ratio: l.Ratio}
}
