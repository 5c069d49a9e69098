// Package safefile replaces files as a whole: whoever reads one sees what was
// there before or all of what is there now, also where the program or the power
// fails in between.
package safefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// prefix begins the names of files that are not complete. What a program that was
// killed leaves under such a name may be deleted.
const prefix = "new-"

// File is a file on its way to its place. It is written under another name, in
// the folder of its place, and only its owner can read it. It ends with Commit
// or Discard.
type File struct {
	*os.File
}

// Create begins a file in the folder dir, which must exist.
func Create(dir string) (*File, error) {
	f, err := os.CreateTemp(dir, prefix+"*") // readable by its owner alone
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Commit closes the file and puts it in place of what is at path, which lies in
// the folder that it was created in. It survives a power failure only if Sync was
// called before. After an error nothing is left of it.
func (f *File) Commit(path string) error {
	err := f.Close()
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Discard closes and deletes the file.
func (f *File) Discard() error { return errors.Join(f.Close(), os.Remove(f.Name())) }

// Write puts data in place of what is at path, with the mode, and has it
// survive a power failure.
func Write(path string, data []byte, mode fs.FileMode) error {
	f, err := Create(filepath.Dir(path))
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(mode), f.Sync()); err != nil {
		return errors.Join(err, f.Discard())
	}
	return f.Commit(path)
}
