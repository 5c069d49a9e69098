package graph

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/singleflight"

	"ibid/core"
)

// view is a snapshot of the files of a library, with the targets of their imports
// as far as they were needed.
type view struct {
	*tree
	revision uint64 // of the catalogue when it was looked at last; guarded by Graph.mu
	stamp    uint64 // of the graph's writes
	print    uint64 // fingerprint of the documents
	shape    uint64 // fingerprint of all that decides where imports lead
	byHash   map[core.Hash][]int
	byID     map[core.DocumentID]int

	asking singleflight.Group // for the importers

	mu    sync.Mutex // held for moments only
	links map[int][]link
	back  map[int][]int // files by whom they are imported; nil until it is asked
}

// link is an import with the files that it leads to.
type link struct {
	core.Import
	to []int
}

var seed = maphash.MakeSeed()

// view returns a snapshot of the library as it is now. It is made again only if
// something changed that it depends on.
func (g *Graph) view(ctx context.Context) (*view, error) {
	revision := g.documents.Revision()
	g.mu.Lock()
	latest, stamp := g.latest, g.stamps
	fresh := latest != nil && latest.stamp == stamp && latest.revision == revision
	g.mu.Unlock()
	if fresh {
		return latest, nil
	}
	return share(ctx, &g.work, &g.making, fmt.Sprint(revision, " ", stamp), func(ctx context.Context) (*view, error) {
		return g.makeView(ctx, revision, stamp)
	})
}

// share does work once for all callers that come with a key while it is done. Each
// stops waiting when its own ctx ends; the work goes on then, and running waits for
// it.
func share[T any](ctx context.Context, running *sync.WaitGroup, group *singleflight.Group, key string, work func(context.Context) (T, error)) (T, error) {
	done := group.DoChan(key, func() (any, error) { return work(context.WithoutCancel(ctx)) })
	select {
	case <-ctx.Done():
		running.Go(func() { <-done })
		var none T
		return none, ctx.Err()
	case r := <-done:
		v, _ := r.Val.(T)
		return v, r.Err
	}
}

// makeView makes the view of a revision and of a stamp, or of later ones.
func (g *Graph) makeView(ctx context.Context, revision, stamp uint64) (*view, error) {
	docs, err := g.documents.Documents(ctx)
	if err != nil {
		return nil, err
	}
	docs = slices.DeleteFunc(docs, func(d core.Document) bool { return d.Hash == "" })
	print := fingerprint(docs)
	g.mu.Lock()
	latest, known := g.latest, g.known
	same := latest != nil && latest.stamp == stamp && latest.print == print
	if same {
		latest.revision = revision
	}
	g.mu.Unlock()
	if same {
		return latest, nil
	}
	v := &view{revision: revision, stamp: stamp, print: print, links: make(map[int][]link)}
	packs, err := g.packages(ctx)
	if err != nil {
		return nil, err
	}
	v.tree = newTree(docs, packs)
	parsed, known, err := g.manifests(ctx, v.tree, known)
	if err != nil {
		return nil, err
	}
	v.setManifests(parsed)
	v.index()
	if latest != nil && latest.shape == v.shape {
		v.keep(latest)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.latest, g.known = v, known
	return v, nil
}

func fingerprint(docs []core.Document) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	var id [8]byte
	for _, d := range docs {
		binary.LittleEndian.PutUint64(id[:], uint64(d.ID))
		h.Write(id[:])
		h.WriteString(d.Path)
		h.WriteString(string(d.Hash))
	}
	return h.Sum64()
}

func (g *Graph) packages(ctx context.Context) (map[core.Hash]string, error) {
	packs := make(map[core.Hash]string)
	err := each(ctx, g.db.Read, func(row *sql.Rows) error {
		var hash core.Hash
		var pack string
		err := row.Scan(&hash, &pack)
		packs[hash] = pack
		return err
	}, "SELECT hash, package FROM contents WHERE package <> ''")
	return packs, err
}

// manifests reads the files that say how imports are resolved. It returns them by
// path, and by the hash of their content; what is in known is not read again.
func (g *Graph) manifests(ctx context.Context, t *tree, known map[core.Hash]any) (parsed map[string]any, read map[core.Hash]any, err error) {
	parsed, read = make(map[string]any), make(map[core.Hash]any)
	for i := range t.files {
		f := &t.files[i]
		if !isManifest(f.base) || !f.doc.State.Searchable() || len(parsed) >= maxManifests {
			continue
		}
		one, ok := known[f.doc.Hash]
		if !ok {
			pages, err := g.texts.Pages(ctx, f.doc.Hash)
			if ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			if err == nil && len(pages) > 0 {
				one = parseManifest(f.base, pages[0].Text)
			}
		}
		read[f.doc.Hash] = one
		if one != nil {
			parsed[f.path] = one
		}
	}
	return parsed, read, nil
}

