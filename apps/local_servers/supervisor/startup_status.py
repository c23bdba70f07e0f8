"""What a person sees while things start: one line a step, each with its time."""

import contextlib
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO


@dataclass
class Step:
    note: str = ""


@dataclass
class Status:
    """On a terminal a step's line is there while it runs; elsewhere when it ended."""

    out: TextIO = field(default_factory=lambda: sys.stdout)

    def say(self, text: str) -> None:
        self._write(f"{text}\n")

    @contextlib.contextmanager
    def step(self, name: str) -> Iterator[Step]:
        """The caller may put a word about how it went into the step's `note`."""
        began, step = time.monotonic(), Step()
        self._overwrite_line(f"  … {name}")
        try:
            yield step
        except BaseException:
            self._overwrite_line("")
            self.say(f"  ✗ {name}")
            raise
        self._overwrite_line("")
        note = f", {step.note}" if step.note else ""
        self.say(f"  ✓ {name}{note} ({time.monotonic() - began:.1f} s)")

    def _overwrite_line(self, text: str) -> None:
        if self.out.isatty():
            self._write(f"\r\033[K{text}")

    def _write(self, text: str) -> None:
        # That nobody reads any more is no reason to stop.
        with contextlib.suppress(BrokenPipeError):
            self.out.write(text)
            self.out.flush()
