package serve_test

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"ibid/app/door"
	"ibid/app/door/mcp"
	"ibid/app/door/serve"
)

// TestAnswersAreAsDescribed holds every answer of REST against the description
// that is served, and a problem too.
func TestAnswersAreAsDescribed(t *testing.T) { // R0.6
	h := open(t, door.Times{})
	_, _, served, err := send(h.request(t, http.MethodGet, "/api/v1/openapi.json", ""))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(served))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("openapi.json", value); err != nil {
		t.Fatal(err)
	}
	holds := func(name, pointer, answer string) {
		s, err := compiler.Compile("openapi.json#" + pointer)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(answer))
		if err == nil {
			err = s.Validate(v)
		}
		if err != nil {
			t.Errorf("%s: %v\n%.500s", name, err, answer)
		}
	}
	for _, route := range serve.Routes(h.engine, slog.New(slog.DiscardHandler)) {
		if strings.HasSuffix(route.Pattern, " "+mcp.Path) {
			continue
		}
		method, path, body := h.samples(route.Pattern)
		_, head, answer, err := send(h.request(t, method, path, body))
		if err != nil {
			t.Fatal(err)
		}
		_, template, _ := strings.Cut(route.Pattern, " ")
		at := "/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(template) + "/" + strings.ToLower(method)
		if head.Get("Content-Type") == "application/json" {
			holds(route.Pattern, at+"/responses/200/content/application~1json/schema", answer)
		}
		if method == http.MethodPost {
			holds(route.Pattern, at+"/requestBody/content/application~1json/schema", body)
		}
	}
	_, _, refused, err := send(h.request(t, http.MethodGet, "/api/v1/documents/999999", ""))
	if err != nil {
		t.Fatal(err)
	}
	holds("a problem", "/components/schemas/Problem", refused)
}

func TestWhatIsKnownIsNotSentTwice(t *testing.T) {
	h := open(t, door.Times{})
	for _, path := range []string{"/api/v1/documents", "/api/v1/documents/1", "/api/v1/documents/1/pages/1", "/api/v1/documents/1/pages/1/thumbnail"} {
		status, head, _, err := send(h.request(t, http.MethodGet, path, ""))
		if err != nil || status != http.StatusOK || head.Get("ETag") == "" {
			t.Errorf("%s: %d %v %v", path, status, head, err)
		}
		again := h.request(t, http.MethodGet, path, "")
		again.Header.Set("If-None-Match", head.Get("ETag"))
		if status, _, body, err := send(again); err != nil || status != http.StatusNotModified || body != "" {
			t.Errorf("%s again: %d %q %v", path, status, body, err)
		}
	}
}

// Whatever stands where a number or a path should, nothing comes from outside the
// library, and the answer says so in its own form.
func TestAddressesDoNotLeadOut(t *testing.T) { // R0.6
	h := open(t, door.Times{})
	odd := []string{
		"..", "../..", "..%2f..%2f..%2fetc%2fpasswd", "%2e%2e/%2e%2e/etc/passwd", "....//....//etc/passwd", "..%5c..%5cetc", "%2fetc%2fpasswd", "/etc/passwd",
		"-1", "0", "00", "1e3", "0x1", "+1", "%31%00", "1%00", "1;2", "1,2", "999999999999999999999", "9223372036854775808", "NaN", "null", "%EF%BC%91",
		"1%20", "%0a1", "1.0", "*", "1?x=1", "~root", "file:%2f%2f%2fetc%2fpasswd",
	}
	sent := 0
	for _, name := range odd {
		for _, pattern := range []string{
			"/api/v1/documents/%", "/api/v1/documents/%/pages/1", "/api/v1/documents/1/pages/%", "/api/v1/documents/%/pages/1/image", "/api/v1/documents/1/pages/%/image",
			"/api/v1/documents/1/pages/%/thumbnail", "/api/v1/documents/%/pages/1/thumbnail", "/api/v1/documents/1/pages/1/image?size=%", "/%", "/api/v1/%", "/mcp/%",
			"/api/v1/context?source=field&line=1&path=%", "/api/v1/context?source=%&line=1&path=notes.md", "/api/v1/context?source=field&path=notes.md&line=1&archive_path=%",
			"/api/v1/context?source=field&path=notes.md&line=%", "/api/v1/context?source=field&path=notes.md&line=1&window=%", "/api/v1/documents?limit=%", "/api/v1/documents?offset=%", "/api/v1/search%",
		} {
			r := h.request(t, http.MethodGet, "/", "")
			target := strings.ReplaceAll(pattern, "%", name)
			r.URL.Opaque = target // as it stands, not made plain by the client
			status, head, body, err := send(r)
			if sent++; err != nil {
				t.Errorf("%s: %v", target, err)
				continue
			}
			if strings.Contains(body, "root:") || status >= 500 || status >= 300 && status < 400 {
				t.Errorf("%s: %d %.200s", target, status, body)
			}
			h.harmless(t, target, head, body)
		}
	}
	if t.Logf("%d requests", sent); sent < 500 {
		t.Errorf("only %d requests", sent)
	}
}
