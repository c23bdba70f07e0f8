"""Each filter by which staff see only their properties' rows, and how to remove it.

A filter is named by who calls it: `staff.gaps.views.gaps`, or `ItemAdmin.get_queryset`
for what an admin inherits.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from apps.properties import access

INHERITED = ("get_queryset", "formfield_for_foreignkey")


def caller() -> str:
    """Who asks for the filter that runs, seen from below `access`."""
    frame: FrameType | None = sys._getframe(2)
    while frame and frame.f_globals["__name__"] in (access.__name__, __name__):
        owner = frame.f_locals.get("self")
        if isinstance(owner, access.Scoped) and frame.f_code.co_name in INHERITED:
            return f"{type(owner).__name__}.{frame.f_code.co_name}"
        frame = frame.f_back
    assert frame, "a door stands above"
    module = frame.f_globals["__name__"].removeprefix("apps.")
    return f"{module}.{frame.f_code.co_qualname}"


@contextmanager
def noted() -> Iterator[set[str]]:
    """The filters that the block has passed."""
    passed: set[str] = set()
    mine = access.mine

    def note(rows: Any, user: Any, path: str = "property") -> Any:
        passed.add(caller())
        return mine(rows, user, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "mine", note)
        yield passed


@contextmanager
def removed(name: str = "") -> Iterator[None]:
    """As if this one had been forgotten; without a name, as if all had been."""
    mine = access.mine

    def forget(rows: Any, user: Any, path: str = "property") -> Any:
        return rows if name in ("", caller()) else mine(rows, user, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(access, "mine", forget)
        yield
