"""Prompts as the concierge gives them to its speaker, by hand."""

import re
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from apps.concierge.answer.briefing import NO_CAUTION, Briefing, Caution, SpeakerPrompt
from apps.concierge.extractive import facts

IN_PART = Caution(before="The records say only this:")
UNKNOWN = "I am sorry, our records do not hold that. Guest services: 1-888-226-7711."

BALLO = """restaurant | Ballo
[cuisine | Italian] Ballo serves Italian food.
[price_band | $$$] Prices at Ballo are upscale: $$$.
[dress_code | casual] The dress code at Ballo is casual.
[reservations | required] Reservations at Ballo: required.
[minimum_age | 21] Guests of Ballo must be 21 or older.
[summary] A contemporary trattoria with its own bakery. Sunday is gospel brunch.
[place | Casino of the Sky] Ballo is at Casino of the Sky.
[hours | every day, 11:30 AM to 10:00 PM] Ballo is open every day, 11:30 AM to 10:00 PM.
[now | Open now until 10:00 PM] Ballo: Open now until 10:00 PM."""
TUSCANY = """restaurant | Tuscany
[cuisine | Italian] Tuscany serves Italian food.
[price_band | $$$$] Prices at Tuscany are fine-dining: $$$$.
[now | Closed now] Tuscany: Closed now; opens Saturday at 5:00 PM."""
ROCKETS = """restaurant | Johnny Rockets
[cuisine | American] Johnny Rockets serves American food.
[price_band | $] Prices at Johnny Rockets are inexpensive: $.
[reservations | not required] Reservations at Johnny Rockets: not required.
[now | Open 24 hours] Johnny Rockets: Open 24 hours."""
SUITE = """room | Junior Suite
[rate_from | $299] Rates for the Junior Suite start at $299 a night.
[size_sqft | 650] The Junior Suite measures 650 sq ft.
[capacity | 4] The Junior Suite is for up to 4 guests."""
DELUXE = """room | Deluxe Room
[size_sqft | 400] The Deluxe Room measures 400 sq ft."""
BAND = """show | River Band
[is_free | Free] River Band is free, no ticket needed.
[performances | tonight at 8:00 PM] River Band plays tonight at 8:00 PM."""
PARKING = """faq | Is there free parking?
[answer] Yes, self-parking is free in every garage. Valet parking is $20."""
SPA = """amenity | Mandara Spa
[summary] Massages and facials with ideas from Bali.
[hotel_guests_only | yes] Mandara Spa is for hotel guests only."""
CAMP = """amenity | Junior Camp
[summary] Children aged 4 to 12 paint and play here. Teens have an arcade next door."""
HEARTH = """restaurant | Hearth
[kids] Children of 10 and under eat for half the price."""
BARN = """restaurant | Barn
[kids] Children are welcome in the dining room."""

ALL = (BALLO, TUSCANY, ROCKETS, SUITE, DELUXE, BAND, PARKING, SPA)


def prompt(
    question: str,
    *passages: str,
    language: str = "en",
    retry: str = "",
    fits: str = "",
    caution: Caution = NO_CAUTION,
    best: str = "",
    not_spoken: str = "",
    **reading: Any,
) -> list[BaseMessage]:
    """best: fields whose sentences most likely answer, in order. fits: fields by which
    retrieval chose the rows. reading: as the search has it.
    """
    chances = {field: 0.6 / place for place, field in enumerate(best.split(), 1)}
    briefing = Briefing(
        passages=[
            _passage(number, text, fits, chances)
            for number, text in enumerate(passages, 1)
        ],
        language=language,
        unknown=UNKNOWN,
        retry=retry,
        caution=caution,
        in_part=IN_PART,
        no_price=IN_PART,
        not_spoken=not_spoken,
        reading={"text": question, "answerable": 0.9, **reading},
    )
    system = SpeakerPrompt(content="You are the concierge.", briefing=briefing)
    return [system, HumanMessage(question)]


def _passage(
    number: int, text: str, fits: str, chances: dict[str, float]
) -> dict[str, Any]:
    head, *lines = text.splitlines()
    kind, _, row = head.partition(" | ")
    return {
        "metadata": {
            "passage_id": number,
            "item_id": _item_id(row),
            "item_name": row,
            "title": row,
            "category": kind,
            "fits": fits,
            "sentences": [_sentence(line, chances, number) for line in lines],
        }
    }


def _item_id(row: str) -> int:
    return sum(map(ord, row))


def _sentence(line: str, chances: dict[str, float], number: int) -> dict[str, Any]:
    label, _, text = line.removeprefix("[").partition("] ")
    field, _, value = label.partition(" | ")
    # Of equally good rows the first is told.
    chance = chances.get(field, 0.01) - number / 1000
    return {"field": field, "value": value or text, "text": text, "chance": chance}


def named(question: str, names: dict[str, str]) -> dict[str, Any]:
    """What a reading says of the rows that a question names; names: by row."""
    text = question.lower()
    places = {text.find(name): row for row, name in names.items() if name in text}
    rows = [places[place] for place in sorted(places)]
    ids = [_item_id(row) for row in rows]
    return {"named": ids, "named_as": [[_item_id(row), names[row]] for row in rows]}


def cited_rows(answer: str, messages: list[BaseMessage]) -> set[str]:
    lines = facts.read(messages).facts
    cited = {int(number) for number in re.findall(r"\[(\d+)\]", answer)}
    return {fact.row for fact in lines if fact.number in cited}
