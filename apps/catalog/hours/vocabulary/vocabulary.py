"""The words and patterns for opening hours in one language."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import time


@dataclass(frozen=True)
class Vocabulary:
    """Patterns are filled with `str.format`; weekdays begin with Monday."""

    weekdays: tuple[str, ...]
    months: tuple[str, ...]
    clock: Callable[[time], str]
    long_day: str
    both: str
    comma: str
    span: str
    day_span: str
    every_day: str
    whole_day: str
    whole_day_from: str
    hours_of_days: str
    closed_on: str
    open_always: str
    open_until: str
    open_until_soon: str
    open_until_day: str
    closed: str
    closed_because: str
    opens_today: str
    opens_on: str
    not_soon: str
    open_then: str
    closed_then: str
    exception: str
    exception_closed: str
    because: str
    tonight: str
    today: str
    tomorrow: str
    on_day: str
    began: str
    semicolon: str = "; "
