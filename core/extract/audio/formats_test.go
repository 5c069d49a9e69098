package audio

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"ibid/core"
)

// textOf is what the page of a recording shows.
func textOf(t *testing.T, data string) string {
	t.Helper()
	text, err := readText(t.Context(), core.Input{Name: "a", Data: []byte(data)})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// little and big write a number of 32 bits.
func little(n uint32) string { return string(binary.LittleEndian.AppendUint32(nil, n)) }
func big(n uint32) string    { return string(binary.BigEndian.AppendUint32(nil, n)) }

func TestARecordingIsKnownByItsHead(t *testing.T) { // R0.3
	frame := "\xff\xfb\x90\x00" + strings.Repeat("\x00", 413) // 128 kbit/s, 44.1 kHz
	for _, tt := range []struct {
		name, head string
		want       bool
	}{
		{"FLAC", "fLaC", true},
		{"FLAC after a tag", string(id3("TIT2", "\x03Tide")) + "fLaC", true},
		{"Ogg", "OggS", true},
		{"WAV", "RIFF\x00\x00\x00\x00WAVE", true},
		{"a picture in the same container", "RIFF\x00\x00\x00\x00WEBP", false},
		{"AIFF", "FORM\x00\x00\x00\x00AIFF", true},
		{"packed AIFF", "FORM\x00\x00\x00\x00AIFC", true},
		{"another form", "FORM\x00\x00\x00\x00ILBM", false},
		{"M4A", "\x00\x00\x00\x18ftypM4A ", true},
		{"an audio book", "\x00\x00\x00\x18ftypM4B ", true},
		{"what may be a film", "\x00\x00\x00\x18ftypisom", false},
		{"a tag", string(id3("TIT2", "\x03Tide")), true},
		{"a tag whose size is none", "ID3\x03\x00\x00\x80\x00\x00\x00", false},
		{"a tag of no version", "ID3\xff\x00\x00\x00\x00\x00\x10", false},
		{"a tag that is cut off", "ID3\x03\x00\x00\x00\x00\x00", false},
		{"three frames", strings.Repeat(frame, 3), true},
		{"two frames and the end", strings.Repeat(frame, 2), true},
		{"two frames and a text", strings.Repeat(frame, 2) + "a text follows here", false},
		{"one frame", frame, false},
		{"a text", "ID, please", false},
		{"nothing", "", false},
	} {
		if got := Known([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestLengthsAreWrittenAsOnAClock(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0:00", 499 * time.Millisecond: "0:00", 500 * time.Millisecond: "0:01", 59*time.Second + 500*time.Millisecond: "1:00",
		185 * time.Second: "3:05", 3599 * time.Second: "59:59", 3600 * time.Second: "1:00:00", 36309 * time.Second: "10:05:09",
	} {
		if got := clock(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestLengthsBeyondReasonAreUnknown(t *testing.T) {
	for _, tt := range []struct {
		samples, rate uint64
		want          time.Duration
	}{
		{44100, 44100, time.Second}, {22050, 44100, time.Second / 2}, {0, 44100, 0}, {1, 0, 0},
		{999 * 3600 * 8000, 8000, 999 * time.Hour}, {1000 * 3600 * 8000, 8000, 0},
	} {
		var r recording
		if r.setLength(tt.samples, tt.rate); r.length != tt.want {
			t.Errorf("%d at %d: %v, want %v", tt.samples, tt.rate, r.length, tt.want)
		}
	}
}

func TestADateThatIsOnlyAYearIsAYear(t *testing.T) {
	for value, want := range map[string]string{
		"2023": "[Tag:Year] 2023", "2023-05": "[Tag:Date] 2023-05", "202": "[Tag:Date] 202", "20x3": "[Tag:Date] 20x3",
	} {
		var r recording
		if r.tag("Date", value); r.list.Text() != want {
			t.Errorf("%q is %q, want %q", value, r.list.Text(), want)
		}
	}
}

func TestTheCoverIsTheFrontElseTheFirst(t *testing.T) {
	type picture struct {
		front bool
		data  string
	}
	for _, tt := range []struct {
		name string
		list []picture
		want string
	}{
		{"one", []picture{{false, "a"}}, "a"},
		{"the first of two", []picture{{false, "a"}, {false, "b"}}, "a"},
		{"the front after another", []picture{{false, "a"}, {true, "b"}}, "b"},
		{"the first of two fronts", []picture{{true, "a"}, {true, "b"}}, "a"},
		{"not an empty one", []picture{{true, ""}, {false, "b"}}, "b"},
		{"not one too large", []picture{{true, strings.Repeat("x", mostCover+1)}, {false, "b"}}, "b"},
		{"none", nil, ""},
	} {
		var r recording
		for _, p := range tt.list {
			r.picture(p.front, "", "image/png", []byte(p.data))
		}
		if string(r.cover) != tt.want {
			t.Errorf("%s: %.5q, want %q", tt.name, r.cover, tt.want)
		}
	}
	var r recording
	r.picture(false, "", "", []byte("ab"))
	if got := r.list.Text(); got != "[Tag:Picture] Picture (2 bytes)" {
		t.Errorf("a picture without a name is %q", got)
	}
}

// chunk is a chunk of RIFF, or of IFF if order is big.
func chunk(name, body string, size func(uint32) string) string {
	return name + size(uint32(len(body))) + body + strings.Repeat("\x00", len(body)%2)
}

func TestChunksOfAWAVAreTags(t *testing.T) { // R0.3
	bext := func(n int) string {
		b := make([]byte, n)
		for at, s := range map[int]string{0: "Hydrophone", 256: "Harbour office", 288: "HO-7", 320: "2023-04-05", 330: "06:07:08"} {
			if at < n {
				copy(b[at:], s)
			}
		}
		return string(b)
	}
	format := chunk("fmt ", "\x01\x00\x01\x00"+little(8000)+little(16000)+"\x02\x00\x10\x00", little)
	for _, tt := range []struct{ name, chunks, want string }{
		{"its length", format + chunk("data", strings.Repeat("s", 24000), little), "\n[Audio:Duration] 0:02"},
		{"no rate", chunk("data", strings.Repeat("s", 24000), little), ""},
		{"a list", chunk("LIST", "INFO"+chunk("INAM", "Tide\x00", little)+chunk("IART", "Ida", little)+chunk("IZZZ", "what", little), little), "\n[Tag:Title] Tide\n[Tag:Artist] Ida\n[Tag:IZZZ] what"},
		{"another list", chunk("LIST", "adtl"+chunk("INAM", "Tide", little), little), ""},
		{"a broadcast", chunk("bext", bext(338), little), "\n[Tag:Description] Hydrophone\n[Tag:Originator] Harbour office\n[Tag:OriginatorReference] HO-7\n[Tag:OriginationDate] 2023-04-05\n[Tag:OriginationTime] 06:07:08"},
		{"a broadcast that is cut off", chunk("bext", bext(337), little), ""},
		{"a tag of ID3", chunk("id3 ", string(id3("TIT2", "\x03Tide")), little), "\n[Tag:Title] Tide"},
	} {
		if got := textOf(t, "RIFF\x00\x00\x00\x00WAVE"+tt.chunks); got != "[Audio:Format] WAV"+tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestChunksOfAnAIFFAreTags(t *testing.T) { // R0.3
	const rate8000 = "\x40\x0b\xfa\x00\x00\x00\x00\x00\x00\x00" // 8,000 as an 80-bit float
	common := func(rate string) string { return chunk("COMM", "\x00\x01"+big(24000)+"\x00\x10"+rate, big) }
	for _, tt := range []struct{ name, chunks, want string }{
		{"its length", common(rate8000), "\n[Audio:Duration] 0:03"},
		{"a rate below one", common("\x3f\xfe\x80\x00\x00\x00\x00\x00\x00\x00"), ""},
		{"a rate beyond all", common("\x7f\xfe\xff\xff\xff\xff\xff\xff\xff\xff"), ""},
		{"texts", chunk("NAME", "Tide", big) + chunk("AUTH", "Ida\x00x", big) + chunk("(c) ", "2023", big) + chunk("ANNO", "odd", big) + chunk("SSND", "s", big), "\n[Tag:Title] Tide\n[Tag:Artist] Ida\n[Tag:Copyright] 2023\n[Tag:Comment] odd"},
		{"a tag of ID3", chunk("ID3 ", string(id3("TIT2", "\x03Tide")), big), "\n[Tag:Title] Tide"},
	} {
		if got := textOf(t, "FORM\x00\x00\x00\x00AIFF"+tt.chunks); got != "[Audio:Format] AIFF"+tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// atom is a box of an M4A file.
func atom(name, body string) string { return big(uint32(len(body)+8)) + name + body }

// value is the box of one value of a class.
func value(class uint32, body string) string { return atom("data", big(class)+"\x00\x00\x00\x00"+body) }

func TestItemsOfAnM4AAreTags(t *testing.T) { // R0.3
	items := func(body string) string {
		return atom("moov", atom("udta", atom("meta", "\x00\x00\x00\x00"+atom("ilst", body))))
	}
	for _, tt := range []struct{ name, boxes, want string }{
		{"a text", items(atom("\xa9nam", value(classUTF8, "Tide"))), "\n[Tag:Title] Tide"},
		{"a text in UTF-16", items(atom("\xa9nam", value(classUTF16, "\x00T\x00i"))), "\n[Tag:Title] Ti"},
		{"two values", items(atom("\xa9ART", value(classUTF8, "Ida")+value(classUTF8, "M. Tulloch"))), "\n[Tag:Artist] Ida; M. Tulloch"},
		{"an item without a name here", items(atom("\xa9xyz", value(classUTF8, "here"))), "\n[Tag:©xyz] here"},
		{"a number of track of some", items(atom("trkn", value(0, "\x00\x00\x00\x03\x00\x07\x00\x00"))), "\n[Tag:Track] 3/7"},
		{"a number of track alone", items(atom("trkn", value(0, "\x00\x00\x00\x03\x00\x00"))), "\n[Tag:Track] 3"},
		{"a short number of disc", items(atom("disk", value(0, "\x00\x00\x00\x02"))), "\n[Tag:Disc] 2"},
		{"a genre by its number", items(atom("gnre", value(0, "\x00\x09"))), "\n[Tag:Genre] Jazz"},
		{"no genre", items(atom("gnre", value(0, "\x00\x00"))), ""},
		{"a whole number", items(atom("tmpo", value(classInt, "\x00\x5a"))), "\n[Tag:BPM] 90"},
		{"one below nothing", items(atom("tmpo", value(classInt, "\xff\xfe"))), "\n[Tag:BPM] -2"},
		{"one of another sort", items(atom("cpil", value(classUInt, "\x01"))), "\n[Tag:Compilation] 1"},
		{"no number", items(atom("tmpo", value(classInt, ""))), ""},
		{"one too long to be one", items(atom("tmpo", value(classInt, "123456789"))), "\n[Tag:BPM] (9 bytes)"},
		{"a class of no sort", items(atom("tmpo", value(99, "12"))), "\n[Tag:BPM] (2 bytes)"},
		{"a cover", items(atom("covr", value(classPNG, "png!"))), "\n[Tag:Picture] Cover, image/png (4 bytes)"},
		{"a cover of no kind", items(atom("covr", value(0, "data"))), "\n[Tag:Picture] Cover (4 bytes)"},
		{"a free item", items(atom("----", atom("mean", "\x00\x00\x00\x00com")+atom("name", "\x00\x00\x00\x00LYRICIST")+value(classUTF8, "Ida"))), "\n[Tag:Lyricist] Ida"},
		{"a list that stands higher", atom("moov", atom("meta", "\x00\x00\x00\x00"+atom("ilst", atom("\xa9nam", value(classUTF8, "Tide"))))), "\n[Tag:Title] Tide"},
		{"one without a version", atom("moov", atom("meta", atom("hdlr", "mdir")+atom("ilst", atom("\xa9nam", value(classUTF8, "Tide"))))), "\n[Tag:Title] Tide"},
		{"one that stands elsewhere", atom("free", atom("ilst", atom("\xa9nam", value(classUTF8, "Tide")))), ""},
		{"a length", atom("moov", atom("mvhd", "\x00\x00\x00\x00"+strings.Repeat("\x00", 8)+big(600)+big(1800))), "\n[Audio:Duration] 0:03"},
		{"a wide length", atom("moov", atom("mvhd", "\x01\x00\x00\x00"+strings.Repeat("\x00", 16)+big(600)+big(0)+big(2400))), "\n[Audio:Duration] 0:04"},
		{"a length of no version", atom("moov", atom("mvhd", "\x02\x00\x00\x00"+strings.Repeat("\x00", 8)+big(600)+big(1800))), ""},
	} {
		if got := textOf(t, atom("ftyp", "M4A ")+tt.boxes); got != "[Audio:Format] M4A"+tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAnItemHasABoundedNumberOfValues(t *testing.T) {
	var many string
	for i := range mostItem + 10 {
		many += value(classUTF8, "v"+string(rune('A'+i%26))+string(rune('A'+i/26)))
	}
	var r recording
	if r.item("\xa9nam", []byte(many)); strings.Count(r.list.Text(), ";") != mostItem-1 {
		t.Errorf("%d values, want %d", strings.Count(r.list.Text(), ";")+1, mostItem)
	}
}

// oggPage is one page of a stream with its packets, of which each has less than
// 255 bytes.
func oggPage(serial uint32, granule uint64, packets ...string) string {
	out := "OggS\x00\x00" + string(binary.LittleEndian.AppendUint64(nil, granule)) + little(serial) + "\x00\x00\x00\x00\x00\x00\x00\x00" + string([]byte{byte(len(packets))})
	for _, p := range packets {
		out += string([]byte{byte(len(p))})
	}
	return out + strings.Join(packets, "")
}

// vorbis makes comments.
func vorbis(list ...string) string {
	out := little(3) + "lib" + little(uint32(len(list)))
	for _, c := range list {
		out += little(uint32(len(c))) + c
	}
	return out
}

func TestEachCodecOfOggHasItsHead(t *testing.T) { // R0.3
	const vendor = "\n[Tag:Vendor] lib"
	tags := vorbis("TITLE=Tide")
	opus := "OpusHead\x01\x01" + "\x38\x01" + little(44100) // 312 samples are skipped
	speex := "Speex   " + strings.Repeat("\x00", 28) + little(8000)
	flac := "\x7fFLAC\x01\x00\x00\x01fLaC\x00\x00\x00\x22" + strings.Repeat("\x00", 10) + string(binary.BigEndian.AppendUint64(nil, 8000<<44|16000))
	for _, tt := range []struct{ name, data, want string }{
		{"Vorbis", oggPage(1, 0, "\x01vorbis\x00\x00\x00\x00\x01"+little(8000), "\x03vorbis"+tags) + oggPage(1, 24000, "s"), "[Audio:Format] Ogg Vorbis\n[Audio:Duration] 0:03" + vendor + "\n[Tag:Title] Tide"},
		{"Opus", oggPage(1, 0, opus, "OpusTags"+tags) + oggPage(1, 48000*2+312, "s"), "[Audio:Format] Opus\n[Audio:Duration] 0:02" + vendor + "\n[Tag:Title] Tide"},
		{"Opus that is over before it begins", oggPage(1, 0, opus, "OpusTags"+tags) + oggPage(1, 312, "s"), "[Audio:Format] Opus" + vendor + "\n[Tag:Title] Tide"},
		{"Speex", oggPage(1, 0, speex, tags) + oggPage(1, 16000, "s"), "[Audio:Format] Speex\n[Audio:Duration] 0:02" + vendor + "\n[Tag:Title] Tide"},
		{"FLAC", oggPage(1, 0, flac, "\x84\x00\x00\x20"+tags), "[Audio:Format] Ogg FLAC\n[Audio:Duration] 0:02" + vendor + "\n[Tag:Title] Tide"},
		{"FLAC whose second block is no comment", oggPage(1, 0, flac, "\x81\x00\x00\x20"+tags), "[Audio:Format] Ogg FLAC\n[Audio:Duration] 0:02"},
		{"a codec of no name", oggPage(1, 0, "theora", "\x03vorbis"+tags), "[Audio:Format] Ogg" + vendor + "\n[Tag:Title] Tide"},
		{"a head alone", oggPage(1, 0, opus), "[Audio:Format] Opus"},
		{"the stream that begins counts", oggPage(1, 0, opus) + oggPage(2, 0, "other") + oggPage(1, 0, "OpusTags"+tags) + oggPage(1, 48312, "s") + oggPage(2, 99<<20, "s"), "[Audio:Format] Opus\n[Audio:Duration] 0:01" + vendor + "\n[Tag:Title] Tide"},
		{"a last page without a position", oggPage(1, 0, opus, "OpusTags"+tags) + oggPage(1, 48312, "s") + oggPage(1, 1<<64-1, "s"), "[Audio:Format] Opus\n[Audio:Duration] 0:01" + vendor + "\n[Tag:Title] Tide"},
	} {
		if got := textOf(t, tt.data); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAPacketMayGoOverPages(t *testing.T) {
	long := strings.Repeat("x", 255)
	data := oggPage(1, 0, long) + oggPage(1, 0, "end", "second") + oggPage(1, 0, "third")
	packets, serial := oggPackets([]byte(data), 2)
	if len(packets) != 2 || string(packets[0]) != long+"end" || string(packets[1]) != "second" || serial != 1 {
		t.Errorf("%q of %d", packets, serial)
	}
	if packets, _ := oggPackets([]byte(data[:26]), 2); packets != nil {
		t.Errorf("of a page that is cut off: %q", packets)
	}
}

// flacPicture is a picture as FLAC and Vorbis comments hold it.
func flacPicture(kind uint32, mime, what, data string) string {
	return big(kind) + big(uint32(len(mime))) + mime + big(uint32(len(what))) + what + strings.Repeat("\x00", 16) + big(uint32(len(data))) + data
}

func TestPicturesOfFLACAndVorbisAreNamed(t *testing.T) { // R0.3
	front := flacPicture(3, "image/png", "", "front")
	block := func(kind byte, body string) string { return string([]byte{kind, 0, 0, byte(len(body))}) + body }
	for _, tt := range []struct{ name, data, want, cover string }{
		{"the front", "fLaC" + block(0x86, front), "\n[Tag:Picture] Cover (front), image/png (5 bytes)", "front"},
		{"one with a description", "fLaC" + block(0x86, flacPicture(0, "", "mole", "data")), "\n[Tag:Picture] Picture, mole (4 bytes)", "data"},
		{"one that is cut off", "fLaC" + block(0x86, front[:len(front)-1]), "", ""},
		{"one without its numbers", "fLaC" + block(0x86, flacPicture(3, "m", "w", "")[:16]), "", ""},
		{"one without anything", "fLaC" + block(0x86, "\x00\x00\x00"), "", ""},
		{"not behind the last block", "fLaC" + block(0x81, "") + block(6, front), "", ""},
		{"in a comment", "fLaC" + block(0x84, vorbis("METADATA_BLOCK_PICTURE="+base64.StdEncoding.EncodeToString([]byte(front)))), "\n[Tag:Vendor] lib\n[Tag:Picture] Cover (front), image/png (5 bytes)", "front"},
		{"in an old comment", "fLaC" + block(0x84, vorbis("coverart="+base64.StdEncoding.EncodeToString([]byte("old")))), "\n[Tag:Vendor] lib\n[Tag:Picture] Picture (3 bytes)", "old"},
		{"in a comment that is no base64", "fLaC" + block(0x84, vorbis("COVERART=!", "metadata_block_picture=!")), "\n[Tag:Vendor] lib", ""},
	} {
		if got := textOf(t, tt.data); got != "[Audio:Format] FLAC"+tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if got := string(cover([]byte(tt.data))); got != tt.cover {
			t.Errorf("%s: cover %q, want %q", tt.name, got, tt.cover)
		}
	}
}

func TestCommentsEndWhereTheyDoNotFit(t *testing.T) {
	whole := vorbis("TITLE=Tide", "ARTIST=Ida")
	for n, want := range map[int]string{
		len(whole): "[Tag:Vendor] lib\n[Tag:Title] Tide\n[Tag:Artist] Ida", len(whole) - 1: "[Tag:Vendor] lib\n[Tag:Title] Tide", 11: "[Tag:Vendor] lib", 10: "", 6: "",
	} {
		var r recording
		if r.comments([]byte(whole[:n])); r.list.Text() != want {
			t.Errorf("%d bytes: %q, want %q", n, r.list.Text(), want)
		}
	}
}
