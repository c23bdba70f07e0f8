"""Reads the speaker's prompt: the numbered passages, the moment, the place in focus."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from apps.infrastructure import patterns
from apps.language.translation import question_words
from apps.language.word_forms import stems

# What is said when the prompt brings no sentence of its own.
UNKNOWN = "I am sorry, the resort's records do not hold that."

_PASSAGES = patterns.compile(r"<passages>\s*((?:<passage .*?)?)</passages>", "s")
_PASSAGE = patterns.compile(r"<passage ([^>]*)>(.*?)</passage>", "s")
_ATTRIBUTE = patterns.compile(r"([a-z]+)=(?:\"([^\"]*)\"|'([^']*)')")
_FACT = patterns.compile(r"^\[([a-z0-9_]+)\] (.+)$")
_NOW = patterns.compile(r"\w+, (\w+ \d{1,2}, \d{4})")
_ELEMENTS = {
    name: patterns.compile(rf"<{name}>([^<]*)</{name}>")
    for name in ("language", "focus", "now", "unknown", "retry")
}


@dataclass(frozen=True)
class Fact:
    """One line of a passage, with the number that cites it.

    fits: fields by which the row was chosen for this question, before it was asked.
    """

    number: int
    row: str
    kind: str
    about: str
    field: str
    text: str
    score: float = 0.0
    fits: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of the sentence and of the row it belongs to."""
        return frozenset(stems(f"{self.row} {self.text}"))


@dataclass(frozen=True)
class Reading:
    """Everything the offline speaker knows of a turn."""

    question: str
    facts: tuple[Fact, ...] = ()
    before: str = ""
    said: str = ""
    focus: str = ""
    today: date | None = None
    unknown: str = UNKNOWN
    retry: str = ""


def read(messages: Sequence[BaseMessage]) -> Reading:
    """The last guest message is the question; the system message holds the rest."""
    system = "\n".join(str(m.text) for m in messages if isinstance(m, SystemMessage))
    asked = [str(m.text) for m in messages if isinstance(m, HumanMessage)]
    answers = [str(m.text) for m in messages if isinstance(m, AIMessage)]
    language = _element("language", system)
    return Reading(
        question=question_words.english(asked[-1], language) if asked else "",
        facts=tuple(_facts(system)),
        before=question_words.english(asked[-2], language) if len(asked) > 1 else "",
        said=answers[-1] if answers else "",
        focus=_element("focus", system),
        today=_today(_element("now", system)),
        unknown=_element("unknown", system) or UNKNOWN,
        retry=_element("retry", "\n".join([system, *asked[-1:]])),
    )


def _facts(system: str) -> list[Fact]:
    fences = _PASSAGES.findall(system)
    if not fences:
        return []
    facts: dict[tuple[str, str], Fact] = {}
    for attributes, body in _PASSAGE.findall(fences[-1]):
        pairs = _ATTRIBUTE.findall(attributes)
        named = {key: html.unescape(one or two) for key, one, two in pairs}
        for fact in _lines(named, body):
            facts.setdefault((fact.row, fact.text), fact)
    return list(facts.values())


def _lines(passage: dict[str, str], body: str) -> list[Fact]:
    found = (_FACT.match(line.strip()) for line in body.splitlines())
    row = passage.get("row", "")
    return [
        Fact(
            number=int(passage.get("n", "0")),
            row=row,
            kind=passage.get("kind", ""),
            about=passage.get("about", "") or row,
            field=line[1],
            text=html.unescape(line[2]).strip(),
            score=float(passage.get("score") or 0),
            fits=tuple(passage.get("fits", "").split()),
        )
        for line in found
        if line
    ]


def _element(name: str, text: str) -> str:
    """The last one: the prompt may speak of an element before it brings it."""
    found: list[str] = _ELEMENTS[name].findall(text)
    return html.unescape(found[-1]).strip() if found else ""


def _today(now: str) -> date | None:
    """From `Friday, November 20, 2026, 7:42 PM`."""
    found = _NOW.match(now)
    if not found:
        return None
    try:
        return datetime.strptime(found[1], "%B %d, %Y").date()  # noqa: DTZ007 - a day
    except ValueError:
        return None
