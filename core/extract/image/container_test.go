package image

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"github.com/bep/imagemeta"
)

func TestFormatIsThatOfTheFirstBytes(t *testing.T) { // R0.2
	bmpHead := func(reserved, size uint32) string {
		out := binary.LittleEndian.AppendUint32([]byte("BM\x00\x00\x00\x00"), reserved)
		return string(binary.LittleEndian.AppendUint32(append(out, 0, 0, 0, 0), size))
	}
	ftyp := func(brands string) string {
		return string(binary.BigEndian.AppendUint32(nil, uint32(len(brands)+8))) + "ftyp" + brands
	}
	for _, tt := range []struct {
		head string
		want format
	}{
		{"\xff\xd8\xff\xe0", jpeg}, {"\xff\xd8", unknown},
		{"\x89PNG\r\n\x1a\n", png}, {"\x89PNG\n", unknown},
		{"GIF87a", gif}, {"GIF89a", gif}, {"GIF88a", unknown},
		{"II*\x00", tiff}, {"MM\x00*", tiff}, {"II\x00*", unknown},
		{"RIFF\x00\x00\x00\x00WEBP", webp}, {"RIFF\x00\x00\x00\x00WAVE", unknown}, {"RIFF\x00\x00\x00\x00WEB", unknown},
		{bmpHead(0, 12), bmp}, {bmpHead(0, 40), bmp}, {bmpHead(0, 124), bmp},
		{bmpHead(0, 11), unknown}, {bmpHead(0, 39), unknown}, {bmpHead(0, 125), unknown}, {bmpHead(1, 40), unknown},
		{"BM is what a note may begin with", unknown}, {bmpHead(0, 40)[:17], unknown},
		{ftyp("avif\x00\x00\x00\x00"), avif}, {ftyp("mif1\x00\x00\x00\x00avif"), avif}, {ftyp("mif1\x00\x00\x00\x00heic"), heic},
		{ftyp("heix\x00\x00\x00\x00"), heic}, {ftyp("avis\x00\x00\x00\x00"), avif}, {ftyp("M4A \x00\x00\x00\x00"), unknown},
		{ftyp("isom\x00\x00\x00\x00") + "heic", unknown}, // behind the list of brands
		{"", unknown}, {"a note", unknown},
	} {
		if got := formatOf([]byte(tt.head)); got != tt.want || Known([]byte(tt.head)) != (tt.want != unknown) {
			t.Errorf("%q is %q, want %q", tt.head, got, tt.want)
		}
	}
}

// segment is one segment of a JPEG file.
func segment(marker byte, body string) string {
	return string([]byte{0xff, marker, byte((len(body) + 2) >> 8), byte(len(body) + 2)}) + body
}

// words are the notes as Group:Name=text.
func words(f findings) (out []string) {
	for _, n := range f.notes {
		out = append(out, n.group+":"+n.name+"="+n.text)
	}
	return out
}

