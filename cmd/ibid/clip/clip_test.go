//go:build unix && !darwin

package clip

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// screen skips a test where nobody provides a screen.
func screen(t *testing.T) {
	t.Helper()
	if os.Getenv("IBID_WINDOW_TEST") == "" || os.Getenv("DISPLAY") == "" {
		t.Skip("IBID_WINDOW_TEST or DISPLAY is not set: `go run ./cmd/dev test` sets them, with a virtual screen")
	}
	t.Setenv("WAYLAND_DISPLAY", "")
}

// pictureOf is a PNG of about so many bytes, of noise that does not compress.
func pictureOf(t *testing.T, size int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 100, max(1, size/300)))
	noise := rand.New(rand.NewPCG(1, uint64(size)))
	for i := range img.Pix {
		img.Pix[i] = uint8(noise.Uint32())
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// paste reads the clipboard as another program does.
func paste(t *testing.T, target string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, "xclip", "-selection", "clipboard", "-t", target, "-o").Output()
	if err != nil {
		t.Fatalf("xclip -t %s: %v", target, err)
	}
	return out
}

func TestPicturesArePastedByteForByte(t *testing.T) { // X5
	screen(t)
	for _, size := range []int{100, mostAtOnce - 500, mostAtOnce, mostAtOnce + 500, 3 << 20} {
		want := pictureOf(t, size)
		if err := Picture(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := paste(t, "image/png"); !bytes.Equal(got, want) {
				t.Errorf("%d bytes were copied, %d other ones pasted", len(want), len(got))
			}
		}
		if got := strings.Fields(string(paste(t, "TARGETS"))); strings.Join(got, " ") != "TARGETS TIMESTAMP image/png" {
			t.Errorf("offered as %q", got)
		}
	}
}

// A PNG that fills its parts exactly has to be ended by an empty part, too.
func TestPicturesThatFillTheirPartsEnd(t *testing.T) {
	screen(t)
	want := padded(pictureOf(t, 1000), 2*mostAtOnce)
	if err := Picture(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	if got := paste(t, "image/png"); !bytes.Equal(got, want) {
		t.Errorf("%d bytes were copied, %d other ones pasted", len(want), len(got))
	}
}

// padded puts a private chunk before the end of a PNG so that it has size bytes.
func padded(data []byte, size int) []byte {
	const end = 12 // the chunk IEND
	body := append([]byte("prVt"), make([]byte, size-len(data)-12)...)
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
	chunk = binary.BigEndian.AppendUint32(append(chunk, body...), crc32.ChecksumIEEE(body))
	return append(append(append([]byte(nil), data[:len(data)-end]...), chunk...), data[len(data)-end:]...)
}

func TestManyMayPasteAtOnce(t *testing.T) {
	screen(t)
	want := pictureOf(t, 1<<20)
	if err := Picture(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := paste(t, "image/png"); !bytes.Equal(got, want) {
				t.Errorf("%d bytes were copied, %d other ones pasted", len(want), len(got))
			}
		})
	}
	wg.Wait()
}

func TestLastCopyWins(t *testing.T) {
	screen(t)
	first, err := own(t.Context(), pictureOf(t, 100))
	if err != nil {
		t.Fatal(err)
	}
	second, err := own(t.Context(), pictureOf(t, 2000))
	if err != nil {
		t.Fatal(err)
	}
	ends(t, "the first picture", first)
	if got := paste(t, "image/png"); !bytes.Equal(got, second.png) {
		t.Error("the first picture is pasted")
	}
	cmd := exec.Command("xclip", "-selection", "clipboard", "-i")
	cmd.Stdin = strings.NewReader("words")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	ends(t, "the second picture", second)
	if got := paste(t, "UTF8_STRING"); string(got) != "words" {
		t.Errorf("%q is pasted", got)
	}
}

// A program that asks and dies costs neither the picture nor, once another one
// is copied, anything else.
func TestProgramsThatDieWhilePastingDoNoHarm(t *testing.T) {
	screen(t)
	o, err := own(t.Context(), pictureOf(t, 8<<20))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		cmd := exec.Command("xclip", "-selection", "clipboard", "-t", "image/png", "-o")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_, _ = out.Read(make([]byte, 1)) // it has begun
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	if got := paste(t, "image/png"); !bytes.Equal(got, o.png) {
		t.Error("another picture is pasted")
	}
	if err := Picture(t.Context(), pictureOf(t, 100)); err != nil {
		t.Fatal(err)
	}
	ends(t, "the large picture", o)
}

func ends(t *testing.T, what string, o *owner) {
	t.Helper()
	select {
	case <-o.done:
	case <-time.After(20 * time.Second):
		t.Errorf("%s is still kept", what)
	}
}

func TestPictureSaysThatThereIsNoClipboard(t *testing.T) {
	small := pictureOf(t, 100)
	nowhere := t.TempDir()
	for _, tt := range []struct{ display, wayland string }{
		{"", ""}, {":9999", ""}, {"nonsense", ""}, {filepath.Join(nowhere, "socket:0"), ""}, {":9999", "wayland-9999"}, {"", "wayland-9999"},
	} {
		t.Setenv("DISPLAY", tt.display)
		t.Setenv("WAYLAND_DISPLAY", tt.wayland)
		t.Setenv("PATH", nowhere)
		if err := Picture(t.Context(), small); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%+v: %v, want that it is not supported", tt, err)
		}
	}
	if err := Picture(t.Context(), []byte("GIF89a")); err == nil || errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("no PNG: %v", err)
	}
}

// A screen that takes the connection and says no more must not hold anyone up.
func TestPictureGivesUpOnASilentScreen(t *testing.T) {
	dir, err := os.MkdirTemp("", "clip") // a socket's name must be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	silent, err := net.Listen("unix", filepath.Join(dir, "x:0"))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	t.Setenv("WAYLAND_DISPLAY", "")
	t.Setenv("DISPLAY", filepath.Join(dir, "x:0"))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := Picture(ctx, pictureOf(t, 100)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want that the time is over", err)
	}
}

func ExamplePicture() {
	if err := Picture(context.Background(), nil); err != nil {
		fmt.Println(err)
	}
	// Output: copy picture: it is not a PNG
}
