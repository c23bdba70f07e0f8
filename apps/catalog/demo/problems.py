"""Errors in fixtures, with their location."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches


class FixtureError(Exception):
    """A fixture is invalid; the message names file, row and field."""


@dataclass(frozen=True)
class Spot:
    """A place in a fixture: the file, the row and the field, as far as known."""

    file: str
    row: str = ""
    field: str = ""

    def at(self, field: str) -> Spot:
        return replace(self, field=field)

    def error(self, problem: str) -> FixtureError:
        where = ", ".join(filter(None, (self.file, self.row, self.field)))
        return FixtureError(f"{where}: {problem}")


def unknown(word: object, choices: Iterable[str]) -> str:
    """`“priceband” is not known here; did you mean “price_band”?`"""
    names = list(choices)
    close_names = get_close_matches(str(word).lower(), names, n=1, cutoff=0.5)
    hint = (
        f"did you mean “{close_names[0]}”?"
        if close_names
        else f"known are {', '.join(names)}."
    )
    return f"“{word}” is not known here; {hint}"
