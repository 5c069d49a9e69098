// Package safefile writes files that others must never see in part.
package safefile

import (
	"errors"
	"os"
	"path/filepath"
)

// Write puts data into a file that only its owner can read, in place of what was
// there: all of it or nothing, also where the power fails.
func Write(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // for its owner alone
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
