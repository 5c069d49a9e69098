package office

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/richardlehane/mscfb"
)

// oleMark begins an OLE compound file (MS-CFB), a small file system of streams:
// the office formats before Office Open XML, and the wrapping of encrypted
// Office Open XML.
var oleMark = []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")

// An oleFile is an opened compound file.
type oleFile struct {
	size    int64 // bytes of the file, more than which no stream has
	entries []*mscfb.File
}

func openOLE(data []byte) (*oleFile, error) {
	r, err := mscfb.New(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("open compound file: %w", err)
	}
	return &oleFile{int64(len(data)), r.File}, nil
}

// errNoStream is returned by stream if there is none with the name.
var errNoStream = errors.New("no such stream")

// find returns the first entry with a name, in any case, nil if there is none.
func (o *oleFile) find(name string) *mscfb.File {
	if i := slices.IndexFunc(o.entries, func(f *mscfb.File) bool { return strings.EqualFold(f.Name, name) }); i >= 0 {
		return o.entries[i]
	}
	return nil
}

func (o *oleFile) has(name string) bool { return o.find(name) != nil }

// stream returns the content of the stream with a name. It can be read once.
func (o *oleFile) stream(name string) ([]byte, error) {
	f := o.find(name)
	if f == nil {
		return nil, fmt.Errorf("open %q: %w", name, errNoStream)
	}
	if f.Size > o.size {
		return nil, fmt.Errorf("read %q: %d bytes in a file of %d", name, f.Size, o.size)
	}
	var out bytes.Buffer
	// In small pieces, as the time of one read grows with the square of its sectors.
	_, err := io.CopyBuffer(struct{ io.Writer }{&out}, struct{ io.Reader }{f}, make([]byte, 64<<10))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	return out.Bytes(), nil
}
