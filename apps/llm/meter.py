"""Counts the tokens of every call that a piece of work leads to, whoever makes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Meter:
    """(input, output) tokens by model."""

    tokens: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def input_tokens(self) -> int:
        return sum(input_tokens for input_tokens, _ in self.tokens.values())

    @property
    def output_tokens(self) -> int:
        return sum(output_tokens for _, output_tokens in self.tokens.values())

    def add(self, model: str, usage: Mapping[str, Any] | None) -> None:
        """Counts one reply, or one piece of it."""
        if not usage:
            return
        input_tokens, output_tokens = self.tokens.get(model, (0, 0))
        self.tokens[model] = (
            input_tokens + int(usage.get("input_tokens", 0)),
            output_tokens + int(usage.get("output_tokens", 0)),
        )

    def beyond(self, played: Meter) -> Meter:
        """What this one counts beyond that one."""
        difference = Meter()
        for model, (input_tokens, output_tokens) in self.tokens.items():
            played_input, played_output = played.tokens.get(model, (0, 0))
            left = (input_tokens - played_input, output_tokens - played_output)
            if any(left):
                difference.tokens[model] = left
        return difference


_running: ContextVar[Meter | None] = ContextVar("meter", default=None)


def begin(meter: Meter | None = None) -> Meter:
    """A meter for what this context does from now on, in tasks of its own too."""
    meter = meter or Meter()
    _running.set(meter)
    return meter


def note(model: str, usage: Mapping[str, Any] | None) -> None:
    """Counts one reply, or one piece of it; nothing when nobody measures."""
    if running_meter := _running.get():
        running_meter.add(model, usage)


@contextmanager
def counted() -> Iterator[Meter]:
    """What the block takes; it counts for the meter around it too."""
    meter = Meter()
    token = _running.set(meter)
    try:
        yield meter
    finally:
        _running.reset(token)
        for model, (input_tokens, output_tokens) in meter.tokens.items():
            usage = {"input_tokens": input_tokens, "output_tokens": output_tokens}
            note(model, usage)
