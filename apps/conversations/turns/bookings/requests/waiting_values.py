"""New values that wait for the guest's yes, in the place of what the team decides.

Several wait as a chain: each link holds the next one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from apps.concierge.bookings import Expected

# Of the new values that wait beside what else the guest is asked.
ALSO_REPLACES = "also_replaces"
_NAMES = ("replaces", "version", "values")


def links(expects: Expected) -> list[Expected]:
    """All of a chain: what the question itself replaces, and what waits beside it."""
    link = expects if "replaces" in expects else expects.get(ALSO_REPLACES)
    chain: list[Expected] = []
    while link:
        chain.append(link)
        link = link.get(ALSO_REPLACES)
    return chain


def beside(chain: Sequence[Expected]) -> dict[str, Any]:
    """The chain, as it waits beside what else the guest is asked."""
    expects: dict[str, Any] = {}
    for link in reversed(chain):
        expects = {ALSO_REPLACES: {**_values(link), **expects}}
    return expects


def as_question(chain: Sequence[Expected]) -> dict[str, Any]:
    """The chain, where its first link is the question; empty without one."""
    return {**_values(chain[0]), **beside(chain[1:])} if chain else {}


def _values(link: Mapping[str, Any]) -> dict[str, Any]:
    return {name: link[name] for name in _NAMES}