func TestSegmentsOfAJPEGAreWalkedUpToThePicture(t *testing.T) {
	const start = "\xff\xd8"
	comment := segment(0xfe, "tide")
	for _, tt := range []struct {
		name, data string
		notes      []string
		exif       string
		sources    int
	}{
		{"a comment", start + comment, []string{"JPEG:Comment=tide"}, "", 0},
		{"filler before a marker", start + "\xff\xff" + comment, []string{"JPEG:Comment=tide"}, "", 0},
		{"one of blanks is left out", start + segment(0xfe, " \x00\n") + comment, []string{"JPEG:Comment=tide"}, "", 0},
		{"what comes after the picture begins", start + segment(0xda, "") + comment, nil, "", 0},
		{"what comes after the end", start + "\xff\xd9\x00\x00" + comment, nil, "", 0},
		{"what is no marker", start + "x" + comment, nil, "", 0},
		{"a size below two", start + "\xff\xe0\x00\x01" + comment, nil, "", 0},
		{"one that is cut off", start + "\xff\xfe\x00\x09tid", []string{"JPEG:Comment=tid"}, "", 0},
		{"EXIF", start + segment(0xe1, "Exif\x00\x00II*"), nil, "II*", 0},
		{"the first EXIF counts", start + segment(0xe1, "Exif\x00\x00one") + segment(0xe1, "Exif\x00\x00two"), nil, "one", 0},
		{"EXIF that is only a head", start + segment(0xe1, "Exif\x00\x00"), nil, "", 0},
		{"XMP", start + segment(0xe1, `http://ns.adobe.com/xap/1.0/`+"\x00<x:xmpmeta></x:xmpmeta>"), nil, "", 1},
		{"XMP without its element", start + segment(0xe1, "<rdf:RDF></rdf:RDF>"), nil, "", 1},
		{"XMP without end", start + segment(0xe1, "<x:xmpmeta>"), nil, "", 0},
		{"XMP that ends before it begins", start + segment(0xe1, "</rdf:RDF><rdf:RDF>"), nil, "", 0},
		{"IPTC", start + segment(0xed, "Photoshop 3.0\x008BIM"), nil, "", 1},
		{"another use of the segment", start + segment(0xed, "Adobe_CM"), nil, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := scan(jpeg, []byte(tt.data))
			if !slices.Equal(words(got), tt.notes) || string(got.exif) != tt.exif || len(got.sources) != tt.sources {
				t.Errorf("notes %q, EXIF %q, %d sources; want %q, %q, %d", words(got), got.exif, len(got.sources), tt.notes, tt.exif, tt.sources)
			}
		})
	}
}

func TestBlocksOfAPictureAreBounded(t *testing.T) {
	var f findings
	for range mostBlocks + 5 {
		f.xmp([]byte("<rdf:RDF></rdf:RDF>"))
		f.iptc([]byte("8BIM"))
	}
	if len(f.sources) != mostBlocks {
		t.Errorf("%d blocks, want %d", len(f.sources), mostBlocks)
	}
	f = findings{}
	f.xmp([]byte("<rdf:RDF>" + strings.Repeat(" ", mostXMP) + "</rdf:RDF>"))
	f.iptc(make([]byte, 0xfff1))
	if len(f.sources) != 0 {
		t.Errorf("%d blocks that are too long", len(f.sources))
	}
	if f.iptc(make([]byte, 0xfff0)); len(f.sources) != 1 {
		t.Error("the longest block of IPTC is refused")
	}
	for i := range 1030 {
		f.note("PNG", fmt.Sprint(i), "text")
	}
	if len(f.notes) != 1024 {
		t.Errorf("%d notes, want 1024", len(f.notes))
	}
}

// chunk is one chunk of a PNG file.
func chunk(name, body string) string {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, name...), body...)
	return string(binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE([]byte(name+body))))
}

