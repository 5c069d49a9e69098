package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"ibid/app"
	"ibid/app/eval"
	"ibid/app/report"
	"ibid/core/safefile"
)

// evalOptions are the options of `eval`.
type evalOptions struct {
	keep      string // folder for the libraries; empty is a temporary one
	sources   int    // that a context cites; 0 is the default
	ablate    bool
	noOCR     bool
	markdown  bool
	table     bool
	fit       string // file
	chart     string // file
	questions string // file
}

func defineEval(fs *flag.FlagSet) action {
	var o evalOptions
	fs.StringVar(&o.keep, "keep", "", "keep the libraries in `FOLDER` and use them again; they are made in a temporary one otherwise")
	sourcesOption(fs, &o.sources)
	fs.BoolVar(&o.ablate, "ablate", false, "measure the search without each of its parts, too")
	fs.BoolVar(&o.noOCR, "no-ocr", false, "do not read scans by OCR, which takes seconds a page")
	fs.BoolVar(&o.markdown, "markdown", false, "write Markdown")
	fs.BoolVar(&o.table, "table", false, "write only one table of all sets, with weights that were fitted without each set")
	fs.StringVar(&o.fit, "fit", "", "fit the weights of the ranking with the sets, print the figures that they give and write the table of weights into `FILE`")
	fs.StringVar(&o.chart, "chart", "", "draw the measures into the PNG `FILE`")
	fs.StringVar(&o.questions, "questions", "", "write a line of JSON for each question into `FILE`: what was found and what should have been")
	return func(ctx context.Context, c *call) error {
		switch {
		case len(c.words) == 0:
			return usageError("eval takes folders with sets of questions")
		case c.json && (o.markdown || o.table):
			return usageError("eval writes --json, or --markdown and --table")
		}
		return c.eval(ctx, o)
	}
}

// eval measures every set in the folders that the operands name.
func (c *call) eval(ctx context.Context, o evalOptions) (err error) {
	sets, err := eval.Find(c.words...)
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
	if !o.table {
		if err := writeReports(c, reports, o.markdown); err != nil || c.json {
			return err
		}
	}
	return o.writeTable(c, reports)
}

// writeTable writes one table of all sets.
func (o evalOptions) writeTable(c *call, reports []eval.Report) error {
	table := eval.Summary(reports)
	if o.table {
		table = eval.UnseenTable(reports)
	}
	form := report.Report{Tables: []report.Table{table}}
	out := form.Text()
	if o.markdown {
		out = form.Markdown()
	}
	_, err := io.WriteString(c.stdout, out)
	return err
}

// writeFiles writes the files of --chart and --questions.
func (o evalOptions) writeFiles(reports []eval.Report) error {
	if o.chart != "" {
		png, err := eval.Chart(reports)
		if err != nil {
			return err
		}
		if err := safefile.Write(o.chart, png, 0o644); err != nil {
			return fmt.Errorf("write chart: %w", err)
		}
	}
	if o.questions == "" {
		return nil
	}
	var lines bytes.Buffer
	for _, r := range reports {
		if err := eval.WriteQuestions(&lines, r); err != nil {
			return fmt.Errorf("write questions: %w", err)
		}
	}
	if err := safefile.Write(o.questions, lines.Bytes(), 0o644); err != nil {
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
