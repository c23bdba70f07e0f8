"""What the answerer is asked: the question as it was read, and the facts to tell."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from langchain_core.messages import BaseMessage, HumanMessage

from apps.concierge.answer.briefing import (
    NO_CAUTION,
    UNKNOWN,
    Briefing,
    Caution,
    SpeakerPrompt,
)
from apps.infrastructure import patterns

# Fields of what code has worked out for the time that is asked for, or for now.
COMPUTED = ("then", "now")
NOW = patterns.compile(r"\b(now|open|tonight|today|late)\b", "i")


@dataclass(frozen=True)
class Fact:
    """One sentence of a passage, with the number that cites it.

    chance: that it answers the question; 0 for what is computed. fits: fields by which
    retrieval chose the row. is_computed: whether its passage is made for this answer.
    in_language: the text in the guest's language, where code could write it.
    """

    number: int
    item_id: int
    row: str
    kind: str
    field: str
    value: str
    text: str
    chance: float = 0.0
    fits: tuple[str, ...] = ()
    is_computed: bool = False
    in_language: str = ""


@dataclass(frozen=True)
class SpeakerRequest:
    """Everything the answerer knows of a turn.

    question: in plain English; original: in the guest's words. topic: what it asks for.
    exact: the chance that the best fact answers exactly that (`answerable` where none
    is given). answerable: that it is of the row that is meant. lacking: stems of the
    question that the row has nowhere; nowhere: those that no row has. named: ids of the
    rows that it names, in order; named_as: with their names as it has them.
    talked_about: ids of the rows that "it" stands for; empty for a question without
    such a word. chosen_among: ids of the rows that "which of those?" chooses among.
    hangs_on: whether it can only be understood with what was said before; goes_on_with:
    ids of the rows that were talked about then. further: whom to ask for more.
    matching: how many rows code has found to fit; 0 where it has chosen none.
    is_need_of_row: whether needs_note is about the row that is asked about.
    is_of_all: whether every row of a list is asked for.
    no_such_day: what is said where the day that is asked about is none; else empty.
    missing: what is said where the row lacks what is asked for; else empty. misses:
    what that is, by its name in `knowledge.search.missing_facts`.
    not_mentioned: what is said of "{words}" that no record has; empty where it cannot.
    not_spoken: what comes first in a language that has no words here. order_note: why a
    list has its order, where what the guest told before has decided on it. needs_note:
    whom to ask about needs that no record names.
    """

    question: str
    original: str = ""
    facts: tuple[Fact, ...] = ()
    language: str = "en"
    topic: str = ""
    answerable: float = 0.0
    exact: float = 0.0
    unmet_share: float = 0.0
    lacking: tuple[str, ...] = ()
    nowhere: tuple[str, ...] = ()
    named: tuple[int, ...] = ()
    named_as: tuple[tuple[int, str], ...] = ()
    talked_about: tuple[int, ...] = ()
    chosen_among: tuple[int, ...] = ()
    hangs_on: bool = False
    goes_on_with: tuple[int, ...] = ()
    is_extreme: bool = False
    matching: int = 0
    is_need_of_row: bool = False
    is_of_all: bool = False
    is_comparison: bool = False
    caution: Caution = NO_CAUTION
    in_part: Caution = NO_CAUTION
    no_price: Caution = NO_CAUTION
    unknown: str = UNKNOWN
    no_such_day: str = ""
    missing: str = ""
    misses: str = ""
    not_mentioned: str = ""
    further: str = ""
    not_spoken: str = ""
    order_note: str = ""
    needs_note: str = ""


def read(messages: Sequence[BaseMessage]) -> SpeakerRequest:
    """The prompt's briefing holds the facts and how the question was read."""
    return _request(_briefing(messages), messages)


def read_parts(messages: Sequence[BaseMessage]) -> list[SpeakerRequest]:
    """One request for each part of the question; none where it is not in parts."""
    return [_request(part, messages) for part in _briefing(messages).parts]


def _briefing(messages: Sequence[BaseMessage]) -> Briefing:
    prompts = [m.briefing for m in messages if isinstance(m, SpeakerPrompt)]
    return prompts[-1] if prompts else Briefing()


def _request(briefing: Briefing, messages: Sequence[BaseMessage]) -> SpeakerRequest:
    questions = [str(m.text) for m in messages if isinstance(m, HumanMessage)]
    reading = briefing.reading
    return SpeakerRequest(
        question=reading.get("text") or (questions[-1] if questions else ""),
        original=reading.get("original", ""),
        # A retry note names what was doubted: that is not said again.
        facts=tuple(f for f in _facts(briefing) if f.text not in briefing.retry),
        language=briefing.language,
        topic=reading.get("topic", ""),
        answerable=reading.get("answerable", 0.0),
        exact=reading.get("exact", reading.get("answerable", 0.0)),
        unmet_share=reading.get("unmet_share", 0.0),
        lacking=tuple(reading.get("lacking", ())),
        nowhere=tuple(reading.get("nowhere", ())),
        named=tuple(reading.get("named", ())),
        named_as=tuple((row, name) for row, name in reading.get("named_as", ())),
        talked_about=tuple(reading.get("talked_about", ())),
        chosen_among=tuple(reading.get("chosen_among", ())),
        hangs_on=bool(reading.get("hangs_on")),
        goes_on_with=tuple(reading.get("goes_on_with", ())),
        is_extreme=bool(reading.get("is_extreme")),
        matching=reading.get("matching", 0),
        is_need_of_row=reading.get("is_need_of_row", False),
        is_of_all=bool(reading.get("is_of_all")),
        is_comparison=bool(reading.get("compared")),
        caution=briefing.caution,
        in_part=briefing.in_part,
        no_price=briefing.no_price,
        unknown=briefing.unknown,
        no_such_day=briefing.no_such_day,
        missing=briefing.missing,
        misses=(reading.get("missing") or {}).get("what", ""),
        not_mentioned=briefing.not_mentioned,
        further=briefing.further,
        not_spoken=briefing.not_spoken,
        order_note=briefing.order_note,
        needs_note=briefing.needs_note,
    )


def _facts(briefing: Briefing) -> Iterator[Fact]:
    """Each sentence of a row once, with the number of its first passage.

    Of a part, those of its own passages.
    """
    facts: dict[tuple[int, str], Fact] = {}
    for number, passage in enumerate(briefing.passages, 1):
        row = passage["metadata"]
        if briefing.number and row["part"] != briefing.number:
            continue
        for line in row["sentences"]:
            fact = Fact(
                number=number,
                item_id=row["item_id"],
                row=row["item_name"],
                kind=row["category"],
                field=line["field"],
                value=line["value"],
                text=" ".join(line["text"].split()),
                chance=line.get("chance", 0.0),
                fits=tuple(row["fits"].split()),
                is_computed=not row["passage_id"],
                in_language=line.get("in_language", ""),
            )
            if fact.text:
                facts.setdefault((fact.item_id, fact.text), fact)
    yield from facts.values()


def best_of(facts: Sequence[Fact]) -> Fact:
    return max(facts, key=lambda fact: fact.chance)


def by_row(facts: Iterable[Fact]) -> dict[int, list[Fact]]:
    rows: dict[int, list[Fact]] = {}
    for fact in facts:
        rows.setdefault(fact.item_id, []).append(fact)
    return rows


def distinct(facts: Iterable[Fact]) -> list[Fact]:
    return list(dict.fromkeys(facts))
