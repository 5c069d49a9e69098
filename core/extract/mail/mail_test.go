package mail

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"ibid/core"
	"ibid/core/extract/extracttest"
)

func sample(t testing.TB, name string) core.Input {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/kinds/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return core.Input{Name: name, Kind: core.KindMail, Data: data}
}

func read(t testing.TB, data string) extracttest.Reading {
	t.Helper()
	r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "a.eml", Data: []byte(data)})
	if err != nil {
		t.Fatal(err)
	}
	extracttest.Check(t, r)
	return r
}

func TestLetterIsOnePage(t *testing.T) {
	r := extracttest.Conform(t, Extractor{}, sample(t, "letter.eml"))
	want := extracttest.Reading{
		Pages: []core.Page{{Index: 1, Text: `From: Käthe Brandt <k.brandt@hafenamt.example>
To: Aoife Marchbank <a.marchbank@icb.example>, Rhona Tulloch <harbour@ardmouth.example>
Date: Tue, 12 Mar 2024 08:14:02 +0100
Subject: Pegelstände während der Baggerung 1973/74

Sehr geehrte Frau Marchbank,

anbei die Pegelstände für Januar 1974. Der höchste Wasserstand während der
Baggerung wurde am 23. Januar mit 6,11 m gemessen; die Trübung nahm danach ab.

Mit freundlichen Grüßen
Käthe Brandt, Hafenamt

Attachment: Pegelstände-1974.csv (480 bytes)`}},
		Layouts:  []core.Layout{{Page: 1, Headings: []core.Heading{{Level: 1, Title: "Pegelstände während der Baggerung 1973/74", Line: -1}}}},
		Metadata: core.Metadata{Title: "Pegelstände während der Baggerung 1973/74", Author: "Käthe Brandt"},
	}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
}

