package image

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/bep/imagemeta"

	"ibid/core/extract/tags"
)

// addEXIF adds the tags of a TIFF block; nil is none.
func addEXIF(l *tags.List, block []byte) {
	list := entries(block)
	if len(list) == 0 {
		return
	}
	order := newWalker(block).order
	addPosition(l, gpsOf(list))
	for _, e := range list {
		name := nameOf(e)
		if e.group == "GPS" && position[name] || e.id == tagXMP || e.id == tagIPTC {
			continue // added in another form
		}
		group := e.group
		if group == "Interop" {
			group = "EXIF"
		}
		l.Add(group, name, describe(name, e, order))
	}
}

// addDecoded adds EXIF tags that imagemeta has read.
func addDecoded(l *tags.List, found []imagemeta.TagInfo) {
	gps := map[string]value{}
	for _, t := range found {
		if strings.HasSuffix(t.Namespace, "GPSInfoIFD") {
			gps[t.Tag] = valueOf(t.Value)
		}
	}
	addPosition(l, gps)
	for _, t := range found {
		group := "EXIF"
		if strings.HasSuffix(t.Namespace, "GPSInfoIFD") {
			if position[t.Tag] {
				continue
			}
			group = "GPS"
		}
		name := strings.TrimPrefix(t.Tag, imagemeta.UnknownPrefix)
		l.Add(group, name, human(name, valueOf(t.Value)))
	}
}

func nameOf(e entry) string {
	names := exifNames
	switch e.group {
	case "GPS":
		names = gpsNames
	case "Interop":
		names = interopNames
	}
	if name := names[e.id]; name != "" {
		return name
	}
	return fmt.Sprintf("0x%04x", e.id)
}

// describe returns the value of an entry in words. It handles the tags whose TIFF
// type does not tell what they hold.
func describe(name string, e entry, order binary.ByteOrder) string {
	v := e.value()
	switch name {
	case "XPTitle", "XPComment", "XPAuthor", "XPKeywords", "XPSubject":
		return wide(e.raw[:min(len(e.raw), mostValue)], binary.LittleEndian)
	case "UserComment", "GPSProcessingMethod", "GPSAreaInformation":
		if v.text == "" {
			return comment(e.raw[:min(len(e.raw), mostValue)], order)
		}
	case "ExifVersion", "FlashpixVersion", "InteropVersion":
		return version(e.raw)
	case "ComponentsConfiguration":
		return components(e.raw)
	case "FileSource", "SceneType":
		if len(e.raw) == 1 {
			v.numbers = []number{whole(int64(e.raw[0]))}
		}
	case "ApertureValue", "MaxApertureValue", "ShutterSpeedValue":
		v = fromAPEX(name, v)
	case "GPSTimeStamp":
		return clock(v)
	}
	return human(name, v)
}

// fromAPEX turns the logarithms of the APEX system into f-number and seconds
// (EXIF 2.32, annex C).
func fromAPEX(name string, v value) value {
	if len(v.numbers) != 1 {
		return v
	}
	f := math.Pow(2, v.numbers[0].float/2)
	if name == "ShutterSpeedValue" {
		f = math.Pow(2, -v.numbers[0].float)
	}
	return value{numbers: []number{{float: f}}}
}

// comment reads a text that begins with eight bytes for its encoding.
func comment(raw []byte, order binary.ByteOrder) string {
	if len(raw) < 8 {
		return ""
	}
	text := raw[8:]
	switch strings.TrimRight(string(raw[:8]), "\x00 ") {
	case "ASCII", "":
		return ascii(text)
	case "UNICODE":
		switch {
		case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
			return wide(text[2:], binary.LittleEndian)
		case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
			return wide(text[2:], binary.BigEndian)
		}
		return wide(text, order)
	case "JIS":
		return tags.Size(len(text))
	}
	return ascii(raw)
}

func version(raw []byte) string {
	for _, b := range raw {
		if b < '0' || b > '9' {
			return ascii(raw)
		}
	}
	return string(raw)
}

