"""What a conversation is about, as one value that a turn hands to the next.

`concierge.nodes.respond` alone writes it, from the guest's words and the rows that the
answer cites; fixed replies never change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

MAX_ROWS = 8


@dataclass(frozen=True)
class Subject:
    """rows: ids of the rows talked about, the nearest first. is_list: whether the last
    answer listed them. topic: what was asked of them. question: in plain English.
    statements: the sentences that were told.
    """

    rows: tuple[int, ...] = ()
    is_list: bool = False
    topic: str = ""
    question: str = ""
    statements: tuple[str, ...] = ()

    def stored(self) -> dict[str, Any]:
        """As JSON, for the state of the graph."""
        return {name: _plain(value) for name, value in asdict(self).items()}


NO_SUBJECT = Subject()


def read(stored: dict[str, Any] | None) -> Subject:
    """The subject of a stored state; an empty one for a thread that has none yet."""
    if not stored:
        return Subject()
    return Subject(
        rows=tuple(stored.get("rows", ())),
        is_list=bool(stored.get("is_list")),
        topic=stored.get("topic", ""),
        question=stored.get("question", ""),
        statements=tuple(stored.get("statements", ())),
    )


def after(
    rows: Sequence[int], topic: str, question: str, statements: Sequence[str]
) -> Subject:
    """The subject once these rows have been cited in an answer."""
    distinct = tuple(dict.fromkeys(rows))[:MAX_ROWS]
    return Subject(distinct, len(distinct) > 1, topic, question, tuple(statements))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