func TestMailboxIsAPageForEveryMessage(t *testing.T) {
	r := extracttest.Conform(t, Extractor{}, sample(t, "list.mbox"))
	want := []string{`From: Ines Okafor <ines.okafor@icb.example>
To: kelp-list@icb.example
Date: Mon, 4 Mar 2024 09:12:44 +0000
Subject: [kelp] Depth limit after the storms

Dear all,

the transects of February are in. The depth limit at Hollin Skerry is back
at 8.5 m, where it was before the dredging. 
From the plume maps I would have expected less.

Has anybody counted at Mill Rock?`, `From: Daniel Pryce-Amado <dan@icb.example>
To: kelp-list@icb.example
Date: Sat, 9 Mar 2024 17:40:02 +0000
Subject: Re: [kelp] Depth limit after the storms

Diver’s count at Mill Rock, 9 March:

- 7 m: 31 plants
- 8 m: 4 plants

depth | plants
9 m | 0

From here on the slope is bare rock.
Daniel`, `From: Rhona Tulloch <harbour@ardmouth.example>
To: kelp-list@icb.example
Date: Mon, 11 Mar 2024 07:01:30 +0000
Subject: Fwd: notice to mariners

For those who dive this week. The quoted line was in the notice:

>From 14 March, 06:00, the inner sound is closed.

Rhona

Attached message:
From: Port Control <control@ardmouth.example>
Date: Sun, 10 Mar 2024 15:00:00 +0000
Subject: Notice 7/2024

Survey vessel Ada II will run lines across the inner sound at high water.

Attachment: notice-7.pdf (19 bytes)`}
	var got, subjects []string
	for i, p := range r.Pages {
		got, subjects = append(got, p.Text), append(subjects, r.Layouts[i].Headings[0].Title)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantSubjects := []string{"[kelp] Depth limit after the storms", "Re: [kelp] Depth limit after the storms", "Fwd: notice to mariners"}
	if diff := cmp.Diff(wantSubjects, subjects); diff != "" || r.Metadata.Title+r.Metadata.Author != "" {
		t.Errorf("metadata %+v\n%s", r.Metadata, diff)
	}
}

func TestMailboxIsDividedAtEnvelopesOnly(t *testing.T) {
	const first = "From a@b Mon Mar  4 09:12:44 2024\nSubject: 1\n\n"
	tests := map[string]struct {
		data string
		want int
	}{
		"one message":                   {first + "text\n", 1},
		"no blank line before":          {first + "text\nFrom a@b Mon Mar  4 09:12:44 2024\nSubject: 2\n\n", 1},
		"no header behind":              {first + "text\n\nFrom Monday 09:12 on we wait.\nYours\n", 1},
		"no time":                       {first + "text\n\nFrom here on\nNote: nothing\n", 1},
		"a second one":                  {first + "text\n\nFrom - Mon Mar 04 09:12:44 2024\nSubject: 2\n\nb", 2},
		"CRLF":                          {strings.ReplaceAll(first+"a\n\nFrom x 09:12\nSubject: 2\n", "\n", "\r\n"), 2},
		"a quoted envelope above it":    {first + "a\n\nFrom x 09:12\n>From y 09:11\nSubject: 2\n", 2},
		"an empty message":              {first + "From x 09:12\nSubject: 2\n\nb", 2},
		"messages without a text":       {strings.Repeat(first, 5), 5},
		"a mailbox with more than most": {strings.Repeat(first, maxMessages+2), maxMessages + 1},
	}
	for name, tt := range tests {
		r := read(t, tt.data)
		if len(r.Pages) != tt.want {
			t.Errorf("%s: %d pages, want %d", name, len(r.Pages), tt.want)
		}
		if last := r.Pages[len(r.Pages)-1]; (last.Note != "") != (tt.want > maxMessages) {
			t.Errorf("%s: note %q", name, last.Note)
		}
	}
}

// message writes one with a header of its own and the given fields.
func message(fields, body string) string { return "Subject: s\n" + fields + "\n" + body }

func TestBodiesAreDecoded(t *testing.T) {
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	tests := map[string]struct{ fields, body, want string }{
		"no fields at all":       {"", "text\n", "text"},
		"the charset it names":   {"Content-Type: text/plain; charset=koi8-r\n", "\xd2\xcf", "ро"},
		"Japanese mail":          {"Content-Type: text/plain; charset=iso-2022-jp\n", "\x1b$B3$\x1b(B", "海"},
		"the charset it has":     {"Content-Type: text/plain; charset=us-ascii\n", "Gr\xfc\xdfe", "Grüße"},
		"a type that is broken":  {"Content-Type: text/plain; charset=windows-1251; charset=\n", "\xef\xf0", "пр"},
		"a stray sign of equals": {"Content-Transfer-Encoding: quoted-printable\n", "a = b=C3=BC =zz so=  \nft", "a = bü =zz soft"},
		"base64 with rubbish":    {"Content-Transfer-Encoding: BASE64\n", "!" + b64("the kelp is back")[:8] + "\r\n*" + b64("the kelp is back")[8:], "the kelp is back"},
		"base64 that breaks off": {"Content-Transfer-Encoding: base64\n", b64("the kelp is back")[:13], "the kelp "},
		"flowed":                 {"Content-Type: text/plain; format=flowed\n", "one \ntwo\n> q1 \n> q2\n>> deep \nback\n-- \nme", "one two\n> q1 q2\n>> deep \nback\n-- \nme"},
		"flowed without blanks":  {"Content-Type: text/plain; format=flowed; delsp=yes\n", "Tide \nnhub", "Tidenhub"},
		"HTML names its charset": {"Content-Type: text/html\n", "<meta charset=koi8-r><p>\xd2\xcf", "ро"},
		"half a type":            {"Content-Type: text\n", "hi", "hi"},
	}
	for name, tt := range tests {
		r := read(t, message(tt.fields, tt.body))
		if got := strings.TrimPrefix(r.Pages[0].Text, "Subject: s\n\n"); got != tt.want || r.Pages[0].Note != "" {
			t.Errorf("%s: got %q (%s), want %q", name, got, r.Pages[0].Note, tt.want)
		}
	}
}

// parts writes a multipart of the given parts.
func parts(form string, list ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=%s\n\n", form, form)
	for _, p := range list {
		fmt.Fprintf(&b, "--%s\n%s\n", form, p)
	}
	return b.String() + "--" + form + "--\n"
}

func TestPartsArePutTogether(t *testing.T) {
	const (
		text  = "Content-Type: text/plain\n\nplain words"
		html  = "Content-Type: text/html\n\n<p>rich words"
		image = "Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\nAAAA"
	)
	nested := text
	for range 5 {
		nested = "Content-Type: message/rfc822\n\nSubject: inner\n" + nested
	}
	tests := map[string]struct{ in, want, note string }{
		"plain text is taken":        {parts("alternative", html, text), "plain words", ""},
		"else the richest":           {parts("alternative", "Content-Type: text/plain\n\n \n", parts("related", html, image)), "rich words\n\nAttachment: a.png (3 bytes)", ""},
		"all parts of a mixed one":   {parts("mixed", text, image, html), "plain words\n\nrich words\n\nAttachment: a.png (3 bytes)", ""},
		"an attached text":           {parts("mixed", "Content-Disposition: attachment; filename=\"=?utf-8?q?f=C3=BCr.txt?=\"\n\nabc"), "Attachment: für.txt (3 bytes)", ""},
		"a boundary that got lost":   {strings.TrimSuffix(parts("mixed", text), "--mixed--\n"), "plain words", ""},
		"a part without a header":    {parts("mixed", "\nwords"), "words", ""},
		"no parts":                   {"Content-Type: multipart/mixed; boundary=x\n\nwords", "", "a part breaks off"},
		"encrypted":                  {parts("encrypted", "Content-Type: application/pgp-encrypted\n\nVersion: 1"), "Attachment: application/pgp-encrypted (10 bytes)", "its words are encrypted"},
		"a digest":                   {parts("digest", "\nSubject: one\n\nfirst"), "Attached message:\nSubject: one\n\nfirst", ""},
		"messages in each other":     {nested, strings.Repeat("Attached message:\nSubject: inner\n\n", 3) + "Attachment: inner (97 bytes)", ""},
		"a charset nobody knows":     {"Content-Type: text/plain; charset=x-none\n\nwords", "words", `a text could not be read as it is meant: charset "x-none" is not known`},
		"an image alone":             {image, "Attachment: a.png (3 bytes)", ""},
		"names without their blanks": {parts("mixed", "Content-Type: application/pdf; name=a b.pdf\n\nx"), "Attachment: a (1 bytes)", ""},
	}
	for name, tt := range tests {
		r := read(t, "Subject: s\n"+tt.in)
		got := strings.TrimPrefix(strings.TrimPrefix(r.Pages[0].Text, "Subject: s"), "\n\n")
		if got != tt.want || r.Pages[0].Note != tt.note {
			t.Errorf("%s: got %q (%s), want %q (%s)", name, got, r.Pages[0].Note, tt.want, tt.note)
		}
	}
}

func TestHostileMessagesAreBounded(t *testing.T) {
	deep := "x"
	for i := range 200 {
		deep = parts(fmt.Sprintf("x-%d", i), deep)
	}
	tests := map[string]struct{ in, note string }{
		"parts":        {parts("mixed", slicesRepeat("\na", 5*maxParts)...), "parts over the bounds were left out"},
		"depth":        {deep, "parts over the bounds were left out"},
		"text":         {"\n" + strings.Repeat("word\n", maxText), "text over 4 MB was left out"},
		"alternatives": {parts("alternative", slicesRepeat("Content-Type: text/html\n\n"+strings.Repeat("word ", 2000), 500)...), ""},
		"fields":       {strings.Repeat("X-A: b\n", 10*maxFields) + "\n", ""},
		"a long field": {"To: " + strings.Repeat("a@b.example,\n ", 100_000) + "\n", ""},
		"open tags":    {"Content-Type: text/html\n\n" + strings.Repeat("<div><ul><li>", 100_000), ""},
	}
	for name, tt := range tests {
		r := read(t, "Subject: s\n"+tt.in)
		if p := r.Pages[0]; p.Note != tt.note || len(p.Text) > maxText+4*maxValue {
			t.Errorf("%s: %d bytes, note %q, want %q", name, len(p.Text), p.Note, tt.note)
		}
	}
}

func slicesRepeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

func TestWordsOfHTML(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"paragraphs":           {"<h1>Tide</h1><p>one\n two</p><p>three", "Tide\n\none two\n\nthree"},
		"lines":                {"a<br>b<br><br>c<div>d</div><div><br></div><div>e</div>", "a\nb\n\nc\nd\n\ne"},
		"words in pieces":      {"sub<b>merged</b> <i>kelp</i>.", "submerged kelp."},
		"a list":               {"<ul><li>one</li><li>two<ul><li>three</ul></ul>", "- one\n- two\n\n- three"},
		"a table":              {"<table><tr><td>a<td>b</tr><tr><td> c </td><td>d</td></tr></table>", "a | b\nc | d"},
		"as it is typed":       {"<pre>a  b\n  c</pre>d", "a  b\n  c\n\nd"},
		"nothing of a script":  {"<style>p{}</style>a<script>if (a<b) {}</script>b", "ab"},
		"nothing that hides":   {"<div style='DISPLAY: none'><div>x</div>y</div><span hidden>z</span>a", "a"},
		"a hidden void tag":    {"<img style='display:none'>a", "a"},
		"what a picture shows": {"<img alt='a chart of depths'>", "a chart of depths"},
		"signs by name":        {"7 &lt; 8 &amp; 9&nbsp;m&#0;", "7 < 8 & 9 m\uFFFD"},
		"unfinished":           {"a <b", "a"},
	}
	for name, tt := range tests {
		if got := plain(tt.in); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}

func TestFilesThatAreNoMessageAreDamaged(t *testing.T) {
	for _, data := range []string{"Dear diary,\n\nSubject: none", "\x00\x01", "\n\nSubject: late"} {
		_, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "a.eml", Data: []byte(data)})
		var f *core.FileError
		if !errors.As(err, &f) || f.State != core.StateDamaged {
			t.Errorf("%q: got %v, want damaged", data, err)
		}
	}
}

