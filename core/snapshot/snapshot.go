// Package snapshot holds what the library says of its documents at one
// revision: their names, titles, contents and feedback. Every question needs all
// of it, and it changes only when the library does, so it is made once a revision
// and shared.
package snapshot

import (
	"cmp"
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"ibid/core"
	"ibid/core/query"
	"ibid/core/text"
)

// firstBytes is how much of a first page is searched for what a document is.
const firstBytes = 2 << 10

// longTokens is the least length of a document without pages whose title, author
// and first page may be what a question names. In a shorter one, an abstract or a
// note, they stand beside everything else that it says: its words find it, and a
// name that it shares with the question is one word among them. The same holds
// for a document of one page.
const longTokens = 1500

// passageTokens is about how long a passage is.
const passageTokens = 250

// Library is the precious store. Revision changes with every change of it.
type Library interface {
	Revision() uint64
	Documents(ctx context.Context) ([]core.Document, error)
	DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error)
	Feedback(ctx context.Context) ([]core.Feedback, error)
}

// Texts gives the stored pages of a content.
type Texts interface {
	Page(ctx context.Context, hash core.Hash, index int) (core.Page, error)
}

// Words knows how often words are said.
type Words interface {
	// Spread returns the numbers of passages and of files that hold a folded word or
	// another form of it.
	Spread(ctx context.Context, word string) (passages, files int, err error)
}

// Snapshot is the library at one revision. It is shared and must not be written
// to.
type Snapshot struct {
	Revision  uint64
	Documents []core.Document // by name, then path
	Feedback  []core.Feedback // the newest first
	Names     *Names
	Catalogue *query.Catalogue // of the searchable documents
	Root      string           // folder that all documents lie in, with a slash at its end; empty without documents

	byHash  map[core.Hash][]core.Document // the oldest first
	hashes  map[string]core.Hash          // by path
	paths   *query.PathIndex              // of source code
	sources map[core.Hash]bool            // contents of source code
	words   Words
}

// Keeper gives the snapshot of the library as it is now. Safe for concurrent
// use.
type Keeper struct {
	Words Words // by which words of names are told from words of a subject; nil if nothing is known of them

	library Library
	texts   Texts
	making  singleflight.Group // by revision

	mu    sync.Mutex // held for moments only
	now   *Snapshot
	first map[firstPage]string // beginnings of first pages, of the documents in now
}

// firstPage names the first page of a content as it was read: OCR changes the
// tokens of a content.
type firstPage struct {
	hash   core.Hash
	tokens int
}

// NewKeeper returns a Keeper for a library and its texts.
func NewKeeper(l Library, t Texts) *Keeper { return &Keeper{library: l, texts: t} }

