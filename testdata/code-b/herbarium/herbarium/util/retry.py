"""Tries again."""

import time


def again(action, times: int = 3, pause: float = 0.5):
    for attempt in range(times):
        try:
            return action()
        except OSError:
            if attempt == times - 1:
                raise
            time.sleep(pause)