// components names the channels of a compressed picture.
func components(raw []byte) string {
	names := [...]string{"-", "Y", "Cb", "Cr", "R", "G", "B"}
	var out []string
	for _, b := range raw[:min(len(raw), 8)] {
		if int(b) < len(names) {
			out = append(out, names[b])
		}
	}
	return strings.Join(out, ", ")
}

// clock formats the hours, minutes and seconds of GPS.
func clock(v value) string {
	if len(v.numbers) != 3 {
		return v.plain()
	}
	h, m, s := v.numbers[0].float, v.numbers[1].float, v.numbers[2].float
	if math.IsNaN(h + m + s) {
		return ""
	}
	second := decimal(s)
	if s < 10 {
		second = "0" + second
	}
	return fmt.Sprintf("%02.0f:%02.0f:%s", h, m, second)
}

// position holds the GPS tags that addPosition turns into Position and Altitude.
var position = map[string]bool{
	"GPSLatitude": true, "GPSLatitudeRef": true, "GPSLongitude": true, "GPSLongitudeRef": true,
	"GPSAltitude": true, "GPSAltitudeRef": true,
}

func gpsOf(list []entry) map[string]value {
	out := map[string]value{}
	for _, e := range list {
		if e.group == "GPS" {
			out[nameOf(e)] = e.value()
		}
	}
	return out
}

// addPosition adds the position in decimal degrees, north and east positive, and
// the altitude in metres.
func addPosition(l *tags.List, gps map[string]value) {
	lat, ok := degrees(gps["GPSLatitude"], gps["GPSLatitudeRef"], "S", 90)
	long, ok2 := degrees(gps["GPSLongitude"], gps["GPSLongitudeRef"], "W", 180)
	if ok && ok2 {
		l.Add("GPS", "Position", fmt.Sprintf("%.6f, %.6f", lat, long))
	}
	height := gps["GPSAltitude"].numbers
	if len(height) != 1 || math.IsNaN(height[0].float) {
		return
	}
	sign := ""
	if ref := gps["GPSAltitudeRef"].numbers; len(ref) == 1 && ref[0].float == 1 && height[0].float > 0 {
		sign = "-"
	}
	l.Add("GPS", "Altitude", sign+decimal(math.Round(height[0].float*100)/100)+" m")
}

// degrees returns decimal degrees for degrees, minutes and seconds, of which the
// last two may be missing. Some telephones write the text
// `52,00000,50,00000,34,01180`. ok is false beyond most degrees.
func degrees(v, ref value, negative string, most float64) (sum float64, ok bool) {
	parts := v.numbers
	if len(parts) == 0 {
		parts = degreesOfText(v.text)
	}
	if len(parts) == 0 || len(parts) > 3 {
		return 0, false
	}
	unit := 1.0
	for i, p := range parts {
		f := p.float
		if math.IsNaN(f) {
			if i == 0 {
				return 0, false
			}
			f = 0
		}
		sum += f * unit
		unit /= 60
	}
	if strings.HasPrefix(strings.ToUpper(ref.text), negative) {
		sum = -sum
	}
	return sum, math.Abs(sum) <= most
}

func degreesOfText(s string) []number {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == ' ' })
	if len(fields) == 6 { // decimal commas
		fields = []string{fields[0] + "." + fields[1], fields[2] + "." + fields[3], fields[4] + "." + fields[5]}
	}
	if len(fields) > 3 {
		return nil
	}
	var out []number
	for _, f := range fields {
		var n number
		if _, err := fmt.Sscanf(f, "%g", &n.float); err != nil {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// Orientation returns how a picture must be turned to be upright: 1 to 8 as in
// EXIF, 1 if the picture does not say.
func Orientation(data []byte) int {
	found := scan(formatOf(data), data)
	for _, e := range entries(found.exif) {
		if e.group == "EXIF" && exifNames[e.id] == "Orientation" && len(e.raw) >= 2 {
			if n := int(newWalker(found.exif).order.Uint16(e.raw)); n >= 1 && n <= 8 {
				return n
			}
		}
	}
	return 1
}