// index fills the maps and computes the shape.
func (v *view) index() {
	v.byHash, v.byID = make(map[core.Hash][]int), make(map[core.DocumentID]int)
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range v.files {
		f := &v.files[i]
		v.byHash[f.doc.Hash] = append(v.byHash[f.doc.Hash], i)
		v.byID[f.doc.ID] = i
		h.WriteString(f.path)
		h.WriteByte(0)
		h.WriteString(f.pack)
		h.WriteByte(0)
		if isManifest(f.base) {
			h.WriteString(string(f.doc.Hash))
		}
	}
	v.shape = h.Sum64()
}

// keep copies the targets of imports from an earlier view of the same shape, for
// files that did not change.
func (v *view) keep(old *view) {
	old.mu.Lock()
	defer old.mu.Unlock()
	for i, links := range old.links {
		if v.files[i].doc.Hash == old.files[i].doc.Hash {
			v.links[i] = links
		}
	}
}

// lookup answers one question in a view and caches what it has found.
type lookup struct {
	ctx        context.Context
	g          *Graph
	v          *view
	scopes     map[int]*scope
	entities   map[core.Hash][]core.Entity
	defined    map[string][]place
	meant      map[usage]resolution
	satisfied  map[[2]place]bool // that a type implements an interface
	inferring  bool              // the type of an origin is being inferred
	inferences int               // origins that were, for this one
}

func (g *Graph) ask(ctx context.Context) (*lookup, error) {
	v, err := g.view(ctx)
	if err != nil {
		return nil, fmt.Errorf("look at the library's files: %w", err)
	}
	return &lookup{
		ctx: ctx, g: g, v: v, scopes: make(map[int]*scope), entities: make(map[core.Hash][]core.Entity),
		defined: make(map[string][]place), meant: make(map[usage]resolution), satisfied: make(map[[2]place]bool),
	}, nil
}

// askAbout starts a question about a document and finds its file.
func (g *Graph) askAbout(ctx context.Context, id core.DocumentID) (*lookup, int, error) {
	a, err := g.ask(ctx)
	if err != nil {
		return nil, 0, err
	}
	i, err := a.file(id)
	return a, i, err
}

// file finds the document that is asked about.
func (a *lookup) file(id core.DocumentID) (int, error) {
	i, ok := a.v.byID[id]
	if !ok {
		return 0, fmt.Errorf("document %d: %w", id, core.ErrNotFound)
	}
	return i, nil
}

const selectImports = "SELECT c.hash, i.ordinal, i.path, i.name, i.alias, i.line FROM imports i JOIN contents c ON c.id = i.content "

// importRows joins rows, one for each name, to imports by content.
func importRows(ctx context.Context, db *sql.DB, rest string, args ...any) (map[core.Hash][]core.Import, error) {
	all := make(map[core.Hash][]core.Import)
	last, lastHash := -1, core.Hash("")
	err := each(ctx, db, func(row *sql.Rows) error {
		var hash core.Hash
		var n int
		var m core.Import
		var name string
		if err := row.Scan(&hash, &n, &m.Path, &name, &m.Alias, &m.Line); err != nil {
			return err
		}
		list := all[hash]
		if hash != lastHash || n != last {
			list = append(list, m)
		}
		if name != "" {
			list[len(list)-1].Names = append(list[len(list)-1].Names, name)
		}
		all[hash], last, lastHash = list, n, hash
		return nil
	}, selectImports+rest+" ORDER BY i.content, i.ordinal, i.rowid", args...)
	return all, err
}

// links returns the imports of a file with the files that they lead to.
func (a *lookup) links(i int) ([]link, error) {
	if links, ok := a.v.followed(i); ok {
		return links, nil
	}
	hash := a.v.files[i].doc.Hash
	rows, err := importRows(a.ctx, a.g.db.Read, "WHERE c.hash = ?", hash)
	if err != nil {
		return nil, err
	}
	return a.v.follow(i, rows[hash]), nil
}

