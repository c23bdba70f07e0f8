"""Prompts are markdown files with `$names`; the hash of what was sent goes with it.

`concierge.brief.md` is a version of `concierge.md`: each of its sections takes the
place of the one with the same heading, and the rest stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from string import Template
from typing import Any
from xml.sax.saxutils import escape, quoteattr

FOLDER = Path(__file__).parent
# Of the records, kept escaped: most turns tell the same ones, to several models.
MAX_TEXTS = 4096
# Templates that somebody tries, by name.
_tried: ContextVar[Mapping[str, str] | None] = ContextVar("tried", default=None)


@dataclass(frozen=True)
class Prompt:
    """A rendered prompt, and the hash of its template: the version it was made from."""

    text: str
    template_hash: str


def render(name: str, version: str = "", **values: object) -> Prompt:
    """Fill a template; raises KeyError when a value is missing."""
    texts = _tried.get()
    if texts and name in texts:
        template, digest = _parsed(texts[name])
    else:
        template, digest = _load(name, version)
    return Prompt(template.substitute(values), digest)


@contextmanager
def tried(name: str, text: str) -> Iterator[None]:
    """In the block, prompts of this name, whatever their version, are made from `text`;
    an empty text changes nothing."""
    before = _tried.set({name: text} if text else None)
    try:
        yield
    finally:
        _tried.reset(before)


def escaped(text: object) -> str:
    """Words of a guest or a model, escaped: they cannot close an element."""
    return escape(str(text))


def passages(retrieved: Sequence[Mapping[str, Any]]) -> str:
    """One `<passage n="1" ...>` element each, with a `[field] sentence` line a fact.

    A passage that two parts of a question share stands there once.
    """
    numbers: dict[tuple[int, str], int] = {}
    for number, passage in enumerate(retrieved, 1):
        row = passage["metadata"]
        key = (row["item_id"], _lines(passage)) if row.get("part") else (0, str(number))
        numbers.setdefault(key, number)
    return "\n".join(
        _passage(number, retrieved[number - 1]) for number in numbers.values()
    )


def tool_result(note: str, retrieved: Sequence[Mapping[str, Any]], first: int) -> str:
    """A `<result>` element with the passages that a tool has brought, or a note.

    first: the number of the first of them among all passages of the answer.
    """
    texts = [_passage(number, own) for number, own in enumerate(retrieved, first)]
    return "\n".join(["<result>", *filter(None, [escape(note)]), *texts, "</result>"])


def source(name: str, version: str = "") -> str:
    """A template as it is written, with the sections of a version in their places.

    Raises KeyError for a section that the template does not have.
    """
    sections = _sections(name)
    for heading, text in _sections(f"{name}.{version}").items() if version else ():
        if heading not in sections:
            raise KeyError(heading)
        sections[heading] = text
    return "".join(sections.values())


def versions(name: str) -> list[str]:
    """The versions that a template has, in the order of their names."""
    return sorted(path.name.split(".")[1] for path in FOLDER.glob(f"{name}.*.md"))


def _sections(name: str) -> dict[str, str]:
    """Texts by their headings; what comes before the first one has an empty heading."""
    sections: dict[str, str] = {}
    heading = ""
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    for line in text.splitlines(keepends=True):
        heading = line if line.startswith("# ") else heading
        sections[heading] = sections.get(heading, "") + line
    return sections


def _passage(number: int, passage: Mapping[str, Any]) -> str:
    row = passage["metadata"]
    attributes = {
        "n": str(number),
        "row": row["item_name"],
        "kind": row["category"],
        "field": row["field_group"],
        "about": row["title"],
        "score": f"{passage['score']:.2f}",
    }
    if row["fits"]:
        attributes["fits"] = row["fits"]
    head = " ".join(f"{name}={_quoted(value)}" for name, value in attributes.items())
    return f"<passage {head}>\n{_lines(passage)}\n</passage>"


def _lines(passage: Mapping[str, Any]) -> str:
    return "\n".join(
        f"[{line['field']}] {_on_one_line(line['text'])}"
        for line in passage["metadata"]["sentences"]
    )


@lru_cache(maxsize=MAX_TEXTS)
def _quoted(value: str) -> str:
    return quoteattr(value)


@lru_cache(maxsize=MAX_TEXTS)
def _on_one_line(text: str) -> str:
    """Escaped."""
    return escape(" ".join(text.split()))


@cache
def _load(name: str, version: str) -> tuple[Template, str]:
    return _parsed(source(name, version))


def _parsed(text: str) -> tuple[Template, str]:
    return Template(text), hashlib.sha256(text.encode()).hexdigest()
