"""The record that says whether somebody is old enough, cited."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from apps.concierge import replies
from apps.concierge.answer.citations import CitationMarkers
from apps.concierge.answer.prompt import missing_fact
from apps.concierge.context import Context, Named, Results
from apps.concierge.state import Citation
from apps.infrastructure import patterns
from apps.language.word_forms import content, stems

FIELD = "minimum_age"
GAMING = "gaming"
# A record about an age is quoted when it is more likely than not what is asked about.
QUOTED_FROM = 0.5
# Words of any sentence about the young.
_COMMON = "guest guests under age ages minor minors child children kid kids welcome"
_OWN_ROOM = patterns.compile(
    r"\b(book|rent|reserve|check.?in|alone|by (him|her|them)sel\w+|own room)\b", "i"
)
_AGE = patterns.compile(r"\d+")
Passage = Mapping[str, Any]
Line = Mapping[str, Any]


@dataclass(frozen=True)
class Quotation:
    """text: with the numbers of its sources; empty where no record answers."""

    text: str = ""
    citations: list[Citation] = field(default_factory=list)


def quote(question: str, results: Results, context: Context) -> Quotation:
    """The age at the place that is asked about, or the staff's answer to the question;
    what the law permits of it; that the place has none in the records.

    Empty where neither is certain.
    """
    rows = context.search.named(question)
    named = {row.item_id: row.title for row in rows}
    if permitted := _permitted(question, context) if not named else "":
        return Quotation(permitted)
    best = max(_lines(results), key=lambda pair: pair[1].get("chance", 0), default=None)
    if best and results.reading.get("exact", 0.0) >= QUOTED_FROM:
        passage, line = best
        is_named = not named or passage["metadata"]["item_id"] in named
        if text := _text(passage, line, context) if is_named else "":
            return _cited(text, passage, line)
    own_age = _age_at_named(rows, context)
    if own_age.text:
        return own_age
    return Quotation(missing_fact(results.reading, context))


def _permitted(question: str, context: Context) -> str:
    """What the young may do, where the question has a word of that alone: "can my son
    at least come into the hotel?". Who asks for a room of his own is not told so."""
    resort, words = context.resort, content(stems(question))
    if context.language != replies.FIRST_LANGUAGE or _OWN_ROOM.search(question):
        return ""
    common_words = stems(f"{resort.minors_may_not} {_COMMON}")
    is_of_that = words & content(stems(resort.minors_may)) - {*common_words}
    return resort.minors_may if is_of_that else ""


def _lines(results: Results) -> Iterator[tuple[Passage, Line]]:
    for passage in results.passages:
        for line in passage["metadata"]["sentences"]:
            yield passage, line


def _text(passage: Passage, line: Line, context: Context) -> str:
    row = passage["metadata"]
    if line["field"] == FIELD:
        return _age_at(row["item_name"], row["category"], line["value"], context)
    is_readable = context.language == replies.FIRST_LANGUAGE
    return str(line["text"]) if row["category"] == "faq" and is_readable else ""


def _age_at_named(rows: Sequence[Named], context: Context) -> Quotation:
    """The age at a place that the question names and whose record comes later."""
    for row in rows:
        age = context.search.facets(row.item_id).get(FIELD, "")
        if text := _age_at(row.title, row.kind, age, context):
            return Quotation(text)
    return Quotation()


def _age_at(name: str, kind: str, value: str, context: Context) -> str:
    """Empty for the age of the law among the games, which is told in any case and does
    not say who may walk past them."""
    age = _AGE.search(value)
    if not age:
        return ""
    if kind == GAMING and int(age[0]) == context.resort.gaming_age:
        return ""
    return replies.say("age_of_row", context.language, name=name, age=age[0])


def _cited(text: str, passage: Passage, line: Line) -> Quotation:
    of_line = {**passage["metadata"], "sentences": [line]}
    markers = CitationMarkers([{**passage, "metadata": of_line}])
    return Quotation(markers.feed(f"{text} [1]") + markers.flush(), markers.citations)
