"""Texts that take long where work does not grow with their length alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

LENGTHS = (1024, 2048, 4096)
PIECE = 4
# Twice the text may take a little more than twice the time, never four times.
MOST = 2.5
# What takes less at the greatest length is too short to be measured on a busy machine.
ENOUGH_SECONDS = 0.02
TRIES = 5
UNITS = (
    *(
        " ",
        "\t",
        "\n",
        "1",
        "a",
        "A",
        "é",
        "我",
        "-",
        ".",
        "[",
        "<",
        "/",
        "'",
        "$",
        "!",
    ),
    *("1-", "1.", "1,", "555-", "a-", "a.", "A ", "a ", "1 ", ". ", "[1]", "a [1]. "),
    *(
        "5 pm ",
        "to 5 ",
        "a@",
        "//a)",
        "a.com/ ",
        "][",
        "](",
        "é ",
        "née ",
        "\n1. ",
        "a;",
    ),
    *("closed ", "the ", "open ", "<passage ", "(a|b)", "7:00 PM to ", "Ballo of "),
)


def text(unit: str, length: int) -> str:
    return (unit * (length // len(unit) + 1))[:length]


def pieces(whole: str, size: int = PIECE) -> Iterator[str]:
    return (whole[start : start + size] for start in range(0, len(whole), size))


def failing(
    act: Callable[[str], object], units: tuple[str, ...] = UNITS, tries: int = TRIES
) -> list[str]:
    """Units whose repeats take too long each time, with what was measured."""
    return [
        f"{unit!r}: {why}" for unit in units if (why := _too_long(act, unit, tries))
    ]


def _too_long(act: Callable[[str], object], unit: str, tries: int) -> str:
    for _ in range(tries):
        if not (why := _measured(act, unit)):
            return ""
    return why


def _measured(act: Callable[[str], object], unit: str) -> str:
    """What grows too fast is measured once more at each length, and the best counts."""
    long = _seconds(act, text(unit, LENGTHS[-1]))
    if long < ENOUGH_SECONDS:
        return ""
    seconds = [*(_seconds(act, text(unit, length)) for length in LENGTHS[:-1]), long]
    if not _grow_too_fast(seconds):
        return ""
    again = [_seconds(act, text(unit, length)) for length in LENGTHS]
    short, middle, long = seconds = list(map(min, seconds, again))
    is_long = long >= ENOUGH_SECONDS and _grow_too_fast(seconds)
    return f"{short:.4f} {middle:.4f} {long:.4f} s" if is_long else ""


def _grow_too_fast(seconds: list[float]) -> bool:
    short, middle, long = seconds
    return max(long / middle, middle / short) >= MOST


def _seconds(act: Callable[[str], object], whole: str) -> float:
    """Of the processor, for others may keep the clock running."""
    began = time.thread_time()
    act(whole)
    return time.thread_time() - began
