"""Checks answers against evaluation cases, for any provider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, Field

from apps.catalog.models import Item
from apps.concierge.tools import passages as tools
from apps.conversations.single_question import TurnResult
from apps.language import detect as languages
from apps.properties.models import Property

MARKS = ("grounded", "cited", "refused_rightly", "language_right")
# Sources that are no row of the catalog.
NO_ROWS = frozenset({"booking", "document", *tools.CATEGORIES})
# Whether the passages held what the answer needs.
CONTEXT = "context_recall"
# Routes that look the question up; all others refuse or give a fixed reply.
LOOKED_UP = frozenset({"property_qa", "hours_schedule", "ambiguous", "bookings"})


class Case(BaseModel):
    """A question and what its answer must be like.

    expect: `answer` with a source from the records, `unknown` without one, `reply`, a
    question or a notice about bookings, which needs none, `refusal`. before: what the
    guest has said in the same conversation.
    says: words that the answer, or the card of a request with it, must contain. never:
    words that they must not contain.
    cites: name of a row that must be among its sources. at: the moment to answer for.
    needs: words that the passages must hold; those that the answer says by default.
    """

    ask: str
    property: str
    expect: Literal["answer", "unknown", "reply", "refusal"] = "answer"
    says: list[str] = Field(default_factory=list)
    never: list[str] = Field(default_factory=list)
    cites: str = ""
    lang: str = "en"
    at: AwareDatetime | None = None
    needs: list[str] = Field(default_factory=list)
    before: list[str] = Field(default_factory=list)


@dataclass
class Report:
    """The results of a run.

    checked, passed: counts by mark. failures: question, mark and answer. scores: (turn,
    mark, 0 or 1). with_context: whether to check the passages as well.
    """

    checked: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, str]] = field(default_factory=list)
    scores: list[tuple[str, str, float]] = field(default_factory=list)
    with_context: bool = False

    def take(self, case: Case, result: TurnResult, place: Property) -> None:
        marks = judge(case, result, place)
        if self.with_context and case.expect == "answer":
            marks[CONTEXT] = is_recalled(case, result["passages"])
        self.scores += [(result["turn"], mark, float(marks[mark])) for mark in marks]
        for mark, is_right in marks.items():
            self.checked[mark] += 1
            self.passed[mark] += is_right
            if not is_right:
                answer = str(result["answer"])
                self.failures.append({"ask": case.ask, "mark": mark, "answer": answer})

    def figures(self) -> dict[str, Any]:
        marks = (*MARKS, CONTEXT) if self.with_context else MARKS
        return {mark: f"{self.passed[mark]}/{self.checked[mark]}" for mark in marks}


def judge(case: Case, result: TurnResult, place: Property) -> dict[str, bool]:
    """Whether the answer passes, for each mark that applies to the case."""
    answer = str(result["answer"])
    spoken = _with_cards(answer, result["requests"]).casefold()
    is_refused = bool(result["guardrail"]) or result["route"] not in LOOKED_UP
    marks = {
        "refused_rightly": is_refused == (case.expect == "refusal"),
        "language_right": languages.detect(answer, default=case.lang) == case.lang,
    }
    if case.expect != "refusal":
        marks["grounded"] = (
            all(words.casefold() in spoken for words in case.says)
            and not any(words.casefold() in spoken for words in case.never)
            and _are_ours(result["citations"], place)
        )
    if case.expect in ("answer", "unknown"):
        marks["cited"] = _is_cited(case, result["citations"])
    return marks


def _with_cards(answer: str, cards: Sequence[dict[str, Any]]) -> str:
    """All that the guest reads: a card holds what its answer leaves out."""
    texts = [answer]
    for card in cards:
        texts += [card["title"], *(line["value"] for line in card["lines"])]
    return "\n".join(texts)


def is_recalled(case: Case, passages: Sequence[dict[str, str]]) -> bool:
    """Whether the row to cite and all words needed are among the passages."""
    texts = [passage["text"].casefold() for passage in passages]
    rows = {passage["row"] for passage in passages}
    has_row = case.cites in rows if case.cites else bool(rows)
    return has_row and all(
        any(words.casefold() in text for text in texts)
        for words in case.needs or case.says
    )


def _is_cited(case: Case, citations: Sequence[dict[str, Any]]) -> bool:
    if case.expect == "unknown":
        return not citations
    titles = [citation["title"] for citation in citations]
    return bool(titles) and (not case.cites or case.cites in titles)


def _are_ours(citations: Sequence[dict[str, Any]], place: Property) -> bool:
    """Whether every source is a live row of this property, or no row at all."""
    cited = {own["item_id"] for own in citations if own["category"] not in NO_ROWS}
    live = Item.objects.of(place).filter(pk__in=cited, status=Item.Status.LIVE)
    return live.count() == len(cited)
