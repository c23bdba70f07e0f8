"""Times the guardrails on short messages, on the worst long ones, and on fuzz.

    python -m benchmarks.guardrails.timing --fuzz 2000

It prints milliseconds a message, without the sentence vector, which the search of the
turn computes anyway.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Iterator
from itertools import product
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
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "concierge_project.settings")
    rng = random.Random(SEED)  # noqa: S311 - no secret
    checks.inspect("warm up")
    _short(rng)
    for size in (MESSAGE, LARGE):
        _worst(f"repeated pieces, {size} characters", _repeated(size))
        _worst(f"fuzz, {size} characters", _fuzz(size, count, rng))


def _short(rng: random.Random) -> None:
    texts = [example.text for example in guardrail_examples.read()]
    short_texts = [text for text in texts if len(text) <= SHORT]
    durations = [_milliseconds(text) for text in rng.sample(short_texts, SAMPLE)]
    cuts = quantiles(durations, n=100)
    print(f"up to {SHORT} characters: p50 {cuts[49]:.2f} ms, p99 {cuts[98]:.2f} ms")


def _worst(name: str, texts: Iterator[str]) -> None:
    """Prints the slowest text; a slow one is timed again, as other work disturbs."""
    longest, slowest_text = 0.0, ""
    for text in texts:
        duration = _milliseconds(text)
        if duration > longest:
            duration = min(_milliseconds(text) for _ in range(ROUNDS))
        if duration > longest:
            longest, slowest_text = duration, text
    print(f"{name}: worst {longest:.1f} ms, {slowest_text[:24]!r}...")


def _repeated(size: int) -> Iterator[str]:
    for first, second in product(PIECES, repeat=2):
        yield ((first + second) * size)[:size]


def _fuzz(size: int, count: int, rng: random.Random) -> Iterator[str]:
    for _ in range(count):
        pieces = rng.choices(PIECES, k=rng.randint(1, 12))
        yield "".join(rng.choices(pieces, k=size))[:size]


def _milliseconds(text: str) -> float:
    started_at = time.perf_counter()
    checks.inspect(text)
    return (time.perf_counter() - started_at) * 1000


if __name__ == "__main__":
    main()
