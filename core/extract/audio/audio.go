// Package audio reads what recordings say of themselves: the tags of MP3, FLAC,
// Ogg (Vorbis, Opus), M4A, WAV and AIFF, their length, and the cover. The text
// of a recording is its tags, one a line, each once: `[Tag:Artist] …`. What is
// heard is not listened to.
//
// Two readers were held against 39 files, many of them broken, each in a
// process of its own with 3 GB of address space:
//
//	                             dhowden/tag   go.senan.xyz/taglib 0.11.1
//	crashes, hangs                         0                            0
//	finds tags, of 19 files               14                           17
//	memory at most                      3 MB                        28 MB
//	first file of a process           < 5 ms   220 ms; 10 ms once cached
//	size of a program                +0.9 MB                      +4.0 MB
//
// TagLib finds more, but takes a path, mounts its folder, and writes what it
// compiled into the folder for temporary files; a worker has bytes and writes
// nothing. So dhowden/tag reads what is intricate and what it reads well: ID3,
// its encodings and genres, one frame at a time, after the frame was measured.
// It loses repeated Vorbis comments, joins the values of a frame without a
// space, knows few M4A items, no WAV and no AIFF, follows atoms to any depth
// and allocates what a picture's length says. Those formats are lists of
// lengths and bytes and are read here; with them it is 19 files of 19.
package audio

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"ibid/core"
	"ibid/core/extract/tags"
)

// Extractor reads files of core.KindAudio. The zero value is ready; it holds no
// state.
type Extractor struct{}

// Words emits the tags as page 1.
func (Extractor) Words(ctx context.Context, in core.Input, emit func(core.Page) error) error {
	text, err := Text(ctx, in)
	if err != nil {
		return err
	}
	return emit(core.Page{Index: 1, Text: text})
}

// Structure emits an empty layout: tags have no headings.
func (Extractor) Structure(ctx context.Context, in core.Input, pages []core.Page, emit func(core.Layout) error) error {
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := core.Layout{Page: p.Index}
		if len(Cover(in.Data)) > 0 {
			l.Pictures = 1
		}
		if err := emit(l); err != nil {
			return err
		}
	}
	return nil
}

// Outline returns nil: chapters of a recording are no pages.
func (Extractor) Outline(ctx context.Context, _ core.Input) ([]core.OutlineEntry, error) {
	return nil, ctx.Err()
}

// Metadata returns title and artist.
func (Extractor) Metadata(ctx context.Context, in core.Input) (core.Metadata, error) {
	r, err := read(ctx, in)
	if err != nil {
		return core.Metadata{}, err
	}
	return core.Metadata{
		Title:  r.list.First("Tag:Title", "Tag:Album"),
		Author: r.list.First("Tag:Artist", "Tag:AlbumArtist", "Tag:Composer"),
	}, nil
}

// Text is the tags of a recording as its page shows them.
func Text(ctx context.Context, in core.Input) (string, error) {
	r, err := read(ctx, in)
	if err != nil {
		return "", err
	}
	if r.list.Len() == 0 {
		return r.head.Text(), nil
	}
	return r.head.Text() + "\n" + r.list.Text(), nil
}

// Cover returns the picture of the front cover, else the first one that the
// recording carries, as the bytes of a picture file; nil if there is none.
func Cover(data []byte) []byte {
	r, err := read(context.Background(), core.Input{Data: data})
	if err != nil {
		return nil
	}
	return r.cover
}

// mostCover bounds the bytes of a cover.
const mostCover = 16 << 20

// recording gathers what is read of one file.
type recording struct {
	data   []byte
	head   tags.List // format and length
	list   tags.List
	length time.Duration // 0 if it is not known
	cover  []byte
	front  bool // cover is of the front
}

// format is a family of files: its name, what it begins with, and its reader.
type format struct {
	name string
	is   func(data []byte) bool
	read func(r *recording)
}

// formats are tried in order. MP3 comes last: anything may look like a frame.
var formats = []format{
	{"FLAC", func(d []byte) bool { return begins(afterID3(d), "fLaC") }, readFLAC},
	{"Ogg", func(d []byte) bool { return begins(d, "OggS") }, readOgg},
	{"WAV", func(d []byte) bool { return begins(d, "RIFF") && at(d, 8, "WAVE") }, readWAV},
	{"AIFF", func(d []byte) bool { return begins(d, "FORM") && (at(d, 8, "AIFF") || at(d, 8, "AIFC")) }, readAIFF},
	{"M4A", func(d []byte) bool { return at(d, 4, "ftyp") }, readMP4},
	{"MP3", func(d []byte) bool { return begins(d, "ID3") || firstFrame(d) >= 0 }, readMP3},
}

// Known reports whether a file that begins with head is certainly a recording
// in a format that is read here. A name must decide on an MP4 file that does
// not say that it is sound alone. 4,096 bytes are enough.
func Known(head []byte) bool {
	for _, f := range formats {
		switch {
		case f.name == "MP3":
			if id3Size(head) > 0 || framesFollow(head) {
				return true
			}
		case f.name == "M4A":
			if f.is(head) && (at(head, 8, "M4A") || at(head, 8, "M4B") || at(head, 8, "M4P") || at(head, 8, "F4A")) {
				return true
			}
		case f.is(head):
			return true
		}
	}
	return false
}

func begins(data []byte, s string) bool { return bytes.HasPrefix(data, []byte(s)) }

func at(data []byte, i int, s string) bool { return len(data) >= i && begins(data[i:], s) }

// read gathers the tags. A file of a known format without any has its format
// and length.
func read(ctx context.Context, in core.Input) (*recording, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, f := range formats {
		if !f.is(in.Data) {
			continue
		}
		r := &recording{data: in.Data}
		f.read(r)
		if r.head.Len() == 0 {
			r.head.Add("Audio", "Format", f.name)
		}
		if r.length > 0 {
			r.head.Add("Audio", "Duration", clock(r.length))
		}
		return r, nil
	}
	return nil, &core.FileError{State: core.StateDamaged, Reason: "is not readable as a recording"}
}

// clock prints a length as `3:05`, with hours where it has some.
func clock(d time.Duration) string {
	s := int64((d + time.Second/2) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// lasts sets the length of so many samples at a rate, unless it makes no sense.
func (r *recording) lasts(samples, rate uint64) {
	const most = 1000 * 3600 // seconds
	if rate > 0 && samples/rate < most {
		r.length = time.Duration(float64(samples) / float64(rate) * float64(time.Second))
	}
}

// tag adds a tag under its usual name. What is a year is called so.
func (r *recording) tag(name, value string) {
	if name == "Date" && isYear(value) {
		name = "Year"
	}
	r.list.Add("Tag", name, value)
}

func isYear(s string) bool {
	if len(s) != 4 {
		return false
	}
	for i := range 4 {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// picture adds a picture as a tag and keeps the best as the cover.
func (r *recording) picture(front bool, what, mime string, data []byte) {
	if len(data) == 0 {
		return
	}
	if what == "" {
		what = "Picture"
	}
	if mime != "" {
		what += ", " + mime
	}
	r.tag("Picture", what+" "+tags.Size(len(data)))
	if len(data) <= mostCover && (r.cover == nil || front && !r.front) {
		r.cover, r.front = data, front
	}
}
