package convert

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"ibid/core"
	"ibid/core/outside"
)

// program is the name of LibreOffice's program on the PATH.
const program = "soffice"

// source is a file to be converted.
type source struct {
	hash core.Hash
	kind core.Kind
	name string
	file *os.File
}

// targets maps kinds of files to the extension and LibreOffice's filter of the
// converted file, and to the Debian package that converts it.
var targets = map[core.Kind]struct{ ending, filter, part string }{
	core.KindDocument: {".docx", "docx:MS Word 2007 XML", "libreoffice-writer-nogui"},
	core.KindSlides:   {".pptx", "pptx:Impress MS PowerPoint 2007 XML", "libreoffice-impress-nogui"},
	core.KindSheet:    {".xlsx", "xlsx:Calc MS Excel 2007 XML", "libreoffice-calc-nogui"},
}

// Program returns the path of LibreOffice, empty if it is not installed.
func Program() string {
	path, _ := outside.Find(program)
	return path
}

// convert returns the converted file, which the caller closes. refused is the
// worker's refusal of the original. A *core.FileError has the state of a file
// that could not be converted.
func (c *Converter) convert(ctx context.Context, s source, refused *core.FileError) (*os.File, error) {
	select {
	case <-c.idle:
		defer func() { c.idle <- struct{}{} }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if file := c.kept(s.hash, s.kind); file != nil {
		return file, nil // converted while this call waited
	}
	if _, ok := targets[s.kind]; !ok {
		return nil, refused
	}
	batch := c.batch(ctx, s)
	defer closeAll(batch)
	err := c.run(ctx, append([]source{s}, batch...))
	if file := c.kept(s.hash, s.kind); file != nil {
		return file, nil
	}
	if c.alone[s.hash] && err != nil && ctx.Err() == nil && !errors.Is(err, outside.ErrMissing) {
		err = c.run(ctx, []source{s}) // perhaps another file of the batch was to blame
	}
	if file := c.kept(s.hash, s.kind); file != nil {
		return file, nil
	}
	return nil, c.verdict(ctx, s.kind, refused, err)
}

// verdict returns the error for a file that was not converted.
func (c *Converter) verdict(ctx context.Context, kind core.Kind, refused *core.FileError, err error) error {
	var ended *outside.Error
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case refused.State == core.StateNeedsPassword:
		return &core.FileError{State: refused.State, Reason: refused.Reason, Err: core.ErrNeedsPassword}
	case errors.Is(err, outside.ErrMissing):
		return &core.FileError{State: core.StateUnsupported, Err: err,
			Reason: fmt.Sprintf("%s: install LibreOffice (%s) and add it again to have it read", refused.Reason, targets[kind].part)}
	case errors.Is(err, outside.ErrTime):
		return &core.FileError{State: core.StateTimedOut, Reason: fmt.Sprintf("LibreOffice took longer than %v to convert it", c.o.Time), Err: err}
	case err != nil && !errors.As(err, &ended):
		return err // the disk failed, not the file
	}
	return &core.FileError{State: core.StateDamaged, Reason: refused.Reason + ", and LibreOffice could not read it", Err: err}
}

//go:embed profile.xcu
var profile []byte

// run converts files of one kind and keeps the results. A file without a result is
// not an error.
func (c *Converter) run(ctx context.Context, list []source) (err error) {
	if err := os.MkdirAll(c.o.Dir, 0o700); err != nil {
		return fmt.Errorf("make a folder to convert in: %w", err)
	}
	dir, err := os.MkdirTemp(c.o.Dir, "run-")
	if err != nil {
		return fmt.Errorf("make a folder to convert in: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	settings := filepath.Join(dir, "profile", "user")
	if err := errors.Join(os.MkdirAll(settings, 0o700), os.WriteFile(filepath.Join(settings, "registrymodifications.xcu"), profile, 0o600)); err != nil {
		return fmt.Errorf("write settings of LibreOffice: %w", err)
	}
	target := targets[list[0].kind]
	address := url.URL{Scheme: "file", Path: filepath.Join(dir, "profile")}
	args := []string{"-env:UserInstallation=" + address.String(), "--headless", "--norestore", "--nologo", "--nodefault", "--nolockcheck",
		"--convert-to", target.filter, "--outdir", filepath.Join(dir, "out")}
	for _, s := range list {
		name, err := s.copyTo(dir)
		if err != nil {
			return err
		}
		args = append(args, name)
	}
	soffice := c.o.Program
	if soffice == "" {
		soffice = program
	}
	_, err = outside.Run(ctx, outside.Command{Program: soffice, Args: args, Dir: dir, Time: c.o.Time, Memory: runMemory, Written: runWritten})
	return errors.Join(err, c.collect(dir, list))
}

// copyTo copies a file into the folder of a run, because LibreOffice leaves lock
// files beside a file that it opens and must not know where the original is.
func (s source) copyTo(dir string) (string, error) {
	name := filepath.Join(dir, string(s.hash)+".in")
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", fmt.Errorf("copy a file to convert: %w", err)
	}
	_, err = io.Copy(out, io.NewSectionReader(s.file, 0, 1<<62))
	if err := errors.Join(err, out.Close()); err != nil {
		return "", fmt.Errorf("copy a file to convert: %w", err)
	}
	return name, nil
}

// collect moves the files written by a run to their places in the cache, and
// records the ones that a batch did not convert.
func (c *Converter) collect(dir string, list []source) error {
	var errs []error
	for _, s := range list {
		made := filepath.Join(dir, "out", string(s.hash)+targets[s.kind].ending)
		info, err := os.Lstat(made)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			c.alone[s.hash] = len(list) > 1
			continue
		}
		errs = append(errs, os.Rename(made, c.path(s.hash, s.kind)))
	}
	return errors.Join(append(errs, c.prune())...)
}
