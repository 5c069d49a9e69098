package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// ragged is a PDF that MuPDF repairs and warns of: it has no cross-references,
// its stream is longer than it says, and one of its fonts is not there.
const ragged = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 50]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 99 0 R>>>>>>endobj\n" +
	"4 0 obj<</Length 3>>stream\nBT/F 12 Tf 10 20 Td(Kelp at six fathoms)Tj/G 12 Tf(lost)Tj/H 9 Tf(gone)Tj bogus ET Q Q Q\nendstream endobj\n" +
	"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R/Size 6>>\n%%EOF\n"

// raggedLibrary has such a file, not read yet.
func raggedLibrary(t *testing.T) (library, file string) {
	t.Helper()
	library = sampled(t)
	file = filepath.Join(t.TempDir(), "ragged.pdf")
	if err := os.WriteFile(file, []byte(ragged), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	if code := run(t.Context(), []string{"--library", library, "add", file}, &out, &log); code != exitDone {
		t.Fatalf("add: exit %d\n%s", code, &log)
	}
	return library, file
}

func TestAChatApplicationAsksOverStandardInput(t *testing.T) { // R1.5
	library, _ := raggedLibrary(t)
	c := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	s, err := c.Connect(t.Context(), &sdk.CommandTransport{Command: exec.Command("ibidctl", "--library", library, "mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: "read_source", Arguments: map[string]any{"locator": "ragged.pdf", "picture": true}})
	if err != nil || r.IsError || len(r.Content) != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Every line that the program writes to standard output is a message, whatever
// the library behind it prints while it reads and draws: MuPDF warns of the file.
func TestStandardOutputHoldsMessagesAlone(t *testing.T) { // R1.5
	library, file := raggedLibrary(t)
	if warned, err := exec.Command("mutool", "draw", "-o", os.DevNull, file).CombinedOutput(); err == nil && !bytes.Contains(warned, []byte("warning: ")) {
		t.Errorf("MuPDF does not warn of the file: %s", warned) // where its own tool is installed, it says so
	}
	if err := os.WriteFile(file, []byte(strings.Replace(ragged, "six", "ten", 1)), 0o600); err != nil { // read again at the start
		t.Fatal(err)
	}
	cmd := exec.Command("ibidctl", "--library", library, "mcp")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cmd.Stderr = &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	asked := 0
	send := func(method, rest string) {
		asked++
		if _, err := fmt.Fprintf(in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", asked, method, rest); err != nil {
			t.Fatal(err)
		}
	}
	const read = `{"name":"read_source","arguments":{"locator":"ragged.pdf","picture":true}}`
	send("initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`)
	if _, err := io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n"); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		send("tools/call", read)
	}
	answered, drawn := 0, false
	for lines := bufio.NewReader(out); answered < asked; {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatalf("after %d answers: %v\n%s", answered, err, &log)
		}
		var message struct {
			Version string          `json:"jsonrpc"`
			ID      json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal(line, &message); err != nil || message.Version != "2.0" {
			t.Fatalf("not a message: %.200q", line)
		}
		if message.ID != nil {
			answered++
		}
		drawn = drawn || bytes.Contains(line, []byte("ten fathoms")) && bytes.Contains(line, []byte("image/png"))
		if answered == asked && !drawn && asked < 10_000 { // it is still being read
			send("tools/call", read)
		}
	}
	if !drawn {
		t.Error("what was read again is not answered")
	}
	if err := in.Close(); err != nil {
		t.Error(err)
	}
	rest, err := io.ReadAll(out)
	if err != nil || len(bytes.TrimSpace(rest)) > 0 {
		t.Errorf("after the last answer: %q, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v\n%s", err, &log)
	}
	t.Logf("standard error:\n%s", &log)
}
