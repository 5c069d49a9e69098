package store

import (
	"database/sql"
	"testing"

	"ibid/core"
)

func abbreviation(short, long string, page int) core.Abbreviation {
	return core.Abbreviation{Short: short, Long: long, ShortKey: short + "k", LongKey: long + "k", Page: page, Span: core.Span{Start: 3, End: 20}}
}

// X12: senses are counted over contents, and shown by the same one in whatever order they were read.
func TestSensesAreCountedByContents(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	ko, kelp, msl := abbreviation("KO", "knock-out", 4), abbreviation("KO", "kelp order", 1), abbreviation("MSL", "mean sea level", 2)
	stored(t, s, "a")
	stored(t, s, "b")
	stored(t, s, "c")
	must(t, s.PutAbbreviations(ctx, "a", 1, []core.Abbreviation{kelp, msl}))
	must(t, s.PutAbbreviations(ctx, "b", 1, []core.Abbreviation{ko}))
	later := ko
	later.Long, later.Page = "Knock-out", 9 // another spelling
	must(t, s.PutAbbreviations(ctx, "c", 1, []core.Abbreviation{later}))

	knock, order, level := core.Sense{Abbreviation: ko, Hash: "b", Contents: 2}, core.Sense{Abbreviation: kelp, Hash: "a", Contents: 1}, core.Sense{Abbreviation: msl, Hash: "a", Contents: 1}
	all, err := s.AllSenses(ctx)
	equal(t, "all", all, err, []core.Sense{knock, order, level})
	some, err := s.Senses(ctx, "KOk", "XYk")
	equal(t, "of a short form", some, err, []core.Sense{knock, order})
	some, err = s.SensesOfLong(ctx, "mean sea levelk", "knock-outk")
	equal(t, "of long forms", some, err, []core.Sense{knock, level})
	some, err = s.Senses(ctx)
	equal(t, "of nothing", some, err, nil)
	many := make([]string, maxKeys+1)
	many[maxKeys] = "KOk"
	some, err = s.Senses(ctx, many...)
	equal(t, "of more keys than one statement takes", some, err, []core.Sense{knock, order})

	must(t, s.Delete(ctx, "b"))
	some, err = s.Senses(ctx, "KOk")
	equal(t, "without the first content", some, err, []core.Sense{order, {Abbreviation: later, Hash: "c", Contents: 1}})
	must(t, s.PutAbbreviations(ctx, "c", 1, nil))
	some, err = s.SensesOfLong(ctx, "knock-outk")
	equal(t, "replaced by none", some, err, nil)
}

func TestContentsAreLookedThroughAgainAfterAChange(t *testing.T) {
	s := mustOpen(t, t.TempDir(), "e")
	without := func(what string, rules int, want ...core.Hash) {
		t.Helper()
		got, err := s.WithoutAbbreviations(ctx, rules)
		equal(t, what, got, err, want)
	}
	must(t, s.PutPages(ctx, "half", []core.Page{{Index: 1}}))
	stored(t, s, "h")
	without("a content without passages is not whole", 1, "h")
	must(t, s.PutAbbreviations(ctx, "h", 1, []core.Abbreviation{abbreviation("KO", "knock-out", 1)}))
	without("done", 1)
	without("other rules", 2, "h")
	must(t, s.PutScanned(ctx, "h", 4, []core.Page{{Index: 1, Text: "kelp"}}, nil, nil))
	without("OCR read more", 1, "h")
	must(t, s.PutAbbreviations(ctx, "h", 1, nil))
	must(t, s.PutPages(ctx, "h", []core.Page{{Index: 1}}))
	must(t, s.PutPassages(ctx, "h", 5, nil))
	without("read again", 1, "h")
}

// A store that was filled before there were abbreviations keeps its texts.
func TestOlderStoreGainsAbbreviations(t *testing.T) {
	dir := t.TempDir()
	s := mustOpen(t, dir, "e")
	stored(t, s, "h")
	must(t, s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("DROP TABLE abbreviations; DROP TABLE abbreviated")
		return err
	}))
	must(t, s.Close())
	s = mustOpen(t, dir, "e")
	if why := s.Rebuilt(); why != "" {
		t.Errorf("it was set aside: %s", why)
	}
	got, err := s.WithoutAbbreviations(ctx, 1)
	equal(t, "to be looked through", got, err, []core.Hash{"h"})
	must(t, s.PutAbbreviations(ctx, "h", 1, []core.Abbreviation{abbreviation("KO", "knock-out", 1)}))
	all, err := s.AllSenses(ctx)
	equal(t, "found", all, err, []core.Sense{{Abbreviation: abbreviation("KO", "knock-out", 1), Hash: "h", Contents: 1}})
}
