package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ibid/core"
	"ibid/core/codec"
	"ibid/core/sqlite"
)

const (
	pageColumns    = "p.page, p.label, p.ocr, p.note, p.text, p.annotations, coalesce((SELECT seen FROM pictured s WHERE s.content = p.content AND s.page = p.page), 0)"
	passageColumns = "p.ordinal, p.page, p.first, p.last, p.words, p.section, p.spans, p.heading, p.left, p.right"
)

// statements are the prepared statements for reading: one search reads hundreds
// of passages.
type statements struct {
	known, pages, page, layouts, layout, passages, passage, outline, code *sql.Stmt
}

func (q *statements) all() []struct {
	stmt **sql.Stmt
	text string
} {
	of := func(columns, table, rest string) string {
		return "SELECT " + columns + " FROM contents c JOIN " + table + " p ON p.content = c.id WHERE c.hash = ? " + rest
	}
	return []struct {
		stmt **sql.Stmt
		text string
	}{
		{&q.known, "SELECT 1 FROM contents WHERE hash = ?"},
		{&q.pages, of(pageColumns, "pages", "ORDER BY p.page")},
		{&q.page, of(pageColumns, "pages", "AND p.page = ?")},
		{&q.layouts, of("p.layout", "layouts", "ORDER BY p.page")},
		{&q.layout, of("p.layout", "layouts", "AND p.page = ?")},
		{&q.passages, of(passageColumns, "passages", "ORDER BY p.ordinal")},
		{&q.passage, of(passageColumns, "passages", "AND p.ordinal = ?")},
		{&q.code, of("p.code", "code", "")},
		{&q.outline, "SELECT outline FROM contents WHERE hash = ?"},
	}
}

func (q *statements) prepare(db *sql.DB) (err error) {
	for _, s := range q.all() {
		if *s.stmt, err = db.Prepare(s.text); err != nil {
			return err
		}
	}
	return nil
}

func (q *statements) close() error {
	var errs []error
	for _, s := range q.all() {
		if *s.stmt != nil {
			errs = append(errs, (*s.stmt).Close())
		}
	}
	return errors.Join(errs...)
}

// list runs a query for all rows of a content. The result is empty for a known
// content without rows; the error wraps core.ErrNotFound for an unknown content.
func list[T any](ctx context.Context, s *Store, query *sql.Stmt, hash core.Hash, scan func(sqlite.Row) (T, error)) ([]T, error) {
	all, err := sqlite.All(scan)(query.QueryContext(ctx, hash))
	if err != nil || all != nil {
		return all, err
	}
	return nil, s.mustKnow(ctx, hash)
}

func (s *Store) mustKnow(ctx context.Context, hash core.Hash) error {
	var one int
	err := s.get.known.QueryRowContext(ctx, hash).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return core.ErrNotFound
	}
	return err
}

// Pages returns all pages of a content in order, or an error that wraps
// core.ErrNotFound if the content is not stored.
func (s *Store) Pages(ctx context.Context, hash core.Hash) ([]core.Page, error) {
	pages, err := list(ctx, s, s.get.pages, hash, scanPage)
	if err != nil {
		return nil, fmt.Errorf("read pages of %q: %w", hash, err)
	}
	return pages, nil
}

// Page returns the page with the 1-based index, or an error that wraps
// core.ErrNoSuchPage or core.ErrNotFound.
func (s *Store) Page(ctx context.Context, hash core.Hash, index int) (core.Page, error) {
	key, changes := pageKey{hash, index}, s.db.Changes()
	if page, known := s.pages.find(key, changes); known {
		return page, nil
	}
	page, err := scanPage(s.get.page.QueryRowContext(ctx, hash, index))
	if err != nil {
		return core.Page{}, fmt.Errorf("read page %d of %q: %w", index, hash, s.missing(ctx, hash, err, core.ErrNoSuchPage))
	}
	s.pages.keep(key, changes, page)
	return page, nil
}

// missing returns err unless it is sql.ErrNoRows. Then it returns lacks if the
// content is stored, else an error that wraps core.ErrNotFound.
func (s *Store) missing(ctx context.Context, hash core.Hash, err, lacks error) error {
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if err := s.mustKnow(ctx, hash); err != nil {
		return err
	}
	return lacks
}

func scanPage(row sqlite.Row) (p core.Page, err error) {
	err = row.Scan(&p.Index, &p.Label, &p.OCR, &p.Note, &p.Text, &p.Annotations, &p.Seen)
	return p, err
}

// Layouts returns the layouts of a content in the order of its pages; empty
// before the structure pass.
func (s *Store) Layouts(ctx context.Context, hash core.Hash) ([]core.Layout, error) {
	layouts, err := list(ctx, s, s.get.layouts, hash, scanLayout)
	if err != nil {
		return nil, fmt.Errorf("read layouts of %q: %w", hash, err)
	}
	return layouts, nil
}

