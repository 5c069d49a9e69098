package query

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"ibid/core/text"
)

// corpus is a library of passages in memory.
type corpus []string

func (s corpus) Passages(context.Context) (int, error) { return len(s), nil }

func (s corpus) Frequency(_ context.Context, word string) (n int, err error) {
	for _, p := range s {
		if slices.Contains(text.Forms(p), word) {
			n++
		}
	}
	return n, nil
}

func (s corpus) WithPrefix(ctx context.Context, prefix string, limit int) (map[string]int, error) {
	found := make(map[string]int)
	for _, p := range s {
		for _, w := range text.Forms(p) {
			if strings.HasPrefix(w, prefix) && len(found) < limit {
				found[w], _ = s.Frequency(ctx, w)
			}
		}
	}
	return found, nil
}

func (s corpus) Sample(_ context.Context, word string, limit int) (passages int, words map[string]int, err error) {
	words = make(map[string]int)
	for _, p := range s {
		if forms := text.Forms(p); slices.Contains(forms, word) && passages < limit {
			passages++
			slices.Sort(forms)
			for _, w := range slices.Compact(forms) {
				words[w]++
			}
		}
	}
	return passages, words, nil
}

// A library in which auth, authentication and login are one matter, and author
// is another.
func library() corpus {
	s := corpus{
		"the auth module does authentication for every login", "login goes through auth and authentication",
		"authentication of a login token by auth", "auth checks the login and the password", "auth keeps a login for a day",
		"the author of the report signed it", "an author writes a chapter",
	}
	for _, topic := range []string{"kelp grows on rock", "the tide turns at noon", "sediment settles in the harbour", "a report on light"} {
		for range 10 {
			s = append(s, topic)
		}
	}
	return s
}

func TestRelatedWordsAreTheLibrarysOwn(t *testing.T) {
	// R2.1
	found, err := RelatedWords(t.Context(), library(), "auth")
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, r := range found {
		words = append(words, r.Word)
	}
	if !slices.Equal(words, []string{"authentication", "login"}) || !found[0].SamePrefix || found[1].SamePrefix {
		t.Errorf("got %+v", found)
	}
	if found, err = RelatedWords(t.Context(), library(), "authentication"); err != nil || len(found) == 0 || found[0].Word != "auth" {
		t.Errorf("of authentication: %+v, %v", found, err)
	}
	for _, word := range []string{"nowhere", "the", ""} {
		if found, err := RelatedWords(t.Context(), library(), word); err != nil || len(found) > 0 {
			t.Errorf("%q: %v, %v", word, found, err)
		}
	}
}

func TestInflectionsAreNoRelatedWords(t *testing.T) {
	for pair, want := range map[string]bool{
		"kelp kelp": true, "survey surveys": true, "survey surveyed": true, "study studies": true, "move moving": true,
		"auth authentication": false, "obese obesity": false, "as ass": false, "author auth": false,
	} {
		a, b, _ := strings.Cut(pair, " ")
		if isInflected(a, b) != want || isInflected(b, a) != want {
			t.Errorf("%s: want %v", pair, want)
		}
	}
}

func TestAnEmptyLibraryHasNoRelatedWords(t *testing.T) {
	if found, err := RelatedWords(t.Context(), corpus{}, "auth"); found != nil || err != nil {
		t.Errorf("got %v, %v", found, err)
	}
}

type broken struct{ corpus }

func (broken) Sample(context.Context, string, int) (int, map[string]int, error) {
	return 0, nil, errors.New("gone")
}

func TestRelatedWordsPassErrorsOn(t *testing.T) {
	if _, err := RelatedWords(t.Context(), broken{library()}, "auth"); err == nil {
		t.Error("no error")
	}
}
