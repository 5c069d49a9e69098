package image

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// date is a time as EXIF and IPTC write it, with colons in the day.
var date = regexp.MustCompile(`^(\d{4}):(\d\d):(\d\d)(?:[ T](\d\d:\d\d.*))?$`)

// human returns a value as people write it: `1/125 s`, `f/5.6`, `50 mm`,
// `2008-10-22 16:28:39`.
func human(name string, v value) string {
	if words, ok := inWords[name]; ok {
		if n, ok := single(v); ok {
			if word := words[n]; word != "" {
				return word
			}
		}
	}
	switch name {
	case "Flash":
		if n, ok := single(v); ok {
			return flash(n)
		}
	case "LensInfo", "LensSpecification":
		return lens(v)
	}
	if f, ok := float(v); ok {
		switch name {
		case "ExposureTime", "ShutterSpeedValue":
			return exposure(f)
		case "FNumber", "ApertureValue", "MaxApertureValue":
			return "f/" + decimal(aperture(f))
		case "FocalLength", "FocalLengthIn35mmFormat", "FocalLengthIn35mmFilm":
			return decimal(math.Round(f*100)/100) + " mm"
		case "ExposureCompensation", "ExposureBiasValue":
			return signed(f) + " EV"
		case "SubjectDistance":
			return decimal(f) + " m"
		}
	}
	return dashed(v.plain())
}

func dashed(s string) string {
	if m := date.FindStringSubmatch(s); m != nil && len(s) < 64 {
		return strings.TrimRight(m[1]+"-"+m[2]+"-"+m[3]+" "+m[4], " ")
	}
	return s
}

// single returns the value of a tag that holds one whole number, as a number or
// as text.
func single(v value) (int, bool) {
	if len(v.numbers) == 1 && v.numbers[0].float == math.Trunc(v.numbers[0].float) {
		return int(v.numbers[0].float), true
	}
	n, err := strconv.Atoi(v.text)
	return n, err == nil && len(v.numbers) == 0
}