// Now returns the snapshot of the present revision. Callers that come while it is
// being made share it, and each stops waiting when its own ctx ends.
func (k *Keeper) Now(ctx context.Context) (*Snapshot, error) {
	revision := k.library.Revision()
	if now := k.kept(); now != nil && now.Revision == revision {
		return now, nil
	}
	made := k.making.DoChan(strconv.FormatUint(revision, 10), func() (any, error) {
		return k.make(context.WithoutCancel(ctx), revision)
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-made:
		s, _ := r.Val.(*Snapshot)
		return s, r.Err
	}
}

func (k *Keeper) kept() *Snapshot {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.now
}

// Documents lists all documents. The list must not be written to.
func (k *Keeper) Documents(ctx context.Context) ([]core.Document, error) {
	now, err := k.Now(ctx)
	if err != nil {
		return nil, err
	}
	return now.Documents, nil
}

// DocumentsByHash lists the documents with a content hash, the oldest first. The
// list must not be written to. While documents are being added the library
// changes all the time, so then it is asked itself.
func (k *Keeper) DocumentsByHash(ctx context.Context, hash core.Hash) ([]core.Document, error) {
	now := k.kept()
	if now == nil || now.Revision != k.library.Revision() {
		return k.library.DocumentsByHash(ctx, hash)
	}
	return now.byHash[hash], nil
}

// Feedback lists what was said of sources, the newest first. The list must not be
// written to.
func (k *Keeper) Feedback(ctx context.Context) ([]core.Feedback, error) {
	now, err := k.Now(ctx)
	if err != nil {
		return nil, err
	}
	return now.Feedback, nil
}

func (k *Keeper) make(ctx context.Context, revision uint64) (*Snapshot, error) {
	docs, err := k.library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{
		Revision: revision, Documents: docs, Names: NewNames(docs), words: k.Words,
		byHash: make(map[core.Hash][]core.Document, len(docs)), hashes: make(map[string]core.Hash, len(docs)), sources: make(map[core.Hash]bool),
	}
	if len(docs) > 0 {
		s.Root = CommonFolder(s.Paths())
	}
	first, err := k.fill(ctx, s)
	if err != nil {
		return nil, err
	}
	if s.Feedback, err = k.library.Feedback(ctx); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.now == nil || k.now.Revision <= revision {
		k.now, k.first = s, first
	}
	return s, nil
}

// fill builds what is looked up by content, path and title, and returns the
// beginnings of first pages that this took.
func (k *Keeper) fill(ctx context.Context, s *Snapshot) (map[firstPage]string, error) {
	var cards []query.DocumentName
	var code []string
	first := make(map[firstPage]string)
	for _, d := range s.Documents {
		if d.Hash != "" {
			s.byHash[d.Hash] = append(s.byHash[d.Hash], d)
		}
		if !d.State.Searchable() {
			continue
		}
		s.hashes[d.Path] = d.Hash
		card := query.DocumentName{Key: d.Path, Name: d.Name, Passages: 1 + d.Tokens/passageTokens, Code: d.Kind == core.KindCode}
		if d.Pages > 1 || d.Tokens >= longTokens {
			card.Title, card.Author = d.Title, d.Author
			at := firstPage{d.Hash, d.Tokens}
			begins, stored, err := k.begins(ctx, at)
			if err != nil {
				return nil, err
			}
			if card.First = begins; stored {
				first[at] = begins
			}
		}
		if d.Kind == core.KindCode {
			code = append(code, filepath.ToSlash(d.Path))
			s.sources[d.Hash] = true
		}
		cards = append(cards, card)
	}
	for _, same := range s.byHash {
		slices.SortFunc(same, func(a, b core.Document) int { return cmp.Compare(a.ID, b.ID) })
	}
	s.paths, s.Catalogue = query.NewPathIndex(s.Root, code), query.NewCatalogue(cards)
	return first, nil
}

// begins returns how the first page of a content begins; stored is false while
// nothing of it is stored.
func (k *Keeper) begins(ctx context.Context, at firstPage) (begins string, stored bool, err error) {
	k.mu.Lock()
	begins, stored = k.first[at]
	k.mu.Unlock()
	if stored {
		return begins, true, nil
	}
	page, err := k.texts.Page(ctx, at.hash, 1)
	if errors.Is(err, core.ErrNotFound) || errors.Is(err, core.ErrNoSuchPage) {
		return "", false, nil
	}
	return text.Clip(page.Text, firstBytes), err == nil, err
}

// Paths lists the paths of all documents, with slashes.
func (s *Snapshot) Paths() []string {
	out := make([]string, len(s.Documents))
	for i, d := range s.Documents {
		out[i] = filepath.ToSlash(d.Path)
	}
	return out
}

// CommonFolder returns the deepest folder that all paths lie in, with a slash at
// its end. There must be at least one path.
func CommonFolder(paths []string) string {
	common := path.Dir(paths[0]) + "/"
	for _, p := range paths {
		for !strings.HasPrefix(p, common) {
			common = strings.TrimSuffix(path.Dir(strings.TrimSuffix(common, "/")), "/") + "/"
		}
	}
	return common
}
