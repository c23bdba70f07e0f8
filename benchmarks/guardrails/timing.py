"""Times the guardrails on short messages, on the worst long ones, and on fuzz.

    python -m benchmarks.guardrails.timing --fuzz 2000

It prints milliseconds a message, without the sentence vector, which the search of the
turn computes anyway.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from statistics import quantiles

from apps.concierge.guardrails import checks
from benchmarks.training import guardrail_examples

MESSAGE, LARGE = 4096, 65536
SHORT = 300
SAMPLE = 3000
ROUNDS = 3
SEED = 1
PIECES = (
    *("a", " ", ".", "\n", "i ", "my ", "kill ", "want to ", "ignore ", "%41", "&#97;"),
    *("a.b.", "k i l l ", "1gn0r3 ", "aWdub3Jl", "68656c6c6f", "\u200b", "e\u0301"),
    *("\U000e0041", "\u0430", "\uff41", "\ufdfa", "\u6b7b", "!?", "'", "<b>", "jump "),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fuzz", type=int, default=500, help="messages of each size")
    count = parser.parse_args().fuzz
    dice = random.Random(SEED)  # noqa: S311 - no secret
    checks.inspect("warm up")
    _short(dice)
    for size in (MESSAGE, LARGE):
        _worst(f"repeated pieces, {size} characters", _repeated(size))
        _worst(f"fuzz, {size} characters", _fuzz(size, count, dice))


def _short(dice: random.Random) -> None:
    known = [one.text for one in guardrail_examples.read() if len(one.text) <= SHORT]
    took = [_milliseconds(text) for text in dice.sample(known, SAMPLE)]
    cuts = quantiles(took, n=100)
    print(f"up to {SHORT} characters: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms")


def _worst(name: str, texts: Iterator[str]) -> None:
    """The longest of all, each the best of some rounds, as other work disturbs."""
    worst, text = 0.0, ""
    for one in texts:
        took = _milliseconds(one)
        if took > worst:
            took = min(_milliseconds(one) for _ in range(ROUNDS))
        if took > worst:
            worst, text = took, one
    print(f"{name}: worst {worst:.1f} ms, {text[:24]!r}...")


def _repeated(size: int) -> Iterator[str]:
    for one in PIECES:
        for two in PIECES:
            yield ((one + two) * size)[:size]


def _fuzz(size: int, count: int, dice: random.Random) -> Iterator[str]:
    for _ in range(count):
        some = dice.choices(PIECES, k=dice.randint(1, 12))
        yield "".join(dice.choices(some, k=size))[:size]


def _milliseconds(text: str) -> float:
    began = time.perf_counter()
    checks.inspect(text)
    return (time.perf_counter() - began) * 1000


if __name__ == "__main__":
    main()
