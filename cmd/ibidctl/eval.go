package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"ibid/app"
	"ibid/app/eval"
	"ibid/app/report"
	"ibid/core"
)

// evalOptions are the options of `eval`.
type evalOptions struct {
	keep      string // folder for the libraries; empty is a temporary one
	sources   int    // that a context cites; 0 is the default
	ablate    bool
	noOCR     bool
	markdown  bool
	fit       string // file
	chart     string // file
	questions string // file
}

func defineEval(fs *flag.FlagSet) action {
	var o evalOptions
	fs.StringVar(&o.keep, "keep", "", "keep the libraries in `FOLDER` and use them again; they are made in a temporary one otherwise")
	numberOption(fs, "max-sources", fmt.Sprintf("let contexts cite at most `N` sources (default %d, or %d where source code hangs together)", core.DefaultMaxSources, core.MostConnected), &o.sources)
	fs.BoolVar(&o.ablate, "ablate", false, "measure the search without each of its parts, too")
	fs.BoolVar(&o.noOCR, "no-ocr", false, "do not read scans by OCR, which takes seconds a page")
	fs.BoolVar(&o.markdown, "markdown", false, "write Markdown")
	fs.StringVar(&o.fit, "fit", "", "fit the weights of the ranking with the sets, print the figures that they give and write the table of weights into `FILE`")
	fs.StringVar(&o.chart, "chart", "", "draw the measures into the PNG `FILE`")
	fs.StringVar(&o.questions, "questions", "", "write a line of JSON for each question into `FILE`: what was found and what should have been")
	return func(ctx context.Context, c *call) error {
		switch {
		case len(c.words) != 1:
			return usageError("eval takes one folder")
		case c.json && o.markdown:
			return usageError("eval writes --json or --markdown, not both")
		}
		return c.eval(ctx, o)
	}
}

// eval measures every set in the folder that the operand names.
func (c *call) eval(ctx context.Context, o evalOptions) (err error) {
	sets, err := eval.Find(c.words[0])
	if err != nil {
		return err
	}
	folder := o.keep
	if folder == "" {
		if folder, err = os.MkdirTemp("", "ibid-eval-"); err != nil {
			return fmt.Errorf("make a folder for the libraries: %w", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	}
	options := eval.Options{
		Folder: folder, MaxSources: o.sources, Ablate: o.ablate, NoOCR: o.noOCR,
		Say:   func(s string) { c.say("%s", s) },
		Watch: func(e *app.Engine) func() { return showProgress(c.stderr, e) },
	}
	if o.fit != "" {
		return c.fit(ctx, sets, options, o.fit)
	}
	var reports []eval.Report
	for _, s := range sets {
		r, err := eval.Run(ctx, s, options)
		if err != nil {
			return err
		}
		reports = append(reports, r)
	}
	if err := o.writeFiles(reports); err != nil {
		return err
	}
	return writeReports(c, reports, o.markdown)
}

// writeFiles writes the files of --chart and --questions.
func (o evalOptions) writeFiles(reports []eval.Report) error {
	if o.chart != "" {
		png, err := eval.Chart(reports)
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.chart, png, 0o644); err != nil {
			return fmt.Errorf("write chart: %w", err)
		}
	}
	if o.questions == "" {
		return nil
	}
	f, err := os.Create(o.questions)
	if err != nil {
		return fmt.Errorf("write questions: %w", err)
	}
	for _, r := range reports {
		err = errors.Join(err, eval.WriteQuestions(f, r))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("write questions: %w", err)
	}
	return nil
}

// A measured report is written as JSON, Markdown or a table.
type measured interface{ Tables() report.Report }

// writeReports writes the reports. As JSON one report is an object, several are a list.
func writeReports[R measured](c *call, reports []R, markdown bool) error {
	if c.json {
		if len(reports) == 1 {
			return c.writeJSON(reports[0])
		}
		return c.writeJSON(reports)
	}
	for i, r := range reports {
		form := r.Tables().Text
		if markdown {
			form = r.Tables().Markdown
		} else if i > 0 {
			fmt.Fprintln(c.stdout)
		}
		if _, err := io.WriteString(c.stdout, form()); err != nil {
			return err
		}
	}
	return nil
}