func FuzzExtract(f *testing.F) {
	for _, name := range []string{"letter.eml", "list.mbox"} {
		f.Add(sample(f, name).Data)
	}
	f.Add([]byte("A: =?x?q?=00?=\nContent-Type: multipart/alternative; boundary=\"a\nb\"\n\n--a b\nContent-Type: text/html\n\n<pre>\r<td hidden>&#13;<li>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := extracttest.Read(context.Background(), Extractor{}, core.Input{Name: "a.eml", Data: bytes.Clone(data)})
		extracttest.Fate(t, "message", err)
		if err == nil {
			extracttest.Check(t, r)
		}
		if s := plain(string(data)); utf8.Valid(data) && !utf8.ValidString(s) {
			t.Fatalf("%q became %q", data, s)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	for _, name := range []string{"letter.eml", "list.mbox"} {
		b.Run(name, func(b *testing.B) {
			in := sample(b, name)
			b.SetBytes(int64(len(in.Data)))
			for b.Loop() {
				if _, err := extracttest.Read(context.Background(), Extractor{}, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestSamplesReadAsTheirGoldenFiles(t *testing.T) { // X4
	for _, name := range []string{"letter.eml", "list.mbox"} {
		extracttest.Golden(t, Extractor{}, sample(t, name))
	}
}
