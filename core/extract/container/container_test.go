package container_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"iter"
	"strings"
	"testing"

	"ibid/core/extract/container"
)

// list writes what a walk yields.
func list(walk iter.Seq2[string, []byte]) string {
	var b strings.Builder
	for name, body := range walk {
		fmt.Fprintf(&b, "%s=%s;", name, body)
	}
	return b.String()
}

func TestChunksAreWalkedToTheEnd(t *testing.T) {
	for _, tt := range []struct{ name, little, want string }{
		{"even", "abcd\x02\x00\x00\x00xyefgh\x00\x00\x00\x00", "abcd=xy;efgh=;"},
		{"odd, padded", "abcd\x01\x00\x00\x00x\x00efgh\x01\x00\x00\x00y", "abcd=x;efgh=y;"},
		{"longer than the data", "abcd\xff\xff\xff\xffxy", "abcd=xy;"},
		{"less than a head", "abcd\x00\x00\x00", ""},
		{"empty", "", ""},
	} {
		if got := list(container.Chunks([]byte(tt.little), binary.LittleEndian)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := list(container.Chunks([]byte("abcd\x00\x00\x00\x02xy"), binary.BigEndian)); got != "abcd=xy;" {
		t.Errorf("big-endian: %q", got)
	}
}

func TestBoxesEndAtTheFirstThatDoesNotFit(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"two", "\x00\x00\x00\x0aabcdxy\x00\x00\x00\x08efgh", "abcd=xy;efgh=;"},
		{"64 bits", "\x00\x00\x00\x01abcd\x00\x00\x00\x00\x00\x00\x00\x12xy", "abcd=xy;"},
		{"up to the end", "\x00\x00\x00\x00abcdxyz", "abcd=xyz;"},
		{"shorter than its head", "\x00\x00\x00\x07abcdxyz", ""},
		{"longer than the data", "\x00\x00\x00\x09abcd\x00\x00\x00\x99efgh", "abcd=\x00;"},
	} {
		if got := list(container.Boxes([]byte(tt.data))); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestInflatingIsBounded(t *testing.T) {
	var packed bytes.Buffer
	w := zlib.NewWriter(&packed)
	if _, err := w.Write(bytes.Repeat([]byte("tide "), 1000)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		data  []byte
		limit int64
		bytes int
		ok    bool
	}{
		{"whole", packed.Bytes(), 5001, 5000, true},
		{"at the limit", packed.Bytes(), 5000, 5000, true},
		{"over the limit", packed.Bytes(), 4999, 4999, true},
		{"without its end", packed.Bytes()[:packed.Len()-4], 9999, 5000, true},
		{"something else", []byte("tide"), 9999, 0, false},
	} {
		if out, ok := container.Inflate(tt.data, tt.limit); len(out) != tt.bytes || ok != tt.ok {
			t.Errorf("%s: %d bytes, %v; want %d, %v", tt.name, len(out), ok, tt.bytes, tt.ok)
		}
	}
}
