"""What is glued to a sheet."""

from dataclasses import dataclass


@dataclass
class Label:
    lines: list[str]

    def width(self) -> int:
        return max(map(len, self.lines), default=0)
