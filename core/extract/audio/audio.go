// Package audio reads the metadata of recordings: the tags of MP3, FLAC, Ogg
// (Vorbis, Opus), M4A, WAV and AIFF, their length, and the cover. The text of a
// recording is its tags, one a line, each once: `[Tag:Artist] …`. The sound is not
// read.
//
// Two libraries were tried on 39 files, many of them damaged, each in a process of
// its own with 3 GB of address space:
//
//	                             dhowden/tag   go.senan.xyz/taglib 0.11.1
//	crashes, hangs                         0                            0
//	finds tags, of 19 files               14                           17
//	memory at most                      3 MB                        28 MB
//	first file of a process           < 5 ms   220 ms; 10 ms once cached
//	size of a program                +0.9 MB                      +4.0 MB
//
// TagLib finds more, but it takes a path, mounts its folder, and writes what it
// compiled into the folder for temporary files; a worker has bytes and writes
// nothing. So dhowden/tag decodes ID3 frames, their encodings and genres, one
// frame at a time, after the size of the frame was checked. It loses repeated
// Vorbis comments, joins the values of a frame without a space, knows few M4A
// items, no WAV and no AIFF, follows atoms to any depth and allocates what the
// length of a picture says. Those formats are lists of lengths and bytes and are
// read here. Together they find the tags of all 19 files.
package audio

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"ibid/core"
	"ibid/core/extract/tags"
)

// Read returns the tags of a recording, its title and artist, and the picture of
// its front cover, else the first picture in it.
func Read(ctx context.Context, in core.Input) (tags.File, error) {
	r, err := read(ctx, in)
	if err != nil {
		return tags.File{}, err
	}
	text := r.head.Text()
	if r.list.Len() > 0 {
		text += "\n" + r.list.Text()
	}
	return tags.File{Text: text, Picture: r.cover, Metadata: core.Metadata{
		Title:  r.list.First("Tag:Title", "Tag:Album"),
		Author: r.list.First("Tag:Artist", "Tag:AlbumArtist", "Tag:Composer"),
	}}, nil
}

// mostCover bounds the bytes of a cover.
const mostCover = 16 << 20

// recording is what is read of one file.
type recording struct {
	data   []byte
	head   tags.List     // format and length
	list   tags.List     // all other tags
	length time.Duration // 0 if it is unknown
	cover  []byte
	front  bool // cover shows the front
}

// format is a family of files: its name, a test of how a file begins, and its
// reader.
type format struct {
	name string
	is   func(data []byte) bool
	read func(r *recording)
}

// formats are tried in order. MP3 comes last, since any data may look like a frame.
var formats = []format{
	{"FLAC", func(d []byte) bool { return begins(afterID3(d), "fLaC") }, readFLAC},
	{"Ogg", func(d []byte) bool { return begins(d, "OggS") }, readOgg},
	{"WAV", func(d []byte) bool { return begins(d, "RIFF") && at(d, 8, "WAVE") }, readWAV},
	{"AIFF", func(d []byte) bool { return begins(d, "FORM") && (at(d, 8, "AIFF") || at(d, 8, "AIFC")) }, readAIFF},
	{"M4A", func(d []byte) bool { return at(d, 4, "ftyp") }, readMP4},
	{"MP3", func(d []byte) bool { return begins(d, "ID3") || firstFrame(d) >= 0 }, readMP3},
}

// Known reports whether head, at least the first 4,096 bytes of a file, certainly
// begins a recording that Read reads. It does not for MP4 files that may be films:
// their name has to tell.
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

// read reads the tags of a file.
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

// clock formats a length as `3:05`, or `1:03:05` from an hour on.
func clock(d time.Duration) string {
	s := int64((d + time.Second/2) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// setLength sets the length to samples divided by rate, in samples a second, unless
// that is beyond reason.
func (r *recording) setLength(samples, rate uint64) {
	const most = 1000 * 3600 // seconds
	if rate > 0 && samples/rate < most {
		r.length = time.Duration(float64(samples) / float64(rate) * float64(time.Second))
	}
}

// tag adds a tag. A date that is only a year is called Year.
func (r *recording) tag(name, value string) {
	if name == "Date" && isYear(value) {
		name = "Year"
	}
	r.list.Add("Tag", name, value)
}

func isYear(s string) bool {
	return len(s) == 4 && strings.Trim(s, "0123456789") == ""
}

// picture adds a tag for a picture, and keeps the picture as the cover if it is the
// first one or the first of the front.
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