// Layout returns the layout of the page with the 1-based index, or an error
// that wraps core.ErrNoSuchPage, also when there is none yet, or core.ErrNotFound.
func (s *Store) Layout(ctx context.Context, hash core.Hash, page int) (core.Layout, error) {
	layout, err := scanLayout(s.get.layout.QueryRowContext(ctx, hash, page))
	if err != nil {
		return core.Layout{}, fmt.Errorf("read layout of page %d of %q: %w", page, hash, s.missing(ctx, hash, err, core.ErrNoSuchPage))
	}
	return layout, nil
}

func scanLayout(row sqlite.Row) (core.Layout, error) {
	var blob sql.RawBytes
	if _, direct := row.(*sql.Row); direct {
		// The bytes of a single row cannot be borrowed.
		var own []byte
		if err := row.Scan(&own); err != nil {
			return core.Layout{}, err
		}
		blob = own
	} else if err := row.Scan(&blob); err != nil {
		return core.Layout{}, err
	}
	return codec.UnpackLayout(blob)
}

// Passages returns all passages of a content in order.
func (s *Store) Passages(ctx context.Context, hash core.Hash) ([]core.Passage, error) {
	passages, err := list(ctx, s, s.get.passages, hash, scanPassage)
	if err != nil {
		return nil, fmt.Errorf("read passages of %q: %w", hash, err)
	}
	return passages, nil
}

// Passage returns the passage with the 0-based ordinal, or an error that wraps
// core.ErrNotFound.
func (s *Store) Passage(ctx context.Context, hash core.Hash, ordinal int) (core.Passage, error) {
	passage, err := scanPassage(s.get.passage.QueryRowContext(ctx, hash, ordinal))
	if err != nil {
		return core.Passage{}, fmt.Errorf("read passage %d of %q: %w", ordinal, hash, s.missing(ctx, hash, err, core.ErrNotFound))
	}
	return passage, nil
}

func scanPassage(row sqlite.Row) (p core.Passage, err error) {
	var spans []byte
	if err := row.Scan(&p.Ordinal, &p.Page, &p.Lines[0], &p.Lines[1], &p.Words, &p.Section, &spans, &p.Heading, &p.Columns[0], &p.Columns[1]); err != nil {
		return core.Passage{}, err
	}
	p.Spans, err = codec.UnpackSpans(spans)
	return p, err
}

// Outline returns the table of contents of a content; nil if it has none.
func (s *Store) Outline(ctx context.Context, hash core.Hash) ([]core.OutlineEntry, error) {
	var blob []byte
	err := s.get.outline.QueryRowContext(ctx, hash).Scan(&blob)
	if errors.Is(err, sql.ErrNoRows) {
		err = core.ErrNotFound
	}
	var outline []core.OutlineEntry
	if err == nil {
		outline, err = codec.UnpackOutline(blob)
	}
	if err != nil {
		return nil, fmt.Errorf("read outline of %q: %w", hash, err)
	}
	return outline, nil
}

// Code returns the syntax of a source file; it is empty before the structure pass
// and for other kinds. The error wraps core.ErrNotFound if the content is not
// stored.
func (s *Store) Code(ctx context.Context, hash core.Hash) (core.Code, error) {
	var blob []byte
	var code core.Code
	err := s.get.code.QueryRowContext(ctx, hash).Scan(&blob)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		err = s.mustKnow(ctx, hash)
	case err == nil:
		code, err = codec.UnpackCode(blob)
	}
	if err != nil {
		return core.Code{}, fmt.Errorf("read syntax of %q: %w", hash, err)
	}
	return code, nil
}

// Generations returns the contents whose pages and passages are stored, each with
// the generation of its index batch.
func (s *Store) Generations(ctx context.Context) (map[core.Hash]uint64, error) {
	all := make(map[core.Hash]uint64)
	_, err := sqlite.All(func(row sqlite.Row) (n uint64, err error) {
		var hash core.Hash
		err = row.Scan(&hash, &n)
		all[hash] = n
		return n, err
	})(s.db.Read.QueryContext(ctx, "SELECT hash, generation FROM contents WHERE generation > 0"))
	if err != nil {
		return nil, fmt.Errorf("list generations: %w", err)
	}
	return all, nil
}

// PassageCount returns the number of passages of all contents, which is how many
// the index should hold.
func (s *Store) PassageCount(ctx context.Context) (int, error) {
	var n int
	if err := s.db.Read.QueryRowContext(ctx, "SELECT coalesce(sum(passages), 0) FROM contents").Scan(&n); err != nil {
		return 0, fmt.Errorf("count passages: %w", err)
	}
	return n, nil
}
