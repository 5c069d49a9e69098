package image

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bep/imagemeta"

	"ibid/core/extract/tags"
)

// field is an entry of a TIFF directory with the bytes of its value.
type field struct {
	id, kind uint16
	count    uint32
	raw      string
}

// tiffBlock makes a TIFF block of one directory, or, if sub is not 0, of one whose
// only entry sub points to the directory.
func tiffBlock(order binary.AppendByteOrder, sub uint16, list ...field) []byte {
	out := []byte("II*\x00\x08\x00\x00\x00")
	if order == binary.BigEndian {
		out = []byte("MM\x00*\x00\x00\x00\x08")
	}
	if sub != 0 {
		out = order.AppendUint16(out, 1)
		out = order.AppendUint16(order.AppendUint16(out, sub), 4)
		out = order.AppendUint32(order.AppendUint32(out, 1), 26)
		out = order.AppendUint32(out, 0)
	}
	out = order.AppendUint16(out, uint16(len(list)))
	var values []byte
	behind := len(out) + 12*len(list) + 4
	for _, f := range list {
		out = order.AppendUint32(order.AppendUint16(order.AppendUint16(out, f.id), f.kind), f.count)
		if len(f.raw) <= 4 {
			out = append(out, f.raw+"\x00\x00\x00\x00"[len(f.raw):]...)
			continue
		}
		out = order.AppendUint32(out, uint32(behind+len(values)))
		values = append(values, f.raw...)
	}
	return append(order.AppendUint32(out, 0), values...)
}

// longs are 32-bit numbers in the order of bytes of little machines.
func longs(list ...uint32) string {
	var out []byte
	for _, n := range list {
		out = binary.LittleEndian.AppendUint32(out, n)
	}
	return string(out)
}

