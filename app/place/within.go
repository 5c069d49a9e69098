package place

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ibid/app/caller"
	"ibid/core"
	"ibid/core/snapshot"
)

// Within returns the documents that a question is restricted to by a name: the
// document or the folder with that path, a named folder, a document by its name or
// enough of its path, or a folder by the end of its path. An archive stands for its
// members too. Case counts only if it tells documents apart. A name of several
// documents or folders gives a *core.AmbiguousError; an unknown one gives an error
// that wraps core.ErrNotFound and lists similar names.
func (r *Reader) Within(ctx context.Context, name string) ([]core.Document, error) {
	docs, err := r.p.Library.Documents(ctx)
	if err != nil {
		return nil, err
	}
	name = strings.TrimRight(strings.TrimSpace(name), `/\`)
	path, err := caller.Absolute(ctx, filepath.FromSlash(name))
	if err != nil || name == "" {
		return nil, fmt.Errorf("document or folder %q: %w", name, errors.Join(err, core.ErrNotFound))
	}
	roots, err := r.Roots(ctx)
	if err != nil {
		return nil, err
	}
	folders := []string{path}
	for _, root := range roots {
		if strings.EqualFold(root.Name, name) {
			folders = append(folders, root.Path)
		}
	}
	for _, folder := range folders {
		if in := below(folder, docs); len(in) > 0 {
			return in, nil
		}
	}
	d, err := r.resolve(ctx, name)
	if err == nil {
		return below(d.Path, docs), nil
	}
	if !errors.Is(err, core.ErrNotFound) {
		return nil, err
	}
	switch found := foldersEnding(name, docs); len(found) {
	case 0:
		return nil, fmt.Errorf("document or folder %q: %w%s", name, core.ErrNotFound, alike(name, slices.Concat(docs, asDocuments(foldersOf(docs)))))
	case 1:
		return below(found[0], docs), nil
	default:
		return nil, &core.AmbiguousError{Name: name, Candidates: shortest(asDocuments(found))}
	}
}

// below lists the document with a path, the members of it if it is an archive, and
// the documents in the folder with that path.
func below(path string, docs []core.Document) (in []core.Document) {
	folder := strings.TrimSuffix(path, string(filepath.Separator)) + string(filepath.Separator)
	for _, d := range docs {
		if d.Path == path || strings.HasPrefix(d.Path, folder) || strings.HasPrefix(d.Path, path+core.Packed) {
			in = append(in, d)
		}
	}
	return in
}

// foldersOf lists the folders of documents up to the deepest one that holds all of
// them: what lies above it is no matter of the library.
func foldersOf(docs []core.Document) (found []string) {
	if len(docs) == 0 {
		return nil
	}
	files, seen := make([]string, len(docs)), make(map[string]bool)
	for i, d := range docs {
		file, _, _ := strings.Cut(d.Path, core.Packed)
		files[i] = filepath.ToSlash(file)
	}
	top := len(snapshot.CommonFolder(files)) - 1
	for _, file := range files {
		for folder := filepath.Dir(filepath.FromSlash(file)); !seen[folder] && len(folder) >= top && filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
			seen[folder] = true
			found = append(found, folder)
		}
	}
	slices.Sort(found)
	return found
}

// foldersEnding lists the folders above documents whose path ends with name in whole
// elements, in any case.
func foldersEnding(name string, docs []core.Document) []string {
	end := strings.ToLower(string(filepath.Separator) + filepath.FromSlash(name))
	return slices.DeleteFunc(foldersOf(docs), func(folder string) bool { return !strings.HasSuffix(strings.ToLower(folder), end) })
}

// asDocuments gives paths of folders the form in which names are compared and told
// apart.
func asDocuments(paths []string) []core.Document {
	docs := make([]core.Document, len(paths))
	for i, p := range paths {
		docs[i] = core.Document{ID: core.DocumentID(i + 1), Path: p, Name: filepath.Base(p) + "/"}
	}
	return docs
}
