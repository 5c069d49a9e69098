package porter

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"time"

	"ibid/app/door"
	"ibid/app/door/desk"
	"ibid/app/door/mcp"
	"ibid/app/door/rest"
)

// tryTime is how long a trial may take: ibidctl opens the library.
const tryTime = 30 * time.Second

// maxAnswer is how much of an answer is read, in bytes.
const maxAnswer = 64 << 10

// tester is what the trial calls itself.
const tester = "ibid-test"

// Try does what another program would: it asks the door, if that is open, and
// starts ibidctl and asks it by the Model Context Protocol. It says what came
// back, a line for each.
func (p *Porter) Try(ctx context.Context) (lines []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	var errs []error
	if p.State().Address != "" {
		said, err := p.tryDoor(ctx)
		lines, errs = append(lines, said), append(errs, err)
	}
	said, err := p.tryProgram(ctx)
	lines, errs = append(lines, said), append(errs, err)
	return lines, errors.Join(errs...)
}

// tryDoor asks over HTTP what the library holds, with a token of its own.
func (p *Porter) tryDoor(ctx context.Context) (string, error) {
	address, token, missing := p.reach(tester)
	if missing != "" {
		return "The door: " + missing, errors.New(missing)
	}
	began := time.Now()
	status, err := ask(ctx, address+rest.Base+"/status", token)
	if err != nil {
		return fmt.Sprintf("The door at %s does not answer: %v.", address, err), err
	}
	return fmt.Sprintf("The door at %s answers in %s: Ibid %s, documents: %d.", address, taken(began), status.Version, status.Documents), nil
}

func ask(ctx context.Context, url, token string) (desk.Status, error) {
	var status desk.Status
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return status, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		return status, err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return status, err
	}
	if resp.StatusCode != http.StatusOK {
		var refused door.Problem
		_ = json.Unmarshal(data, &refused)
		return status, fmt.Errorf("%s: %s", resp.Status, refused.Detail)
	}
	return status, json.Unmarshal(data, &status)
}

// tryProgram starts ibidctl as a chat application does.
func (p *Porter) tryProgram(ctx context.Context) (string, error) {
	program := p.ibidctl()
	if program == "" {
		return "Programs that start ibidctl: " + noProgram + ".", errors.New(noProgram)
	}
	began := time.Now()
	name, version, tools, err := mcp.Try(ctx, tester, exec.CommandContext(ctx, program, p.arguments()...))
	if err != nil {
		return fmt.Sprintf("%s does not answer: %v.", program, err), err
	}
	return fmt.Sprintf("%s answers in %s: %s %s, tools: %d.", program, taken(began), name, version, tools), nil
}

// taken is the time since began, as a person reads it.
func taken(began time.Time) string {
	if d := time.Since(began); d >= time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%d ms", max(1, time.Since(began).Milliseconds()))
}
