package pdf

import (
	"bytes"
	"errors"
	"fmt"

	fitz "github.com/gen2brain/go-fitz"
	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"ibid/core"
)

// StoreBytes is the size of MuPDF's cache of decoded fonts and pictures. Its
// default of 256 MB is a quarter of the memory that a worker may use.
const StoreBytes = 64 << 20

// open opens the document and returns how many pages it has.
func (x Extractor) open(in core.Input) (*fitz.Document, int, error) {
	data, err := Prepare(in.Data, in.Password)
	if err != nil {
		return nil, 0, fmt.Errorf("open %q: %w", in.Name, err)
	}
	return Open(in.Name, data, x.MaxPages)
}

// Open opens a PDF that Prepare returned, and returns how many pages it has: at
// least 1, and at most maxPages unless that is 0. Errors wrap a *core.FileError.
func Open(name string, data []byte, maxPages int) (doc *fitz.Document, pages int, err error) {
	fitz.MaxStore = StoreBytes
	doc, err = fitz.NewFromMemory(data)
	switch {
	case errors.Is(err, fitz.ErrNeedsPassword):
		err = &core.FileError{State: core.StateNeedsPassword, Reason: "is encrypted and needs a password", Err: core.ErrNeedsPassword}
	case err != nil:
		if errors.Is(err, fitz.ErrOpenMemory) {
			doc = nil // it has nothing to close
		}
		err = &core.FileError{State: core.StateDamaged, Reason: "is not readable as a PDF", Err: err}
	default:
		if pages = doc.NumPage(); pages <= 0 {
			err = &core.FileError{State: core.StateDamaged, Reason: "has no pages"}
		} else if maxPages > 0 && pages > maxPages {
			err = &core.FileError{State: core.StateTooLarge, Reason: fmt.Sprintf("claims %d pages, %d are read at most", pages, maxPages)}
		}
	}
	if err == nil {
		return doc, pages, nil
	}
	if doc != nil {
		_ = doc.Close()
	}
	return nil, 0, fmt.Errorf("open %q: %w", name, err)
}

// headerWindow is how many bytes from the start of a file its %PDF mark may be.
const headerWindow = 1024

// Prepare returns data as MuPDF can open it: from its %PDF mark on, and
// decrypted if a password is given. The result shares memory with data unless
// it was decrypted. Errors are *core.FileError.
func Prepare(data []byte, password string) ([]byte, error) {
	switch at := bytes.Index(data[:min(len(data), headerWindow)], []byte("%PDF")); {
	case len(data) == 0:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "is empty"}
	case at < 0:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "says it is a PDF but is not"}
	default:
		data = data[at:]
	}
	if password == "" {
		return data, nil
	}
	return decrypt(data, password)
}

// decrypt removes the encryption of a file, because go-fitz has no call that
// takes a password. A password for a file that is not encrypted is no error.
func decrypt(data []byte, password string) ([]byte, error) {
	model.ConfigPath = "disable" // never read or write a configuration folder
	conf := model.NewDefaultConfiguration()
	conf.UserPW, conf.OwnerPW = password, password
	conf.ValidationMode = model.ValidationRelaxed
	var out bytes.Buffer
	switch err := api.Decrypt(bytes.NewReader(data), &out, conf); {
	case err == nil:
		return out.Bytes(), nil
	case errors.Is(err, pdfcpu.ErrWrongPassword):
		return nil, &core.FileError{State: core.StateNeedsPassword, Reason: "the password does not open it", Err: core.ErrNeedsPassword}
	case errors.Is(err, pdfcpu.ErrNotEncrypted):
		return data, nil
	default:
		return nil, &core.FileError{State: core.StateDamaged, Reason: "could not be decrypted", Err: err}
	}
}
