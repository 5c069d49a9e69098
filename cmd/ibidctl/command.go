package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"ibid/app"
	"ibid/app/config"
	"ibid/app/remote"
	"ibid/assets"
	"ibid/core/text"
)

// A command is one use case. define registers its options and returns the function
// that runs it once they are parsed.
type command struct {
	name     string
	operands string // as the usage shows them; empty if it takes none, in brackets if it can do without
	about    string // one line of the help
	define   func(*flag.FlagSet) action
}

type action func(context.Context, *call) error

// call is one run of the program.
type call struct {
	command string
	words   []string // the operands
	library string   // folder; empty is the default
	config  string   // file of the settings; empty is the default
	json    bool
	stdout  io.Writer // results only
	stderr  io.Writer
}

// commands lists the commands in the order in which a new user needs them.
var commands = []command{
	{"add", "PATH…", "bring files and folders into the library", defineAdd},
	{"watch", "[PATH…]", "have folders followed: what is new, changed or moved in them is read by itself; list them", defineWatch},
	{"refresh", "", "look at the files of all documents again: read what has changed, say what is gone", defineRefresh},
	{"remove", "NAME…", "take documents, or all in a folder, out of the library; the files stay", defineRemove},
	{"ocr", "", "read scans and other pictures of text that wait for it, page by page", defineOCR},
	{"list", "", "list the documents with their states", defineList},
	{"status", "", "count what the library holds", defineStatus},
	{"owner", "", "name the program that has the library open", defineOwner},
	{"search", "QUERY", "find passages that answer a question, best first", defineSearch},
	{"context", "[QUERY]", "write a numbered, cited context that fits a token budget", defineContext},
	{"ask", "QUERY", "have the local model answer a question from its cited context", defineAsk},
	{"plan", "QUERY", "say where the sources of an answer would be looked for, and why", definePlan},
	{"show", "LOCATOR", "print the text of a place, as in 'report.pdf p. 3' or notes.md:40-52", defineShow},
	{"graph", "QUESTION NAME", "say of source code: imports, references, definition, tests, implementations, related, mentions, history", defineGraph},
	{"abbreviations", "[NAME]", "list what short forms mean, as the documents or your synonyms file say", defineAbbreviations},
	{"label", "NAME [RANGE…]", "print a document's page numbers or correct them: 1=i 13=1 has PDF page 13 bear 1", defineLabel},
	{"check", "ANSWER", "check the quotes and numbers of an answer against the context it cites", defineCheck},
	{"feedback", "[VERB…]", "say which sources helped: list, add LOCATOR up|down --query QUERY, changed FILE, undo NUMBER, forget", defineFeedback},
	{"serve", "", "answer other programs of this machine over HTTP, until interrupted", defineServe},
	{"mcp", "", "answer a chat application over standard input and output, by the Model Context Protocol", defineMCP},
	{"eval", "DIR…", "measure on questions whose answers are known, beside bare BM25", defineEval},
	{"bench", "DIR", "measure how fast the documents of a folder are read, found and drawn, beside other programs", defineBench},
	{"doctor", "", "check that everything Ibid needs is there and works", defineDoctor},
}

func find(name string) (command, bool) {
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == name })
	if i < 0 {
		return command{}, false
	}
	return commands[i], true
}

// flags returns the options of a command and the function that runs it. If define
// is nil these are the options that every command has, and the function is nil.
func (c *call) flags(name string, define func(*flag.FlagSet) action) (*flag.FlagSet, action) {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&c.library, "library", c.library, "`DIR` of the library")
	fs.StringVar(&c.config, "config", c.config, "`FILE` of the settings (default: "+defaultConfig()+")")
	fs.BoolVar(&c.json, "json", c.json, "write the result as JSON")
	if define == nil {
		return fs, nil
	}
	return fs, define(fs)
}

// defaultConfig is the settings file that is read where --config names none.
func defaultConfig() string {
	path, _ := config.File("")
	return path
}

// dispatch finds the command in args, parses its options and runs it.
func (c *call) dispatch(ctx context.Context, args []string) error {
	fs, _ := c.flags("ibidctl", nil)
	err := fs.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help(nil)
	case err != nil:
		return c.badOption(fs, args, err)
	case fs.NArg() == 0:
		return usageError("which command?")
	}
	name, rest := fs.Arg(0), fs.Args()[1:]
	if name == "help" {
		return c.help(rest)
	}
	cmd, ok := find(name)
	if !ok {
		return usageError("%q is not a command", name)
	}
	c.command = name
	fs, do := c.flags(name, cmd.define)
	c.words, err = interleaved(fs, rest)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return c.help([]string{name})
	case err != nil:
		return c.badOption(fs, rest, err)
	case c.library == "":
		return usageError("--library needs a folder")
	case cmd.operands == "" && len(c.words) > 0:
		return usageError("%s takes no %q", name, c.words[0])
	case cmd.operands != "" && cmd.operands[0] != '[' && strings.TrimSpace(strings.Join(c.words, "")) == "":
		return usageError("%s needs %s", name, cmd.operands)
	}
	return do(ctx, c)
}

