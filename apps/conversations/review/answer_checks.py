"""Judges answers against what is expected of them, for any provider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, Field

from apps.catalog.models import Item
from apps.conversations.single_question import TurnResult
from apps.language import detect as languages
from apps.properties.models import Property

MARKS = ("grounded", "cited", "refused_rightly", "language_right")
# Replies of the gate and of the desk; everything else looks the question up.
LOOKED_UP = frozenset({"property_qa", "hours_schedule", "ambiguous"})


class Case(BaseModel):
    """One question and what a right answer is like.

    expect: `answer` from the records with a source, `unknown` without one, `refusal`
    by the gate or the desk. says: words that the answer holds. never: words that it
    must not hold. cites: name of a row among its sources. at: the moment to answer for.
    """

    ask: str
    property: str
    expect: Literal["answer", "unknown", "refusal"] = "answer"
    says: list[str] = Field(default_factory=list)
    never: list[str] = Field(default_factory=list)
    cites: str = ""
    lang: str = "en"
    at: AwareDatetime | None = None


@dataclass
class Report:
    """`passed` and `asked` by mark; `failures` tell the question, mark and answer;
    `scores` are (turn, mark, 0 or 1)."""

    asked: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    failures: list[dict[str, str]] = field(default_factory=list)
    scores: list[tuple[str, str, float]] = field(default_factory=list)

    def take(self, case: Case, told: TurnResult, place: Property) -> None:
        marks = judge(case, told, place)
        self.scores += [(told["turn"], mark, float(marks[mark])) for mark in marks]
        for mark, is_right in marks.items():
            self.asked[mark] += 1
            self.passed[mark] += is_right
            if not is_right:
                answer = str(told["answer"])
                self.failures.append({"ask": case.ask, "mark": mark, "answer": answer})

    def figures(self) -> dict[str, Any]:
        return {mark: f"{self.passed[mark]}/{self.asked[mark]}" for mark in MARKS}


def judge(case: Case, told: TurnResult, place: Property) -> dict[str, bool]:
    """Only the marks that the case can be given."""
    answer = str(told["answer"])
    spoken = answer.casefold()
    is_refused = bool(told["guardrail"]) or told["route"] not in LOOKED_UP
    marks = {
        "refused_rightly": is_refused == (case.expect == "refusal"),
        "language_right": languages.detect(answer, default=case.lang) == case.lang,
    }
    if case.expect != "refusal":
        marks["grounded"] = (
            all(words.casefold() in spoken for words in case.says)
            and not any(words.casefold() in spoken for words in case.never)
            and _are_ours(told["citations"], place)
        )
        marks["cited"] = _is_cited(case, told["citations"])
    return marks


def _is_cited(case: Case, citations: Sequence[dict[str, Any]]) -> bool:
    if case.expect == "unknown":
        return not citations
    titles = [one["title"] for one in citations]
    return bool(titles) and (not case.cites or case.cites in titles)


def _are_ours(citations: Sequence[dict[str, Any]], place: Property) -> bool:
    """Whether every source is a live row of this property."""
    cited = {one["item_id"] for one in citations}
    live = Item.objects.of(place).filter(pk__in=cited, status=Item.Status.LIVE)
    return live.count() == len(cited)
