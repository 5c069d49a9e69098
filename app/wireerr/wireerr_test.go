package wireerr

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"testing"
	"time"

	"ibid/app/config"
	"ibid/core"
	"ibid/core/codec"
	"ibid/core/ollama"
)

func TestErrorsKeepWhatTheyAre(t *testing.T) {
	settings := &config.Error{File: "config.toml", Line: 3, Key: "search.context_lines", Value: "-1", Want: "it takes a number", Err: fs.ErrNotExist}
	file := &core.FileError{State: core.StateDamaged, Reason: "cut short", Err: fmt.Errorf("read page 3: %w", io.ErrUnexpectedEOF)}
	tests := []error{
		errors.New("plain"),
		fmt.Errorf("show %q: %w", "a.pdf", core.ErrNotFound),
		fmt.Errorf("open: %w", &core.InUseError{Owner: core.Owner{PID: 7, Program: "ibid", Since: time.Unix(1e9, 5), Long: true}}),
		&core.AmbiguousError{Name: "notes.md", Candidates: []string{"a/notes.md", "b/notes.md"}},
		fmt.Errorf("context: %w", &core.BudgetError{Budget: 1, Minimum: 90}),
		fmt.Errorf("add: %w", file),
		fmt.Errorf("ask: %w", &core.WindowError{Model: "phi", Window: 2048, Needed: 3100, Room: 500}),
		fmt.Errorf("ask: %w", &ollama.Unusable{Reason: "it does not run", Advice: "start it with: ollama serve"}),
		&ollama.Failed{Model: "phi", Err: errors.New("the answer broke off")},
		fmt.Errorf("settings: %w", settings),
		errors.Join(fmt.Errorf("one: %w", context.Canceled), fmt.Errorf("two: %w", fs.ErrPermission)),
	}
	types, _ := Known()
	for _, in := range tests {
		out := crossed(t, Error{in}).Err
		if out == nil || out.Error() != in.Error() {
			t.Fatalf("%v became %v", in, out)
		}
		for _, s := range sentinels {
			if errors.Is(in, s) != errors.Is(out, s) {
				t.Errorf("%v: is %q: %v became %v", in, s, errors.Is(in, s), errors.Is(out, s))
			}
		}
		for _, typ := range types {
			before, after := reflect.New(typ), reflect.New(typ)
			if had := errors.As(in, before.Interface()); had != errors.As(out, after.Interface()) {
				t.Errorf("%v: as %s: %v became %v", in, typ, had, !had)
			} else if had && fmt.Sprintf("%+v", before.Elem().Elem()) != fmt.Sprintf("%+v", after.Elem().Elem()) {
				t.Errorf("%+v became %+v", before.Elem().Elem(), after.Elem().Elem())
			}
		}
	}
	if got := crossed(t, Error{}).Err; got != nil {
		t.Errorf("no error became %v", got)
	}
}

// crossed is v after it was written and read.
func crossed[T any](t *testing.T, v T) (out T) {
	t.Helper()
	data, err := codec.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	if err := codec.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestListsOfErrorsKeepTheirLength(t *testing.T) {
	for _, in := range []List{nil, {}, {io.EOF}, {fmt.Errorf("a.pdf: %w", fs.ErrNotExist), errors.New("b.pdf is a pipe")}} {
		out := crossed(t, in)
		if (out == nil) != (in == nil) || len(out) != len(in) {
			t.Fatalf("%#v became %#v", in, out)
		}
		for i := range in {
			if out[i].Error() != in[i].Error() || errors.Is(out[i], fs.ErrNotExist) != errors.Is(in[i], fs.ErrNotExist) {
				t.Errorf("%v became %v", in[i], out[i])
			}
		}
	}
}

// The cause of an error keeps what it is, to any depth that is met in practice,
// and no further than the codec's bound.
func TestCausesKeepWhatTheyAre(t *testing.T) {
	in := &core.FileError{State: core.StateDamaged, Err: &ollama.Failed{Model: "phi", Err: &config.Error{Key: "a.b", Err: fs.ErrPermission}}}
	var settings *config.Error
	if out := crossed(t, Error{in}).Err; !errors.As(out, &settings) || settings.Key != "a.b" || !errors.Is(settings, fs.ErrPermission) {
		t.Errorf("%v became %#v", in, out)
	}
}

// FuzzError wants hostile bytes to end in an error or a value.
func FuzzError(f *testing.F) {
	data, err := codec.Marshal(Error{fmt.Errorf("open: %w", &core.InUseError{Owner: core.Owner{PID: 7}})})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var e Error
		if codec.Unmarshal(data, &e) == nil && e.Err != nil {
			_ = e.Err.Error()
		}
	})
}