// float returns the value of a tag that holds one number, as a number or as text.
func float(v value) (float64, bool) {
	if len(v.numbers) == 1 {
		f := v.numbers[0].float
		return f, !math.IsNaN(f) && !math.IsInf(f, 0)
	}
	f, err := strconv.ParseFloat(v.text, 64)
	return f, err == nil && len(v.numbers) == 0 && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// exposure formats a time in seconds, as a fraction up to 1/4 s.
func exposure(f float64) string {
	if f > 0 && f < 0.25001 {
		return fmt.Sprintf("1/%.0f s", 1/f)
	}
	return decimal(math.Round(f*10)/10) + " s"
}

// aperture rounds an f-number as on a lens: to one decimal, below f/1 to two.
func aperture(f float64) float64 {
	if f < 1 {
		return math.Round(f*100) / 100
	}
	return math.Round(f*10) / 10
}

func signed(f float64) string {
	f = math.Round(f*100) / 100
	if f > 0 {
		return "+" + decimal(f)
	}
	return decimal(f)
}

// lens formats the range of a lens: shortest and longest focal length, and the
// widest aperture at each.
func lens(v value) string {
	if v.text != "" {
		v.numbers = nil
		for _, f := range strings.Fields(v.text) {
			n, err := strconv.ParseFloat(f, 64)
			if err != nil {
				n = math.NaN()
			}
			v.numbers = append(v.numbers, number{float: n})
		}
	}
	if len(v.numbers) != 4 {
		return v.plain()
	}
	span := func(a, b number) string {
		if math.IsNaN(a.float) || a.float == b.float || math.IsNaN(b.float) {
			return decimal(math.Round(a.float*100) / 100)
		}
		return decimal(math.Round(a.float*100)/100) + "-" + decimal(math.Round(b.float*100)/100)
	}
	out := span(v.numbers[0], v.numbers[1]) + " mm"
	if a := v.numbers[2].float; !math.IsNaN(a) && a > 0 {
		out += " f/" + span(v.numbers[2], v.numbers[3])
	}
	return out
}

// flash reads the bits of the tag Flash (EXIF 2.32, 4.6.5).
func flash(n int) string {
	if n&0x20 != 0 {
		return "No flash function"
	}
	out := "Did not fire"
	if n&1 != 0 {
		out = "Fired"
	}
	switch n >> 3 & 3 {
	case 1:
		out += ", compulsory"
	case 2:
		out += ", suppressed"
	case 3:
		out += ", auto mode"
	}
	switch n >> 1 & 3 {
	case 2:
		out += ", return not detected"
	case 3:
		out += ", return detected"
	}
	if n&0x40 != 0 {
		out += ", red-eye reduction"
	}
	return out
}

// inWords maps the numbers of some tags to their meaning in words.
var inWords = map[string]map[int]string{
	"Orientation": {1: "Horizontal (normal)", 2: "Mirrored horizontally", 3: "Rotated 180°", 4: "Mirrored vertically",
		5: "Mirrored horizontally, rotated 270° clockwise", 6: "Rotated 90° clockwise",
		7: "Mirrored horizontally, rotated 90° clockwise", 8: "Rotated 270° clockwise"},
	"ResolutionUnit":           {1: "none", 2: "inches", 3: "cm"},
	"FocalPlaneResolutionUnit": {1: "none", 2: "inches", 3: "cm", 4: "mm", 5: "µm"},
	"YCbCrPositioning":         {1: "Centered", 2: "Co-sited"},
	"ExposureProgram": {0: "Not defined", 1: "Manual", 2: "Program", 3: "Aperture priority", 4: "Shutter priority",
		5: "Creative (slow)", 6: "Action (fast)", 7: "Portrait", 8: "Landscape", 9: "Bulb"},
	"MeteringMode": {0: "Unknown", 1: "Average", 2: "Center-weighted average", 3: "Spot", 4: "Multi-spot", 5: "Multi-segment",
		6: "Partial", 255: "Other"},
	"LightSource": {0: "Unknown", 1: "Daylight", 2: "Fluorescent", 3: "Tungsten", 4: "Flash", 9: "Fine weather", 10: "Cloudy",
		11: "Shade", 12: "Daylight fluorescent", 13: "Day white fluorescent", 14: "Cool white fluorescent",
		15: "White fluorescent", 17: "Standard light A", 18: "Standard light B", 19: "Standard light C", 20: "D55",
		21: "D65", 22: "D75", 23: "D50", 24: "ISO studio tungsten", 255: "Other"},
	"ColorSpace":           {1: "sRGB", 2: "Adobe RGB", 65535: "Uncalibrated"},
	"SensingMethod":        {1: "Not defined", 2: "One-chip color area", 3: "Two-chip color area", 4: "Three-chip color area", 5: "Color sequential area", 7: "Trilinear", 8: "Color sequential linear"},
	"FileSource":           {1: "Film scanner", 2: "Reflection print scanner", 3: "Digital camera"},
	"SceneType":            {1: "Directly photographed"},
	"CustomRendered":       {0: "Normal", 1: "Custom"},
	"ExposureMode":         {0: "Auto", 1: "Manual", 2: "Auto bracket"},
	"WhiteBalance":         {0: "Auto", 1: "Manual"},
	"SceneCaptureType":     {0: "Standard", 1: "Landscape", 2: "Portrait", 3: "Night"},
	"GainControl":          {0: "None", 1: "Low gain up", 2: "High gain up", 3: "Low gain down", 4: "High gain down"},
	"Contrast":             {0: "Normal", 1: "Low", 2: "High"},
	"Saturation":           {0: "Normal", 1: "Low", 2: "High"},
	"Sharpness":            {0: "Normal", 1: "Soft", 2: "Hard"},
	"SubjectDistanceRange": {0: "Unknown", 1: "Macro", 2: "Close", 3: "Distant"},
	"SensitivityType":      {0: "Unknown", 1: "Standard output sensitivity", 2: "Recommended exposure index", 3: "ISO speed"},
	"Compression": {1: "Uncompressed", 2: "CCITT 1D", 3: "CCITT group 3", 4: "CCITT group 4", 5: "LZW", 6: "JPEG (old-style)",
		7: "JPEG", 8: "Deflate", 32773: "PackBits", 32946: "Deflate"},
	"PhotometricInterpretation": {0: "White is zero", 1: "Black is zero", 2: "RGB", 3: "Palette", 4: "Transparency mask", 5: "CMYK", 6: "YCbCr", 8: "CIELab"},
	"PlanarConfiguration":       {1: "Chunky", 2: "Planar"},
}
