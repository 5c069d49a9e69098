package pdf

import (
	"bytes"
	"errors"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"ibid/core"
)

// decrypt removes the encryption of a file: go-fitz has no call that takes a
// password. A password for a file that has none is no error.
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
