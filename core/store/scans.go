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

// pictured are the tables about pictures on pages with words. They came to the form of
// the file later: a store without them gets them, and keeps what it has.
const pictured = `
CREATE TABLE IF NOT EXISTS pictured (
	content INTEGER NOT NULL REFERENCES contents(id) ON DELETE CASCADE,
	page    INTEGER NOT NULL,
	seen    INTEGER NOT NULL, -- bytes at the end of the page's contents that were read off its pictures
	PRIMARY KEY (content, page)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS beside ( -- the scans of pages that have words beside their pictures
	hash TEXT    NOT NULL REFERENCES scanned(hash) ON DELETE CASCADE,
	page INTEGER NOT NULL,
	PRIMARY KEY (hash, page)
) WITHOUT ROWID;
`

// PutScans records which pages of a content OCR has to read and the state of the
// content without OCR. Results for these pages stay; those for other pages are
// deleted.
func (s *Store) PutScans(ctx context.Context, hash core.Hash, state core.State, reason string, pages []core.Scan) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		const head = "INSERT INTO scanned VALUES (?, ?, ?, 0) ON CONFLICT (hash) DO UPDATE SET state = excluded.state, reason = excluded.reason, settled = 0"
		if _, err := tx.ExecContext(ctx, head, hash, state, reason); err != nil {
			return err
		}
		had, err := scansOf(ctx, tx, hash)
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM beside WHERE hash = ?", hash); err != nil {
			return err
		}
		wanted := make(map[int]bool, len(pages))
		for _, p := range pages {
			wanted[p.Page] = true
			if _, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO scans (hash, page, read) VALUES (?, ?, 0)", hash, p.Page); err != nil {
				return err
			}
			if !p.Beside {
				continue
			}
			if _, err := tx.ExecContext(ctx, "INSERT INTO beside VALUES (?, ?)", hash, p.Page); err != nil {
				return err
			}
		}
		for _, scan := range had {
			if wanted[scan.Page] {
				continue
			}
			if _, err := tx.ExecContext(ctx, "DELETE FROM scans WHERE hash = ? AND page = ?", hash, scan.Page); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store scans of %q: %w", hash, err)
	}
	return nil
}

// PutScan stores the result of OCR for one page. A page that PutScans did not name
// is skipped.
func (s *Store) PutScan(ctx context.Context, hash core.Hash, scan core.Scan) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		const set = "UPDATE scans SET read = 1, ocr = ?, text = ?, note = ?, layout = ? WHERE hash = ? AND page = ?"
		_, err := tx.ExecContext(ctx, set, scan.OCR, scan.Text, scan.Note, codec.PackLayout(scan.Layout), hash, scan.Page)
		return err
	})
	if err != nil {
		return fmt.Errorf("store scan of page %d of %q: %w", scan.Page, hash, err)
	}
	return nil
}

// ForgetFailedScans marks all pages that OCR could not read as not yet read.
func (s *Store) ForgetFailedScans(ctx context.Context) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		const open = "UPDATE scanned SET settled = 0 WHERE hash IN (SELECT hash FROM scans WHERE note <> '')"
		if _, err := tx.ExecContext(ctx, open); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE scans SET read = 0, note = '' WHERE note <> ''")
		return err
	})
	if err != nil {
		return fmt.Errorf("forget failed scans: %w", err)
	}
	return nil
}

// SettleScans records that the results of OCR for a content are all in its pages
// and acknowledged by the library.
func (s *Store) SettleScans(ctx context.Context, hash core.Hash) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE scanned SET settled = 1 WHERE hash = ?", hash)
		return err
	})
	if err != nil {
		return fmt.Errorf("settle scans of %q: %w", hash, err)
	}
	return nil
}

// OpenScans lists the contents that OCR has not finished, with how many of their
// pages are still to be read.
func (s *Store) OpenScans(ctx context.Context) ([]core.OpenScan, error) {
	open, err := sqlite.All(func(row sqlite.Row) (o core.OpenScan, err error) {
		err = row.Scan(&o.Hash, &o.Pages, &o.Beside)
		o.Pages -= o.Beside
		return o, err
	})(s.db.Read.QueryContext(ctx, `
SELECT hash, (SELECT count(*) FROM scans p WHERE p.hash = c.hash AND read = 0),
(SELECT count(*) FROM scans p JOIN beside b ON b.hash = p.hash AND b.page = p.page WHERE p.hash = c.hash AND read = 0)
FROM scanned c WHERE settled = 0 ORDER BY hash`))
	if err != nil {
		return nil, fmt.Errorf("list scans: %w", err)
	}
	return open, nil
}

// Scans returns what OCR has to do and has done with a content; there are no pages
// if it has nothing to do.
func (s *Store) Scans(ctx context.Context, hash core.Hash) (core.Scans, error) {
	var out core.Scans
	err := s.db.Read.QueryRowContext(ctx, "SELECT state, reason FROM scanned WHERE hash = ?", hash).Scan(&out.State, &out.Reason)
	if errors.Is(err, sql.ErrNoRows) {
		return core.Scans{}, nil
	}
	if err == nil {
		out.Pages, err = scansOf(ctx, s.db.Read, hash)
	}
	if err != nil {
		return core.Scans{}, fmt.Errorf("read scans of %q: %w", hash, err)
	}
	return out, nil
}

func scansOf(ctx context.Context, db interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}, hash core.Hash) ([]core.Scan, error) {
	return sqlite.All(scanScan)(db.QueryContext(ctx, "SELECT page, EXISTS (SELECT 1 FROM beside b WHERE b.hash = s.hash AND b.page = s.page), read, ocr, text, note, layout FROM scans s WHERE hash = ? ORDER BY page", hash))
}

func scanScan(row sqlite.Row) (scan core.Scan, err error) {
	var layout []byte
	if err = row.Scan(&scan.Page, &scan.Beside, &scan.Read, &scan.OCR, &scan.Text, &scan.Note, &layout); err == nil && len(layout) > 0 {
		scan.Layout, err = codec.UnpackLayout(layout)
	}
	return scan, err
}

// PutScanned replaces the pages, layouts and passages of a content by those with
// the text from OCR, as part of the index batch generation, all in one
// transaction. If the content is not stored completely, the error wraps
// core.ErrNotFound.
func (s *Store) PutScanned(ctx context.Context, hash core.Hash, generation uint64, pages []core.Page, layouts []core.Layout, passages []core.Passage) error {
	err := s.db.Update(ctx, func(tx *sql.Tx) error {
		var id int64
		err := tx.QueryRowContext(ctx, "SELECT id FROM contents WHERE hash = ? AND generation > 0", hash).Scan(&id)
		if errors.Is(err, sql.ErrNoRows) {
			return core.ErrNotFound
		}
		if err == nil {
			err = putPages(ctx, tx, id, pages)
		}
		if err == nil { // they have to be found anew
			_, err = tx.ExecContext(ctx, "DELETE FROM abbreviated WHERE content = ?", id)
		}
		if err == nil {
			err = putLayouts(ctx, tx, id, layouts)
		}
		if err != nil {
			return err
		}
		return putPassages(ctx, tx, id, generation, passages)
	})
	if err != nil {
		return fmt.Errorf("store what OCR read of %q: %w", hash, err)
	}
	return nil
}
