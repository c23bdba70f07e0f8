"""Lets a speaker say false sentences, and counts those that reach the guest."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from langchain_core.messages import AIMessageChunk, BaseMessage
from pydantic import BaseModel

from apps.concierge.answer import stream
from apps.concierge.answer.citations import CitationMarkers
from apps.concierge.answer.stream import AnswerStream
from apps.concierge.fact_check.evidence import Evidence
from apps.concierge.fact_check.stream_check import StreamCheck, UnsupportedClaim
from apps.knowledge import property_snapshot
from apps.knowledge.models import item_of
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.llm.providers import ToolSchema
from apps.privacy.streaming import Redactor
from apps.properties.models import Property
from benchmarks.fact_check.lies import FIGURE, TIME, Lie, lies

PASSAGE_COUNT = 7
Schema = TypeVar("Schema", bound=BaseModel)
FIRST_MOMENT = datetime(2026, 11, 20, 6, tzinfo=UTC)


class Parrot:
    """A `ChatModel` that streams a given text in pieces of any length."""

    provider = name = "parrot"

    def __init__(self, text: str, rng: random.Random) -> None:
        self._text, self._rng = text, rng

    async def stream(
        self, _: list[BaseMessage], tools: Sequence[ToolSchema] = ()
    ) -> AsyncIterator[AIMessageChunk]:
        start = 0
        while start < len(self._text):
            size = self._rng.choice([1, 2, 3, 5, 8, 13, 40])
            yield AIMessageChunk(content=self._text[start : start + size])
            start += size

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        raise NotImplementedError("A parrot has no structured output.")


@dataclass
class Tally:
    """Lies by kind, sent and shown; truths, sent and held back; examples of faults."""

    lies: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    truth_count: int = 0
    held_count: int = 0
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """Passages of a turn, and a true sentence of one of them with its citation.

    names: of the other rows.
    """

    place: Property
    at: datetime
    passages: list[Found]
    row_name: str
    sentence: str
    citation: str
    names: list[str]
    snapshot: PropertySnapshot


def measure(count: int, seed: int) -> Tally:
    """Sends `count` lies, and the truths beside them, through the production stream."""
    rng, tally = random.Random(seed), Tally()  # noqa: S311 - a reproducible experiment
    all_cases = cases(rng)
    with asyncio.Runner() as runner:
        while sum(tally.lies.values()) < count:
            case = next(all_cases)
            runner.run(_truth(case, tally, rng))
            passages = " ".join(passage["content"] for passage in case.passages)
            for lie in lies(case.sentence, case.row_name, case.names, rng):
                if lie.text in passages:
                    continue  # true of the other row as well
                runner.run(_lie(case, lie, tally, rng))
                if lie.question and FIGURE.fullmatch(lie.piece):
                    runner.run(_denial(case, lie, tally, rng))
    return tally


def cases(rng: random.Random) -> Iterator[Case]:
    """Endless turns about rows of all properties, at moments of two weeks."""
    snapshots = [
        property_snapshot.of(place.pk) for place in Property.objects.order_by("slug")
    ]
    snapshots = [
        snapshot for snapshot in snapshots if len(snapshot.passages) > PASSAGE_COUNT
    ]
    while True:
        yield _case(rng.choice(snapshots), rng)


def _case(snapshot: PropertySnapshot, rng: random.Random) -> Case:
    at = FIRST_MOMENT + timedelta(minutes=rng.randrange(14 * 24 * 60))
    at = at.astimezone(snapshot.place.zone)
    subject = rng.choice(list(snapshot.passages.values()))
    own_ids = [
        passage_id
        for passage_id, passage in snapshot.passages.items()
        if passage.item_id == subject.item_id
    ]
    other_ids = [key for key in snapshot.passages if key not in own_ids]
    passage_ids = [*own_ids, *rng.sample(other_ids, PASSAGE_COUNT - len(own_ids))]
    rng.shuffle(passage_ids)
    passages = results.load([(key, 0.5) for key in passage_ids], snapshot, at)
    number = rng.choice([n for n, key in enumerate(passage_ids) if key in own_ids])
    line = rng.choice(passages[number]["metadata"]["sentences"])
    items = snapshot.rows.values()
    names = sorted({item.name for item in items if item.kind != "faq"})
    own_name = item_of(subject).name
    return Case(
        place=snapshot.place,
        at=at,
        passages=passages,
        row_name=own_name,
        sentence=line["text"].rstrip("."),
        citation=f"[{number + 1}]",
        names=[name for name in names if name != own_name],
        snapshot=snapshot,
    )


async def _truth(case: Case, tally: Tally, rng: random.Random) -> None:
    truth = _reworded(case.sentence, rng)
    text = f"{_opening(rng)}{truth}. {case.citation} {_opening(rng)}"
    shown, objection = await _shown(case, text, rng)
    tally.truth_count += 1
    if objection:
        tally.held_count += 1
        tally.examples.append(f"held back: {truth} ({objection})")
    elif truth not in shown:
        raise AssertionError(f"“{truth}” was neither shown nor held back.")


async def _lie(case: Case, lie: Lie, tally: Tally, rng: random.Random) -> None:
    tally.lies[lie.kind] += 1
    text = f"{_opening(rng)}{lie.text}. {case.citation} Enjoy your evening."
    shown, objection = await _shown(case, text, rng, lie.question)
    # The citation gives another row away, so only the whole answer counts there.
    if objection is None or (lie.kind != "other row" and lie.piece in shown):
        tally.shown[lie.kind] += 1
        tally.examples.append(f"shown ({lie.kind}, {lie.piece}): {lie.text}")


async def _denial(case: Case, lie: Lie, tally: Tally, rng: random.Random) -> None:
    """A truth that repeats the false figure of the guest's question."""
    denial = f"No, it is not {lie.piece}"
    text = f"{denial}. {case.sentence}. {case.citation}"
    shown, objection = await _shown(case, text, rng, lie.question)
    tally.truth_count += 1
    if objection or denial not in shown:
        tally.held_count += 1
        tally.examples.append(f"held back: {denial} ({objection})")


