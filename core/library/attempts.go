package library

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"ibid/core"
)

// diedLimit is the number of times that a step on a content may end the program.
// After that it is not tried again.
const diedLimit = 2

const outcomeDied = "the program ended"

// Begin records in the journal that a step on a content starts, and returns the
// number of the attempt for End. If the library is opened again before End was
// called, the program died during the attempt. After two such attempts the
// content is quarantined or, if reading the structure is what failed, partial: it
// keeps its words.
func (l *Library) Begin(ctx context.Context, hash core.Hash, step core.Step) (int64, error) {
	var id int64
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const insert = "INSERT INTO attempts (hash, step, pid, begun) VALUES (?, ?, ?, ?) RETURNING id"
		if err := tx.QueryRowContext(ctx, insert, hash, step, l.Owner().PID, time.Now().UnixNano()).Scan(&id); err != nil {
			return err
		}
		if step != core.StepWords {
			return nil
		}
		_, err := tx.ExecContext(ctx, "UPDATE contents SET state = ? WHERE hash = ? AND state = ?", core.StateReading, hash, core.StateWaiting)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("begin %s of %q: %w", step, hash, err)
	}
	return id, nil
}

// End records how an attempt ended, in words; empty if it ended well.
func (l *Library) End(ctx context.Context, attempt int64, outcome string) error {
	if outcome == "" {
		outcome = "done"
	}
	err := l.update(ctx, lazily, func(tx *sql.Tx) error {
		const set = "UPDATE attempts SET ended = ?, outcome = ? WHERE id = ?"
		_, err := tx.ExecContext(ctx, set, time.Now().UnixNano(), outcome, attempt)
		return err
	})
	if err != nil {
		return fmt.Errorf("end attempt %d: %w", attempt, err)
	}
	return nil
}

// Died reports whether an attempt on a content was cut short by the end of the
// program.
func (l *Library) Died(ctx context.Context, hash core.Hash) (died bool, err error) {
	const ask = "SELECT EXISTS(SELECT 1 FROM attempts WHERE hash = ? AND outcome = ?)"
	if err = l.read.QueryRowContext(ctx, ask, hash, outcomeDied).Scan(&died); err != nil {
		return false, fmt.Errorf("look for attempts on %q: %w", hash, err)
	}
	return died, nil
}

// settleAttempts ends the attempts that were interrupted, which are all open ones
// because this program has the lock, and sets the states of their contents.
// Contents that were being read are set back to waiting.
func (l *Library) settleAttempts(ctx context.Context) error {
	err := l.update(ctx, durable, func(tx *sql.Tx) error {
		end := "UPDATE attempts SET ended = ?, outcome = ? WHERE ended = 0"
		if _, err := tx.ExecContext(ctx, end, time.Now().UnixNano(), outcomeDied); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "UPDATE contents SET state = ? WHERE state = ?", core.StateWaiting, core.StateReading); err != nil {
			return err
		}
		return quarantine(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("settle attempts: %w", err)
	}
	return nil
}

// quarantine sets the state of contents that ended the program too often.
func quarantine(ctx context.Context, tx *sql.Tx) error {
	const deaths = "(SELECT count(*) FROM attempts a WHERE a.hash = contents.hash AND a.outcome = ? AND a.step = ?) >= ?"
	const whole = "UPDATE contents SET state = ?, reason = ?, structured = 1 WHERE state = ? AND " + deaths
	reason := fmt.Sprintf("reading it ended the program %d times", diedLimit)
	if _, err := tx.ExecContext(ctx, whole, core.StateQuarantined, reason, core.StateWaiting, outcomeDied, core.StepWords, diedLimit); err != nil {
		return err
	}
	for _, step := range []core.Step{core.StepLayout, core.StepMetadata, core.StepOutline, core.StepSyntax} {
		const part = `
UPDATE contents SET state = ?, reason = reason || CASE reason WHEN '' THEN '' ELSE '; ' END || ?, structured = 1
WHERE structured = 0 AND state IN (?, ?) AND ` + deaths
		reason := fmt.Sprintf("reading its %s ended the program %d times", step, diedLimit)
		_, err := tx.ExecContext(ctx, part, core.StatePartial, reason, core.StateReady, core.StatePartial, outcomeDied, step, diedLimit)
		if err != nil {
			return err
		}
	}
	return nil
}
