"""Plants false sentences in a speaker's mouth and counts what reaches the guest."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
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
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.search import results
from apps.knowledge.search.results import Found
from apps.privacy.streaming import Redactor
from apps.properties.models import Property
from benchmarks.fact_check.lies import FIGURE, TIME, Lie, lies

PASSAGES = 7
Schema = TypeVar("Schema", bound=BaseModel)
FIRST_MOMENT = datetime(2026, 11, 20, 6, tzinfo=UTC)


class Parrot:
    """A `ChatModel` that says what it is told, in pieces of any length."""

    provider = name = "parrot"

    def __init__(self, text: str, dice: random.Random) -> None:
        self._text, self._dice = text, dice

    async def stream(self, _: list[BaseMessage]) -> AsyncIterator[AIMessageChunk]:
        rest = self._text
        while rest:
            size = self._dice.choice([1, 2, 3, 5, 8, 13, 40])
            yield AIMessageChunk(content=rest[:size])
            rest = rest[size:]

    async def structured(
        self, messages: list[BaseMessage], schema: type[Schema]
    ) -> Schema:
        raise NotImplementedError("A parrot fills in no forms.")


@dataclass
class Tally:
    """What became of lies and of true sentences; examples of what went wrong."""

    lies: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)
    truths: int = 0
    held: int = 0
    examples: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Case:
    """Passages of a turn, and a true sentence about one of them with its mark."""

    place: Property
    at: datetime
    found: list[Found]
    row: str
    sentence: str
    mark: str
    names: list[str]
    snapshot: PropertySnapshot


def measure(count: int, seed: int) -> Tally:
    """Tells `count` lies, and as many truths, through the production stream."""
    dice, tally = random.Random(seed), Tally()  # noqa: S311 - a reproducible experiment
    stock = cases(dice)
    with asyncio.Runner() as runner:
        while sum(tally.lies.values()) < count:
            case = next(stock)
            runner.run(_truth(case, tally, dice))
            told = " ".join(one["content"] for one in case.found)
            for lie in lies(case.sentence, case.row, case.names, dice):
                if lie.text in told:
                    continue  # true of the other row as well
                runner.run(_lie(case, lie, tally, dice))
                if lie.asked and FIGURE.fullmatch(lie.piece):
                    runner.run(_denial(case, lie, tally, dice))
    return tally


def cases(dice: random.Random) -> Iterator[Case]:
    """Endless turns about rows of all demo properties at moments of two weeks."""
    snapshots = [
        property_snapshot.of(place.pk) for place in Property.objects.order_by("slug")
    ]
    snapshots = [one for one in snapshots if len(one.passages) > PASSAGES]
    while True:
        yield _case(dice.choice(snapshots), dice)


def _case(on: PropertySnapshot, dice: random.Random) -> Case:
    at = FIRST_MOMENT + timedelta(minutes=dice.randrange(14 * 24 * 60))
    at = at.astimezone(on.place.zone)
    chosen = dice.choice(list(on.passages.values()))
    own = [key for key, one in on.passages.items() if one.item_id == chosen.item_id]
    rest = [key for key in on.passages if key not in own]
    order = [*own, *dice.sample(rest, PASSAGES - len(own))]
    dice.shuffle(order)
    found = results.load([(key, 0.5) for key in order], on, at)
    number = dice.choice([n for n, key in enumerate(order) if key in own])
    line = dice.choice(found[number]["metadata"]["sentences"])
    items = [one.item for one in on.passages.values() if one.item.kind != "faq"]
    names = sorted({item.name for item in items})
    return Case(
        place=on.place,
        at=at,
        found=found,
        row=chosen.item.name,
        sentence=line["text"].rstrip("."),
        mark=f"[{number + 1}]",
        names=[name for name in names if name != chosen.item.name],
        snapshot=on,
    )


async def _truth(case: Case, tally: Tally, dice: random.Random) -> None:
    said = _reworded(case.sentence, dice)
    text = f"{_opening(dice)}{said}. {case.mark} {_opening(dice)}"
    shown, why = await _shown(case, text, dice)
    tally.truths += 1
    if why:
        tally.held += 1
        tally.examples.append(f"held: {said} ({why})")
    elif said not in shown:
        raise AssertionError(f"“{said}” was neither shown nor held.")


async def _lie(case: Case, lie: Lie, tally: Tally, dice: random.Random) -> None:
    tally.lies[lie.kind] += 1
    text = f"{_opening(dice)}{lie.text}. {case.mark} Enjoy your evening."
    shown, why = await _shown(case, text, dice, lie.asked)
    # A wrong row without a figure is known by its citation: does the answer stand?
    if why is None or (lie.kind != "other row" and lie.piece in shown):
        tally.shown[lie.kind] += 1
        tally.examples.append(f"shown ({lie.kind}, {lie.piece}): {lie.text}")


async def _denial(case: Case, lie: Lie, tally: Tally, dice: random.Random) -> None:
    """A true sentence that repeats a false figure of the guest."""
    said = f"No, it is not {lie.piece}"
    text = f"{said}. {case.sentence}. {case.mark}"
    shown, why = await _shown(case, text, dice, lie.asked)
    tally.truths += 1
    if why or said not in shown:
        tally.held += 1
        tally.examples.append(f"held: {said} ({why})")


async def _shown(
    case: Case, text: str, dice: random.Random, asked: str = ""
) -> tuple[str, str | None]:
    """What a guest saw, and why the rest was held."""
    shown: list[str] = []
    place = case.place
    passages: list[Any] = list(case.found)
    evidence = Evidence(
        passages,
        [f"{place.name} {place.phone} {place.website}"],
        case.at,
        case.snapshot.exact_names,
        guest_texts=[asked or "What can you tell me?"],
    )
    filters = AnswerStream(
        StreamCheck(evidence), Redactor(lambda _: True), CitationMarkers(passages)
    )
    try:
        await stream.speak(Parrot(text, dice), [], filters, shown.append)
    except UnsupportedClaim as problem:
        return "".join(shown), str(problem)
    return "".join(shown), None


def _opening(dice: random.Random) -> str:
    return dice.choice(
        [
            "",
            "",
            "Certainly. ",
            "Here is what I know: ",
            "With pleasure! ",
            "Of course. ",
        ]
    )


def _reworded(sentence: str, dice: random.Random) -> str:
    """The same fact with its hours in another spelling."""
    style = dice.choice(_STYLES)
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