async def _shown(
    case: Case, text: str, rng: random.Random, question: str = ""
) -> tuple[str, str | None]:
    """What a guest saw, and what the fact check objected to, if anything."""
    shown: list[str] = []
    place = case.place
    passages: list[Any] = list(case.passages)
    evidence = Evidence(
        passages,
        [f"{place.name} {place.phone} {place.website}"],
        case.at,
        case.snapshot.exact_names,
        guest_texts=[question or "What can you tell me?"],
    )
    filters = AnswerStream(
        StreamCheck(evidence), Redactor(lambda _: True), CitationMarkers(passages)
    )
    try:
        await stream.speak(Parrot(text, rng), [], filters, shown.append)
    except UnsupportedClaim as problem:
        return "".join(shown), str(problem)
    return "".join(shown), None


def _opening(rng: random.Random) -> str:
    return rng.choice(
        [
            "",
            "",
            "Certainly. ",
            "Here is what I know: ",
            "With pleasure! ",
            "Of course. ",
        ]
    )


def _reworded(sentence: str, rng: random.Random) -> str:
    """The same fact with its hours in another spelling."""
    style = rng.choice(_STYLES)
    return TIME.sub(lambda match: style(int(match[1]), match[2], match[3]), sentence)


_STYLES: tuple[Callable[[int, str, str], str], ...] = (
    lambda hour, minute, half: f"{hour}:{minute} {half}",
    lambda hour, minute, half: f"{hour}:{minute}{half.lower()}",
    lambda hour, minute, half: f"{hour}:{minute} {half[0].lower()}.m.",
    lambda hour, minute, half: (
        f"{hour} {half}" if minute == "00" else f"{hour}:{minute} {half}"
    ),
    lambda hour, minute, half: f"{hour % 12 + 12 * (half == 'PM'):02d}:{minute}",
)
