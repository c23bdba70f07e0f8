"""Writes passages into a prompt as numbered data that cannot break out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr


def passages(found: Sequence[Mapping[str, Any]]) -> str:
    """One `<passage n="1" ...>` element each, a `[field] sentence` line a fact."""
    return "\n".join(_passage(number, one) for number, one in enumerate(found, 1))


def _passage(number: int, found: Mapping[str, Any]) -> str:
    row = found["metadata"]
    attributes = {
        "n": str(number),
        "row": row["item_name"],
        "kind": row["category"],
        "field": row["field_group"],
        "about": row["title"],
        "score": f"{found['score']:.2f}",
    }
    if row["fits"]:
        attributes["fits"] = row["fits"]
    head = " ".join(f"{name}={quoteattr(value)}" for name, value in attributes.items())
    lines = "\n".join(
        f"[{line['field']}] {escape(' '.join(line['text'].split()))}"
        for line in row["sentences"]
    )
    return f"<passage {head}>\n{lines}\n</passage>"