func zipped(t *testing.T, s string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	if _, err := w.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestChunksOfAPNGAreNotes(t *testing.T) { // R0.2
	const start = "\x89PNG\r\n\x1a\n"
	for _, tt := range []struct {
		name, data string
		notes      []string
		exif       string
		sources    int
	}{
		{"text", chunk("tEXt", "Title\x00Tide gauge"), []string{"PNG:Title=Tide gauge"}, "", 0},
		{"text without a name's end", chunk("tEXt", "Title"), nil, "", 0},
		{"packed text", chunk("zTXt", "Title\x00\x00"+zipped(t, "Tide gauge")), []string{"PNG:Title=Tide gauge"}, "", 0},
		{"packed text that is broken", chunk("zTXt", "Title\x00\x00nothing"), nil, "", 0},
		{"packed text that is empty", chunk("zTXt", "Title\x00\x00"), nil, "", 0},
		{"text of the world", chunk("iTXt", "Title\x00\x00\x00de\x00Titel\x00Pegel"), []string{"PNG:Title=Pegel"}, "", 0},
		{"packed text of the world", chunk("iTXt", "Title\x00\x01\x00de\x00Titel\x00"+zipped(t, "Pegel")), []string{"PNG:Title=Pegel"}, "", 0},
		{"text of the world without its parts", chunk("iTXt", "Title\x00\x00\x00de\x00Pegel"), nil, "", 0},
		{"text of the world without a flag", chunk("iTXt", "Title\x00\x00"), nil, "", 0},
		{"XMP", chunk("iTXt", "XML:com.adobe.xmp\x00\x00\x00\x00\x00<rdf:RDF></rdf:RDF>"), nil, "", 1},
		{"a time", chunk("tIME", "\x07\xe7\x03\x04\x05\x06\x07"), []string{"PNG:ModifyDate=2023-03-04 05:06:07"}, "", 0},
		{"a time of six bytes", chunk("tIME", "\x07\xe7\x03\x04\x05\x06"), nil, "", 0},
		{"EXIF", chunk("eXIf", "II*\x00"), nil, "II*\x00", 0},
		{"EXIF with the head of a JPEG", chunk("eXIf", "Exif\x00\x00II*\x00"), nil, "II*\x00", 0},
		{"a profile of IPTC", chunk("zTXt", "Raw profile type iptc\x00\x00"+zipped(t, "iptc")), nil, "", 1},
		{"another profile", chunk("zTXt", "Raw profile type exif\x00\x00"+zipped(t, "exif")), nil, "", 0},
		{"one longer than the file ends the walk", "\x00\x00\xff\xfftEXtTitle\x00Tide" + chunk("tEXt", "Author\x00Ida"), nil, "", 0},
		{"two", chunk("tEXt", "Title\x00Tide") + chunk("IDAT", "") + chunk("tEXt", "Author\x00Ida"), []string{"PNG:Title=Tide", "PNG:Author=Ida"}, "", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := scan(png, []byte(start+tt.data))
			if !slices.Equal(words(got), tt.notes) || string(got.exif) != tt.exif || len(got.sources) != tt.sources {
				t.Errorf("notes %q, EXIF %q, %d sources; want %q, %q, %d", words(got), got.exif, len(got.sources), tt.notes, tt.exif, tt.sources)
			}
		})
	}
}

func TestALongNoteOfAPNGIsCut(t *testing.T) {
	long := strings.Repeat("x", mostNote+100)
	for name, body := range map[string]string{"tEXt": "T\x00" + long, "zTXt": "T\x00\x00" + zipped(t, long), "iTXt": "T\x00\x00\x00\x00\x00" + long} {
		got := scan(png, []byte("\x89PNG\r\n\x1a\n"+chunk(name, body)))
		if len(got.notes) != 1 || len(got.notes[0].text) > mostNote || len(got.notes[0].text) < mostNote-10 {
			t.Errorf("%s: %d notes, of %d bytes", name, len(got.notes), len(got.notes[0].text))
		}
	}
}

