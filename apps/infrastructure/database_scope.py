"""Which properties' rows the work of this context may see and write.

PostgreSQL's policies ask for it (`row_policies.py`). Without a scope there are no rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# What the policies read, as ids with commas between them.
SETTING = "concierge.properties"
ALL = "all"
# No property has this id.
NONE = "0"
# Of work that has entered no scope: it sees nothing.
UNSCOPED = ""
_entered: ContextVar[str] = ContextVar("property_scope", default="")


def current() -> str:
    """The value of the setting for this context."""
    return _entered.get() or UNSCOPED


@contextmanager
def scoped_to(*property_ids: int) -> Iterator[None]:
    """The rows of these properties, also in tasks that this context starts."""
    with entered(",".join(str(int(each)) for each in property_ids) or NONE):
        yield


@contextmanager
def all_properties() -> Iterator[None]:
    """Every row; for commands, for sweeps, and to find whose a row is."""
    with entered(ALL):
        yield


@contextmanager
def entered(scope: str) -> Iterator[None]:
    """The scope that `current` gave elsewhere, such as where a task was sent."""
    before = _entered.set(scope)
    try:
        yield
    finally:
        _entered.reset(before)


def enter(scope: str) -> None:
    """For whoever never leaves, such as a process that serves all properties."""
    _entered.set(scope)
