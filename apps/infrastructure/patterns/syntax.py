"""Translates patterns of `re` into the syntax of RE2."""

from __future__ import annotations

import re
from typing import Any

import re2

# Letters and digits in a few wide ranges, for RE2 needs milliseconds to build `\pL`.
_WORD = (
    r"\w\x{aa}\x{b2}\x{b3}\x{b5}\x{b9}\x{ba}\x{c0}-\x{d6}\x{d8}-\x{f6}\x{f8}-\x{2c1}"
    r"\x{370}-\x{373}\x{376}-\x{377}\x{37b}-\x{37d}\x{37f}-\x{383}\x{386}\x{388}-\x{556}"
    r"\x{560}-\x{588}\x{5d0}-\x{5ea}\x{620}-\x{669}\x{66e}-\x{6d3}\x{6d5}-\x{963}"
    r"\x{966}-\x{1fff}\x{2c00}-\x{2dff}\x{3005}-\x{3007}\x{3041}-\x{3096}"
    r"\x{309d}-\x{309f}\x{30a1}-\x{30fa}\x{30fc}-\x{31ff}\x{3400}-\x{d7a3}"
    r"\x{f900}-\x{fd3d}\x{fd50}-\x{fdfb}\x{fe70}-\x{fefc}\x{ff10}-\x{ff19}"
    r"\x{ff21}-\x{ff3a}\x{ff41}-\x{ff5a}\x{ff66}-\x{ffdc}\x{20000}-\x{3ffff}"
)
WIDE = {"w": _WORD, "d": r"\p{Nd}", "s": r"\t-\r\x1c-\x20\x{85}\pZ"}
PLAIN = {"w": r"\w", "d": r"\d", "s": r"\t-\r\x1c-\x20"}
_SIGN = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL)
# Alternatives of one class of characters, once or repeated. Such a pattern cannot
# backtrack, so the standard library is as safe, and faster.
_RUN = r"(?:\[\^?(?:\\.|[^\]\\])+\]|\\[wdsWDS])\+?"
_RUNS = re.compile(rf"{_RUN}(?:\|{_RUN})*", re.DOTALL)
_FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "a": re.ASCII}


def of_runs(source: str, flags: str) -> re.Pattern[str] | None:
    """The standard library's pattern, if it cannot backtrack."""
    if not _RUNS.fullmatch(source):
        return None
    return re.compile(source, sum(_FLAGS.get(flag, 0) for flag in flags))


def built(source: str, flags: str, classes: dict[str, str], memory: int) -> Any:
    inline = flags.replace("a", "").replace("n", "")
    written = source if "a" in flags else _written(source, classes)
    pattern = f"(?{inline}){written}" if inline else written
    return re2.compile(pattern, options(flags, memory))


def options(flags: str, memory: int) -> Any:
    """memory: bytes for the automata of one pattern."""
    chosen = re2.Options()
    chosen.max_mem, chosen.log_errors = memory, False
    chosen.never_capture = "n" in flags
    return chosen


def _written(source: str, classes: dict[str, str]) -> str:
    """The same pattern in the syntax of RE2."""
    parts, in_class = [], False
    for sign in _SIGN.findall(source):
        in_class = sign == "[" or (in_class and sign != "]")
        parts.append(_sign(sign, in_class, classes))
    return "".join(parts)


def _sign(sign: str, in_class: bool, classes: dict[str, str]) -> str:
    if sign.startswith(r"\u"):
        return rf"\x{{{sign[2:]}}}"
    ranges = classes.get(sign[1:].lower()) if sign[0] == "\\" else None
    if ranges is None:
        return str(sign)
    if sign[1].isupper() and in_class:
        raise ValueError(f"{sign} inside of a class: RE2 has no word for it.")
    return ranges if in_class else f"[{'^' * sign[1].isupper()}{ranges}]"


def choices(source: str) -> list[list[str]]:
    """The tokens of each alternative of a pattern."""
    every: list[list[str]] = [[]]
    depth, in_class = 0, False
    for sign in _SIGN.findall(source):
        in_class = sign == "[" or (in_class and sign != "]")
        depth += 0 if in_class else (sign == "(") - (sign == ")")
        if sign == "|" and not depth and not in_class:
            every.append([])
        else:
            every[-1].append(sign)
    return every