// interleaved parses options that may stand before, between and after the
// operands. After -- everything is an operand.
func interleaved(fs *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		used := len(args) - fs.NArg()
		if fs.NArg() == 0 || used > 0 && args[used-1] == "--" {
			return append(words, fs.Args()...), nil
		}
		words, args = append(words, fs.Arg(0)), fs.Args()[1:]
	}
}

// badOption turns an error of package flag into a usage error that names the option
// with two dashes and, if it is unknown, lists the known ones.
func (c *call) badOption(fs *flag.FlagSet, args []string, err error) error {
	c.json = c.json || slices.Contains(args, "--json") || slices.Contains(args, "-json")
	subject := fs.Name()
	if name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -"); unknown {
		var known []string
		fs.VisitAll(func(f *flag.Flag) { known = append(known, "--"+f.Name) })
		return usageError("%s has no option --%s; it has %s; words that begin with - stand after --",
			subject, strings.TrimPrefix(name, "-"), strings.Join(known, ", "))
	}
	return usageError("%s: %s", subject, strings.NewReplacer("for flag -", "for --", "argument: -", "argument: --").Replace(err.Error()))
}

// grammar explains the syntax of a QUERY; help adds it to the commands that take one.
const grammar = `
Several words are one question. In it, "words in quotes" are wanted word for word, -word
must not occur, kind:pdf and in:report keep to a kind or to names that contain
report. Quote them for the shell: ibidctl search '"yield curve" -japan'
`

// help writes the list of commands, the help of the command that names[0] is, or
// the page of the manual of that name.
func (c *call) help(names []string) error {
	if len(names) == 0 {
		fmt.Fprintf(c.stdout, "ibidctl %s finds passages in your documents and cites them to the page.\n\n", app.Version)
		writeUsage(c.stdout)
		fmt.Fprint(c.stdout, "\nSubjects of the manual, for help SUBJECT:\n\n")
		for _, p := range assets.Manual() {
			fmt.Fprintf(c.stdout, "  %-24s%s\n", p.Name, p.Title)
		}
		fmt.Fprint(c.stdout, "\nExit codes: 0 done, 1 error, 2 usage, 3 some files failed, 4 a check did not hold, 10 library in use, 11 library damaged.\n")
		return nil
	}
	cmd, ok := find(names[0])
	if !ok {
		return c.writeManual(names[0])
	}
	fs, _ := c.flags(cmd.name, cmd.define)
	var options bytes.Buffer
	fs.SetOutput(&options)
	fs.PrintDefaults()
	fmt.Fprintf(c.stdout, "usage: %s\n%s\n\n%s", synopsis(cmd), cmd.about, strings.ReplaceAll(options.String(), "  -", "  --"))
	if strings.Contains(cmd.operands, "QUERY") {
		fmt.Fprint(c.stdout, grammar)
	}
	return nil
}

func synopsis(cmd command) string {
	return strings.TrimRight("ibidctl "+cmd.name+" [OPTION…] "+cmd.operands, " ")
}

// writeUsage writes the commands, one to a line.
func writeUsage(w io.Writer) {
	fmt.Fprint(w, "usage: ibidctl COMMAND [OPTION…] [WORD…]\n\n")
	for _, cmd := range commands {
		fmt.Fprintf(w, "  %-24s%s\n", cmd.name+" "+cmd.operands, cmd.about)
	}
	fmt.Fprintf(w, "  %-24s%s\n", "help [COMMAND|SUBJECT]", "say more about a command, or show a page of the manual")
}

// secret is the key of the marks in contexts (app.Options.Secret). Tests set it, so
// that contexts of different libraries are the same; empty is the library's own key.
var secret []byte

// open opens the library, or connects to the program that has it open; both print
// the same. It reports on standard error what had to be repaired.
func (c *call) open(ctx context.Context) (*remote.Library, error) {
	settings, err := config.Load(c.config)
	if err != nil {
		return nil, err
	}
	o := c.options()
	o.Config = &settings
	e, err := remote.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	if note := e.Rebuilt(); note != "" {
		c.say("the library was brought up to date: %s", note)
	}
	return e, nil
}

func (c *call) options() app.Options {
	return app.Options{Library: c.library, Program: "ibidctl " + c.command, Secret: secret, Shared: slices.Contains(longCommands, c.command)}
}

// longCommands may take minutes or hours, so others may use the library meanwhile.
var longCommands = []string{"add", "watch", "refresh", "ocr"}

// with opens the library, calls use and closes the library again.
func (c *call) with(ctx context.Context, use func(*remote.Library) error) error {
	e, err := c.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(use(e), e.Close())
}

// say writes one line to standard error.
func (c *call) say(format string, args ...any) {
	fmt.Fprintln(c.stderr, text.OneLine(fmt.Sprintf(format, args...)))
}