func TestCommentsOfAGIFAreJoined(t *testing.T) { // R0.2
	const (
		plain  = "GIF89a\x01\x00\x01\x00\x00\x00\x00"
		frame  = ",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00" // code size, one block, end
		framed = ",\x00\x00\x00\x00\x01\x00\x01\x00\x80\x00\x00\x00\xff\xff\xff\x02\x02\x44\x01\x00"
	)
	for _, tt := range []struct {
		name, data string
		want       []string
	}{
		{"one block", plain + "!\xfe\x04tide\x00;", []string{"GIF:Comment=tide"}},
		{"two blocks", plain + "!\xfe\x04tide\x06 gauge\x00;", []string{"GIF:Comment=tide gauge"}},
		{"after a table of colours", "GIF89a\x01\x00\x01\x00\x81\x00\x00" + strings.Repeat("c", 12) + "!\xfe\x04tide\x00", []string{"GIF:Comment=tide"}},
		{"after another extension", plain + "!\xf9\x04\x00\x00\x00\x00\x00!\xfe\x04tide\x00", []string{"GIF:Comment=tide"}},
		{"after a picture", plain + frame + "!\xfe\x04tide\x00", []string{"GIF:Comment=tide"}},
		{"after a picture with colours of its own", plain + framed + "!\xfe\x04tide\x00", []string{"GIF:Comment=tide"}},
		{"not after the end", plain + ";!\xfe\x04tide\x00", nil},
		{"in a picture that is cut off", plain + ",\x00\x00", nil},
		{"a block that is cut off", plain + "!\xfe\x09tide", nil},
		{"nothing but a head", plain[:12], nil},
	} {
		if got := words(scan(gif, []byte(tt.data))); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestBlocksOfAWebPAreFound(t *testing.T) {
	piece := func(name, body string) string {
		return name + string(binary.LittleEndian.AppendUint32(nil, uint32(len(body)))) + body
	}
	head := "RIFF\x00\x00\x00\x00WEBP"
	got := scan(webp, []byte(head+piece("VP8X", "xxxxxxxxxx")+piece("EXIF", "Exif\x00\x00II*\x00")+piece("XMP ", "<rdf:RDF></rdf:RDF>")))
	if string(got.exif) != "II*\x00" || len(got.sources) != 1 {
		t.Errorf("EXIF %q, %d sources", got.exif, len(got.sources))
	}
	if got := scan(webp, []byte(head+piece("EXIF", "MM\x00*"))); string(got.exif) != "MM\x00*" {
		t.Errorf("EXIF without a head is %q", got.exif)
	}
	if got := scan(webp, []byte("RIFF")); got.exif != nil || got.sources != nil {
		t.Errorf("a file that is only a name has %+v", got)
	}
}

func TestAnXMPPacketIsReadWithOrWithoutItsElement(t *testing.T) {
	const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="kelp"/></rdf:RDF>`
	for _, packet := range []string{rdf, `<x:xmpmeta xmlns:x="adobe:ns:meta/">` + rdf + `</x:xmpmeta>`, "\x00junk" + rdf + "trailer"} {
		f := findings{}
		f.xmp([]byte(packet))
		if len(f.sources) != 1 || f.sources[0].of != imagemeta.XMP {
			t.Fatalf("%d sources of %q", len(f.sources), packet)
		}
		var names []string
		if _, err := f.sources[0].decode(t.Context(), func(tag imagemeta.TagInfo) error {
			names = append(names, fmt.Sprintf("%s=%v", tag.Tag, tag.Value))
			return nil
		}); err != nil || !slices.Contains(names, "Format=kelp") {
			t.Errorf("%q: %q, %v", packet, names, err)
		}
	}
}

// box is one box of a HEIC file.
func box(kind, body string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(body)+8))) + kind + body
}

func TestBoxesThatCountNothingAreRefused(t *testing.T) {
	iloc := func(sizes byte) string { return box("iloc", "\x00\x00\x00\x00"+string([]byte{sizes})+"\x00\x00\x01") }
	for _, tt := range []struct {
		name, data string
		sound      bool
	}{
		{"no meta", box("ftyp", "heic"), false},
		{"a meta too short for its version", box("meta", "\x00\x00\x00"), false},
		{"no locations", box("meta", "\x00\x00\x00\x00"), true},
		{"locations of four bytes", box("meta", "\x00\x00\x00\x00"+iloc(0x40)), true},
		{"locations of four bytes in two halves", box("meta", "\x00\x00\x00\x00"+iloc(0x22)), true},
		{"empty locations", box("meta", "\x00\x00\x00\x00"+iloc(0)), false},
		{"locations of three bytes", box("meta", "\x00\x00\x00\x00"+iloc(0x21)), false},
		{"locations that are cut off", box("meta", "\x00\x00\x00\x00"+box("iloc", "\x00\x00\x00\x00\x44")), false},
	} {
		if got := soundBoxes([]byte(tt.data)); got != tt.sound {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.sound)
		}
		if _, err := (source{heic, []byte(tt.data), imagemeta.EXIF}).decode(t.Context(), nil); !tt.sound && err == nil {
			t.Errorf("%s: was read", tt.name)
		}
	}
}

func TestAReaderEndsAfterItsSteps(t *testing.T) {
	r := &stepReader{r: bytes.NewReader([]byte("kelp")), left: 2, ctx: t.Context()}
	p := make([]byte, 1)
	if _, err := r.Read(p); err != nil || p[0] != 'k' {
		t.Errorf("first: %q, %v", p, err)
	}
	if n, err := r.Seek(3, 0); err != nil || n != 3 {
		t.Errorf("second: %d, %v", n, err)
	}
	if _, err := r.Read(p); !errors.Is(err, errSteps) {
		t.Errorf("third: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a seek without steps left goes on")
		}
	}()
	r.Seek(0, 0)
}