// followed returns the imports of a file if it is known where they lead.
func (v *view) followed(i int) ([]link, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	links, ok := v.links[i]
	return links, ok
}

// follow finds the files to which the imports of a file lead.
func (v *view) follow(i int, imports []core.Import) []link {
	links := make([]link, len(imports))
	for n, m := range imports {
		links[n] = link{m, v.resolve(&v.files[i], m)}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.links[i] = links
	return links
}

// importers returns for every file the files that import it.
func (a *lookup) importers() (map[int][]int, error) {
	v := a.v
	v.mu.Lock()
	back := v.back
	v.mu.Unlock()
	if back != nil {
		return back, nil
	}
	return share(a.ctx, &a.g.work, &v.asking, "importers", func(ctx context.Context) (map[int][]int, error) {
		return v.findImporters(ctx, a.g.db.Read)
	})
}

func (v *view) findImporters(ctx context.Context, db *sql.DB) (map[int][]int, error) {
	rows, err := importRows(ctx, db, "")
	if err != nil {
		return nil, err
	}
	back := make(map[int][]int)
	for i := range v.files {
		links, ok := v.followed(i)
		if !ok {
			links = v.follow(i, rows[v.files[i].doc.Hash])
		}
		for _, l := range links {
			for _, to := range l.to {
				if n := len(back[to]); n == 0 || back[to][n-1] != i {
					back[to] = append(back[to], i)
				}
			}
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.back = back
	return back, nil
}

// place is an entity of a file.
type place struct{ file, ordinal int }

const selectEntities = `
SELECT c.hash, e.ordinal, e.name, e.qualified, e.kind, e.start, e.end, e.first, e.last, e.named, e.signature, e.parent, e.bases
FROM entities e JOIN contents c ON c.id = e.content `

func scanEntity(row *sql.Rows) (hash core.Hash, ordinal int, e core.Entity, err error) {
	var bases string
	err = row.Scan(&hash, &ordinal, &e.Name, &e.Qualified, &e.Kind, &e.Start, &e.End, &e.FirstLine, &e.LastLine, &e.NameLine, &e.Signature, &e.Parent, &bases)
	if bases != "" {
		e.Bases = strings.Split(bases, "\n")
	}
	return hash, ordinal, e, err
}

// of lists the entities of a file.
func (a *lookup) of(i int) ([]core.Entity, error) {
	hash := a.v.files[i].doc.Hash
	if list, ok := a.entities[hash]; ok {
		return list, nil
	}
	var list []core.Entity
	err := each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		_, _, e, err := scanEntity(row)
		list = append(list, e)
		return err
	}, selectEntities+"WHERE c.hash = ? ORDER BY e.ordinal", hash)
	a.entities[hash] = list
	return list, err
}

// at returns the entity at a place; the zero value if there is none.
func (a *lookup) at(p place) core.Entity {
	list, err := a.of(p.file)
	if err != nil || p.ordinal < 0 || p.ordinal >= len(list) {
		return core.Entity{Parent: -1}
	}
	return list[p.ordinal]
}

func (a *lookup) symbol(p place) core.Symbol {
	return core.Symbol{Document: a.v.files[p.file].doc, Ordinal: p.ordinal, Entity: a.at(p)}
}

// maxNamed bounds the definitions of one name that are looked at.
const maxNamed = 5000

// named finds all definitions with exactly this name.
func (a *lookup) named(name string) ([]place, error) {
	if list, ok := a.defined[name]; ok {
		return list, nil
	}
	list, err := a.places("WHERE e.name = ? COLLATE NOCASE AND e.name = ? AND e.kind <> 'impl' LIMIT ?", name, name, maxNamed)
	a.defined[name] = list
	return list, err
}

// places finds the entities that the rest of a query selects, in all files that
// have them, by path.
func (a *lookup) places(rest string, args ...any) ([]place, error) {
	var list []place
	err := each(a.ctx, a.g.db.Read, func(row *sql.Rows) error {
		var hash core.Hash
		var ordinal int
		err := row.Scan(&hash, &ordinal)
		for _, i := range a.v.byHash[hash] {
			list = append(list, place{i, ordinal})
		}
		return err
	}, "SELECT c.hash, e.ordinal FROM entities e JOIN contents c ON c.id = e.content "+rest, args...)
	slices.SortFunc(list, func(x, y place) int { return cmp.Or(x.file-y.file, x.ordinal-y.ordinal) })
	return list, err
}