func TestEXIFIsWrittenInWords(t *testing.T) { // R0.2
	const exif = tagEXIF
	for _, tt := range []struct {
		name string
		sub  uint16
		list []field
		want string
	}{
		{"a text of Windows", 0, []field{{0x9c9b, 1, 10, "K\x00e\x00l\x00p\x00\x00\x00"}}, "[EXIF:XPTitle] Kelp"},
		{"a comment in ASCII", exif, []field{{0x9286, 7, 12, "ASCII\x00\x00\x00tide"}}, "[EXIF:UserComment] tide"},
		{"a comment without encoding", exif, []field{{0x9286, 7, 12, "\x00\x00\x00\x00\x00\x00\x00\x00tide"}}, "[EXIF:UserComment] tide"},
		{"a comment in UTF-16 of the block's order", exif, []field{{0x9286, 7, 12, "UNICODE\x00t\x00i\x00"}}, "[EXIF:UserComment] ti"},
		{"a comment in UTF-16 with a little mark", exif, []field{{0x9286, 7, 14, "UNICODE\x00\xff\xfet\x00i\x00"}}, "[EXIF:UserComment] ti"},
		{"a comment in UTF-16 with a big mark", exif, []field{{0x9286, 7, 14, "UNICODE\x00\xfe\xff\x00t\x00i"}}, "[EXIF:UserComment] ti"},
		{"a comment in JIS by its size", exif, []field{{0x9286, 7, 11, "JIS\x00\x00\x00\x00\x00abc"}}, "[EXIF:UserComment] (3 bytes)"},
		{"a comment that forgot its encoding", exif, []field{{0x9286, 7, 12, "low tide now"}}, "[EXIF:UserComment] low tide now"},
		{"a comment too short for one", exif, []field{{0x9286, 7, 7, "ASCII\x00\x00"}}, ""},
		{"a version", exif, []field{{0x9000, 7, 4, "0232"}}, "[EXIF:ExifVersion] 0232"},
		{"a version that is none", exif, []field{{0x9000, 7, 4, "2.3\x00"}}, "[EXIF:ExifVersion] 2.3"},
		{"channels", exif, []field{{0x9101, 7, 4, "\x01\x02\x03\x00"}}, "[EXIF:ComponentsConfiguration] Y, Cb, Cr, -"},
		{"channels with one unknown", exif, []field{{0x9101, 7, 4, "\x04\x05\x06\x07"}}, "[EXIF:ComponentsConfiguration] R, G, B"},
		{"a file source", exif, []field{{0xa300, 7, 1, "\x03"}}, "[EXIF:FileSource] Digital camera"},
		{"a file source of two bytes", exif, []field{{0xa300, 7, 2, "\x03\x00"}}, "[EXIF:FileSource] (2 bytes)"},
		{"an aperture as a logarithm", exif, []field{{0x9202, 5, 1, longs(5, 1)}}, "[EXIF:ApertureValue] f/5.7"},
		{"a shutter speed as a logarithm", exif, []field{{0x9201, 10, 1, longs(7, 1)}}, "[EXIF:ShutterSpeedValue] 1/128 s"},
		{"a shutter speed of two numbers", exif, []field{{0x9201, 10, 2, longs(7, 1, 2, 1)}}, "[EXIF:ShutterSpeedValue] 7 2"},
		{"a rational without denominator", exif, []field{{0x920a, 5, 1, longs(50, 0)}}, "[EXIF:FocalLength] unknown"},
		{"a private tag by its number", 0, []field{{0xbeef, 3, 1, "\x07\x00"}}, "[EXIF:0xbeef] 7"},
		{"two authors", 0, []field{{0x8298, 2, 8, "Ida\x00M.T\x00"}}, "[EXIF:Copyright] Ida; M.T"},
		{"bytes without a meaning", exif, []field{{0x927c, 7, 6, "secret"}}, "[EXIF:MakerNote] (6 bytes)"},
		{"a float", 0, []field{{0xbeef, 11, 1, longs(math.Float32bits(1.5))}}, "[EXIF:0xbeef] 1.5"},
		{"interoperability", tagInterop, []field{{1, 2, 4, "R98\x00"}, {2, 7, 4, "0100"}}, "[EXIF:InteropIndex] R98\n[EXIF:InteropVersion] 0100"},
		{"nothing", 0, nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l tags.List
			addEXIF(&l, tiffBlock(binary.LittleEndian, tt.sub, tt.list...))
			if got := l.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUTF16FollowsTheOrderOfItsBlock(t *testing.T) {
	var l tags.List
	addEXIF(&l, tiffBlock(binary.BigEndian, tagEXIF, field{0x9286, 7, 12, "UNICODE\x00\x00t\x00i"}))
	if got := l.Text(); got != "[EXIF:UserComment] ti" {
		t.Errorf("got %q", got)
	}
}

func TestPositionIsInDegrees(t *testing.T) { // R0.2
	place := func(north, east string) []field {
		return []field{
			{1, 2, 2, north}, {2, 5, 3, longs(60, 1, 30, 1, 0, 1)},
			{3, 2, 2, east}, {4, 5, 3, longs(5, 1, 0, 1, 36, 1)},
		}
	}
	for _, tt := range []struct {
		name string
		list []field
		want string
	}{
		{"north and east", place("N\x00", "E\x00"), "[GPS:Position] 60.500000, 5.010000"},
		{"south and west", place("S\x00", "W\x00"), "[GPS:Position] -60.500000, -5.010000"},
		{"small letters", place("s\x00", "w\x00"), "[GPS:Position] -60.500000, -5.010000"},
		{"a latitude alone is none", place("N\x00", "E\x00")[:2], ""},
		{"height above the sea", []field{{5, 1, 1, "\x00"}, {6, 5, 1, longs(1234, 100)}}, "[GPS:Altitude] 12.34 m"},
		{"height below it", []field{{5, 1, 1, "\x01"}, {6, 5, 1, longs(4, 1)}}, "[GPS:Altitude] -4 m"},
		{"at sea level there is no sign", []field{{5, 1, 1, "\x01"}, {6, 5, 1, longs(0, 1)}}, "[GPS:Altitude] 0 m"},
		{"two heights", []field{{6, 5, 2, longs(4, 1, 5, 1)}}, ""},
		{"no height at all", []field{{6, 5, 1, longs(4, 0)}}, ""},
		{"a time of day", []field{{7, 5, 3, longs(9, 1, 5, 1, 7, 1)}}, "[GPS:GPSTimeStamp] 09:05:07"},
		{"a time with tenths", []field{{7, 5, 3, longs(19, 1, 45, 1, 125, 10)}}, "[GPS:GPSTimeStamp] 19:45:12.5"},
		{"a time that is unknown", []field{{7, 5, 3, longs(9, 1, 5, 0, 7, 1)}}, ""},
		{"a time of two numbers", []field{{7, 5, 2, longs(9, 1, 5, 1)}}, "[GPS:GPSTimeStamp] 9 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l tags.List
			addEXIF(&l, tiffBlock(binary.LittleEndian, tagGPS, tt.list...))
			if got := l.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDegreesAreReadFromNumbersAndText(t *testing.T) {
	nan := number{float: math.NaN()}
	for _, tt := range []struct {
		v    value
		ref  string
		want float64 // NaN for none
	}{
		{value{numbers: []number{whole(52)}}, "", 52},
		{value{numbers: []number{whole(52), whole(30)}}, "N", 52.5},
		{value{numbers: []number{whole(52), nan, whole(36)}}, "N", 52.01},
		{value{numbers: []number{nan, whole(30)}}, "N", math.NaN()},
		{value{numbers: []number{whole(1), whole(2), whole(3), whole(4)}}, "N", math.NaN()},
		{value{}, "N", math.NaN()},
		{value{numbers: []number{whole(90)}}, "south", -90},
		{value{numbers: []number{{float: 90.0001}}}, "S", math.NaN()},
		{value{text: "52,00000,30,00000,36,00000"}, "N", 52.51},
		{value{text: "52; 30; 36"}, "N", 52.51},
		{value{text: "52.5"}, "S", -52.5},
		{value{text: "52 30 36 1"}, "N", math.NaN()},
		{value{text: "somewhere"}, "N", math.NaN()},
	} {
		got, ok := degrees(tt.v, value{text: tt.ref}, "S", 90)
		if ok != !math.IsNaN(tt.want) || ok && math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%+v %s is %v, %v, want %v", tt.v, tt.ref, got, ok, tt.want)
		}
	}
}

func TestTagsOfALibraryAreThoseOfEXIF(t *testing.T) {
	rational := func(n, d uint32) any {
		r, err := imagemeta.NewRat(n, d)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	var l tags.List
	addDecoded(&l, []imagemeta.TagInfo{
		{Tag: "Make", Namespace: "IFD0", Value: "Canon"},
		{Tag: "ExposureTime", Namespace: "IFD0/ExifIFD", Value: rational(1, 125)},
		{Tag: imagemeta.UnknownPrefix + "0xbeef", Namespace: "IFD0", Value: uint16(7)},
		{Tag: "GPSLatitude", Namespace: "IFD0/GPSInfoIFD", Value: 60.5},
		{Tag: "GPSLongitude", Namespace: "IFD0/GPSInfoIFD", Value: float64(5)},
		{Tag: "GPSMapDatum", Namespace: "IFD0/GPSInfoIFD", Value: "WGS-84"},
	})
	want := "[GPS:Position] 60.500000, 5.000000\n[EXIF:Make] Canon\n[EXIF:ExposureTime] 1/125 s\n[EXIF:0xbeef] 7\n[GPS:GPSMapDatum] WGS-84"
	if got := l.Text(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestValuesOfALibraryAreTextNumbersOrASize(t *testing.T) {
	minus, err := imagemeta.NewRat[int32](-1, 4)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		v    any
		want string
	}{
		{"low water", "low water"},
		{[]string{"kelp", "tide"}, "kelp; tide"},
		{make([]byte, 1200), "(1,200 bytes)"},
		{[]byte{}, ""},
		{uint8(7), "7"}, {uint16(300), "300"}, {uint32(70000), "70000"}, {int32(-7), "-7"}, {int(-9), "-9"},
		{float32(1.5), "1.5"}, {2.25, "2.25"}, {minus, "-0.25"},
		{[]any{uint8(1), "x", uint8(3)}, "1 unknown 3"},
		{make([]any, 17), "(0 bytes)"},
		{struct{}{}, ""}, {nil, ""},
	} {
		if got := valueOf(tt.v).plain(); got != tt.want {
			t.Errorf("%T %v is %q, want %q", tt.v, tt.v, got, tt.want)
		}
	}
}

func TestFractionsOfTextAreNumbers(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []float64
	}{
		{"1/125", []float64{0.008}}, {"-7/2", []float64{-3.5}}, {"1/0", nil}, {"a/b", nil}, {"1/b", nil}, {"f/5.6", nil}, {"12", nil}, {"", nil},
	} {
		v := fromText(tt.text)
		var got []float64
		for _, n := range v.numbers {
			got = append(got, n.float)
		}
		if v.text != tt.text || !slices.Equal(got, tt.want) {
			t.Errorf("%q is %q, %v, want %v", tt.text, v.text, got, tt.want)
		}
	}
}

func TestNumbersAreShort(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 100: "100", -3: "-3", 0.5: "0.5", 1.0 / 3: "0.333333", 0.0000001: "0", 20.10: "20.1", math.Inf(1): "unknown", math.Inf(-1): "unknown",
	} {
		if got := decimal(f); got != want {
			t.Errorf("%v is %q, want %q", f, got, want)
		}
	}
	if got := decimal(math.NaN()); got != "unknown" {
		t.Errorf("NaN is %q", got)
	}
}

func TestValuesAreWrittenAsPhotographersDo(t *testing.T) { // R0.2
	one := func(f float64) value { return value{numbers: []number{{float: f}}} }
	list := func(fs ...float64) (v value) {
		for _, f := range fs {
			v.numbers = append(v.numbers, number{float: f})
		}
		return v
	}
	words := func(s string) value { return value{text: s} }
	nan := math.NaN()
	for _, tt := range []struct {
		name string
		v    value
		want string
	}{
		{"Orientation", one(6), "Rotated 90° clockwise"},
		{"Orientation", words("6"), "Rotated 90° clockwise"},
		{"Orientation", one(9), "9"},
		{"Orientation", one(1.5), "1.5"},
		{"Orientation", words("upright"), "upright"},
		{"MeteringMode", one(255), "Other"},
		{"ExposureTime", one(0.25), "1/4 s"},
		{"ExposureTime", one(0.26), "0.3 s"},
		{"ExposureTime", one(30), "30 s"},
		{"ExposureTime", one(0), "0 s"},
		{"ExposureTime", words("0.008"), "1/125 s"},
		{"ExposureTime", one(nan), "unknown"},
		{"ExposureTime", one(math.Inf(1)), "unknown"},
		{"FNumber", one(5.63), "f/5.6"},
		{"FNumber", one(0.954), "f/0.95"},
		{"FNumber", one(1), "f/1"},
		{"FocalLength", one(50.004), "50 mm"},
		{"FocalLengthIn35mmFormat", one(75), "75 mm"},
		{"ExposureCompensation", one(0.333), "+0.33 EV"},
		{"ExposureCompensation", one(0), "0 EV"},
		{"ExposureBiasValue", one(-1), "-1 EV"},
		{"SubjectDistance", one(2.5), "2.5 m"},
		{"SubjectDistance", list(1, 2), "1 2"},
		{"LensInfo", list(24, 70, 2.8, 2.8), "24-70 mm f/2.8"},
		{"LensInfo", list(50, 50, 1.8, 1.8), "50 mm f/1.8"},
		{"LensInfo", list(18, 55, 3.5, 5.6), "18-55 mm f/3.5-5.6"},
		{"LensInfo", list(18, 55, nan, nan), "18-55 mm"},
		{"LensInfo", list(18, 55, 0, 0), "18-55 mm"},
		{"LensInfo", list(18, nan, 4, nan), "18 mm f/4"},
		{"LensInfo", list(18, 55, 3.5), "18 55 3.5"},
		{"LensSpecification", words("24 70 2.8 4"), "24-70 mm f/2.8-4"},
		{"LensSpecification", words("24 70 ? ?"), "24-70 mm"},
		{"LensSpecification", words("a lens"), "a lens"},
		{"Flash", one(0), "Did not fire"},
		{"Flash", one(0x01), "Fired"},
		{"Flash", one(0x05), "Fired, return not detected"},
		{"Flash", one(0x07), "Fired, return detected"},
		{"Flash", one(0x08), "Did not fire, compulsory"},
		{"Flash", one(0x10), "Did not fire, suppressed"},
		{"Flash", one(0x19), "Fired, auto mode"},
		{"Flash", one(0x20), "No flash function"},
		{"Flash", one(0x59), "Fired, auto mode, red-eye reduction"},
		{"Flash", words("on"), "on"},
		{"DateTime", words("2008:10:22 16:28:39"), "2008-10-22 16:28:39"},
		{"DateTime", words("2008:10:22T16:28"), "2008-10-22 16:28"},
		{"DateTime", words("2008:10:22"), "2008-10-22"},
		{"DateTime", words("2008:10:22 noon"), "2008:10:22 noon"},
		{"DateTime", words("2008:10:22 16:28" + strings.Repeat("0", 60)), "2008:10:22 16:28" + strings.Repeat("0", 60)},
	} {
		if got := human(tt.name, tt.v); got != tt.want {
			t.Errorf("%s %+v is %q, want %q", tt.name, tt.v, got, tt.want)
		}
	}
}

func TestSizeOfATIFFIsThatOfItsFirstPicture(t *testing.T) {
	for _, tt := range []struct {
		name          string
		list          []field
		width, height int
	}{
		{"both", []field{{tagWidth, 3, 1, "\x07\x00"}, {tagHeight, 4, 1, longs(5)}}, 7, 5},
		{"the first counts", []field{{tagWidth, 3, 1, "\x07\x00"}, {tagHeight, 3, 1, "\x05\x00"}, {tagWidth, 3, 1, "\x09\x00"}}, 7, 5},
		{"one is missing", []field{{tagWidth, 3, 1, "\x07\x00"}}, 7, 0},
		{"below nothing", []field{{tagWidth, 9, 1, longs(math.MaxUint32)}, {tagHeight, 3, 1, "\x05\x00"}}, 0, 5},
		{"a text", []field{{tagWidth, 2, 4, "wid\x00"}, {tagHeight, 3, 1, "\x05\x00"}}, 0, 5},
	} {
		if w, h := tiffSize(tiffBlock(binary.LittleEndian, 0, tt.list...)); w != tt.width || h != tt.height {
			t.Errorf("%s: %d × %d, want %d × %d", tt.name, w, h, tt.width, tt.height)
		}
	}
	if w, h := tiffSize(tiffBlock(binary.LittleEndian, tagGPS, field{tagWidth, 3, 1, "\x07\x00"})); w != 0 || h != 0 {
		t.Errorf("the tags of GPS give a size: %d × %d", w, h)
	}
}

func TestBlocksInATIFFAreHandedOn(t *testing.T) {
	packet := `<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>`
	records := "\x1c\x02\x19\x00\x04kelp"
	data := tiffBlock(binary.LittleEndian, 0,
		field{tagXMP, 1, uint32(len(packet)), packet}, field{tagIPTC, 7, uint32(len(records)), records}, field{0x10f, 2, 6, "Canon\x00"})
	got := tiffSources(data)
	if len(got) != 2 || got[0].of != imagemeta.XMP || !bytes.HasSuffix(got[0].data, []byte(packet)) || got[1].of != imagemeta.IPTC || !bytes.Contains(got[1].data, []byte(records)) {
		t.Errorf("%d sources: %v", len(got), got)
	}
	var l tags.List
	if err := got[1].add(t.Context(), &l); err != nil || l.Text() != "[IPTC:Keywords] kelp" {
		t.Errorf("IPTC is %q, %v", l.Text(), err)
	}
	var e tags.List
	if addEXIF(&e, data); e.Text() != "[EXIF:Make] Canon" {
		t.Errorf("the blocks stand among the tags: %q", e.Text())
	}
}

func TestOrientationOutOfRangeIsUpright(t *testing.T) {
	for n, want := range map[byte]int{0: 1, 1: 1, 2: 2, 8: 8, 9: 1} {
		if got := Orientation(tiffBlock(binary.LittleEndian, 0, field{0x112, 3, 1, string([]byte{n, 0})})); got != want {
			t.Errorf("%d is %d, want %d", n, got, want)
		}
	}
	if got := Orientation(tiffBlock(binary.LittleEndian, tagGPS, field{0x112, 3, 1, "\x06\x00"})); got != 1 {
		t.Errorf("that of another directory turns the picture: %d", got)
	}
}
