"""Which sum a guest's message asks for, read without a model.

Only what says both the figures and the wish to reckon is read; every other message is
left to the records. English, Spanish and French.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Any

from apps.concierge.fact_check import claim_patterns, claims
from apps.concierge.tools.calculate import functions
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match
from apps.language.vocabulary import numerals

Call = dict[str, Any]
LONGEST = 300
_FIGURE = r"\d[\d,]*(?:\.\d+)?"
_WORD = claim_patterns.WORD
_COUNT = rf"(\d{{1,3}}|{_WORD})"
_MONEY = rf"(?:us)?\$ ?({_FIGURE})|({_FIGURE}) ?(?:\$|dollars?|usd|d[oó]lares|bucks)"
_AMOUNT = patterns.compile(rf"(?:{_MONEY})", "i")
_BILL = patterns.compile(
    rf"\b(?:bill|check|tab|total|cuenta|addition|note)\b(?: \w+){{0,2}} ({_FIGURE})"
    rf"|({_FIGURE}) (?:bill|check|tab)\b",
    "i",
)
_SPLIT = patterns.compile(
    r"\b(split|splits|splitting|divid\w+|repart\w+|partag\w+|divis\w+)\b"
    r"|\b(each|apiece|per person|por persona|cada uno|chacun|par personne)\b.*"
    r"\b(owe|owes|pay|pays|bill|check|tab|cuenta|pagar?|addition|payer?|note)\b"
    r"|\b(owe|owes|pay|pays|bill|check|tab|cuenta|pagar?|addition|payer?|note)\b.*"
    r"\b(each|apiece|per person|por persona|cada uno|chacun|par personne)\b",
    "i",
)
_PEOPLE = patterns.compile(
    rf"\b{_COUNT} ?(?:people|persons?|ways?|of us|guests?|friends|adults|diners|"
    r"personas|amigos|personnes|amis)\b"
    rf"|\b(?:between|among|by|for|entre|pour|para|somos|sommes|we are|we're) "
    rf"{_COUNT}\b",
    "i",
)
_PERCENT = rf"({_FIGURE}) ?(?:%|percent\b|por ?ciento\b|pour ?cent\b)"
_TIP = patterns.compile(
    rf"{_PERCENT} (?:tip|gratuity|de propina|de pourboire)\b"
    rf"|\b(?:tip|gratuity|propina|pourboire) (?:of |del? |at )?{_PERCENT}",
    "i",
)
# Of a bill that is split, whatever it is called: "plus 18%".
_ANY_PERCENT = patterns.compile(_PERCENT, "i")
_PERCENT_OF = patterns.compile(
    rf"{_PERCENT} (?:(?:tip|gratuity|propina|pourboire) )?"
    rf"(?:of|on|de|sobre|sur) (?:an? |una? |une? )?(?:us)?\$? ?({_FIGURE})\b"
    r"(?:$| ?(?:\$|dollars?|usd|d[oó]lares|bill|check|tab)|[?.!,;])",
    "i",
)
_NIGHTS_AT = patterns.compile(
    rf"(?:\b{_COUNT} rooms?,? (?:for |at )?)?"
    rf"\b{_COUNT} (?:nights?|noches?|nuits?) (?:at|for|@|a|à|por|pour) "
    rf"(?:{_MONEY})",
    "i",
)
_HOW_MUCH = patterns.compile(
    r"\b(how much|total|cost|come to|what (?:is|are|would)|what's|cu[aá]nto|combien)\b",
    "i",
)
_LETTER = patterns.compile(r"\pL")
_HOW_MANY_NIGHTS = patterns.compile(
    r"\b(how many nights|number of nights|cu[aá]ntas noches|combien de nuits)\b", "i"
)
_MONTH = claim_patterns.MONTH
_RANGE = patterns.compile(
    rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)? ?(?:-|\u2013|to|until|through|till) "
    r"?(\d{1,2})(?:st|nd|rd|th)?\b"
    rf"|\b(\d{{1,2}}) (?:-|\u2013|to|al|au) (\d{{1,2}}) (?:de |of )?({_MONTH})\b",
    "i",
)
_OWNED = patterns.compile(
    rf"\b(?:have|got|with|at|tengo|con|ai|avec) (?:about |only |now )?({_FIGURE})"
    r"(?: (?:tier )?(?:points?|credits?|puntos|cr[eé]ditos|cr[eé]dits))?\b",
    "i",
)
_POINTS = patterns.compile(r"\b(points?|credits?|puntos|cr[eé]ditos|cr[eé]dits)\b", "i")
_LEAD = (
    r"(?:(?:what(?:'s| is|s)|how much is"
    r"|calculate|compute|work out|cu[aá]nto (?:es|son)"
    r"|calcula|combien (?:font|fait)|calcule[rz]?)\b[: ]*)"
)
_ARITHMETIC = patterns.compile(rf"^\W*{_LEAD}([\d\s.,+\-*/()x×÷^]+)[\s=?.!]*$", "i")  # noqa: RUF001
_BARE = patterns.compile(r"^\s*([\d\s.,+\-*/()x×÷]+)=?\s*\??\s*$", "i")  # noqa: RUF001
# "24/7?" and "12-24" alone are no sums.
_CLEAR_SIGN = patterns.compile(r"[+*x×÷]", "i")  # noqa: RUF001
_SIGN_BETWEEN = patterns.compile(r"\d\s*\)*\s*[-+*/x×÷^]\s*\(*\s*\d", "i")  # noqa: RUF001
_SPOKEN_SIGNS = (
    (patterns.compile(r"\b(?:times|multiplied by|por|fois)\b", "i"), "*"),
    (patterns.compile(r"\b(?:plus|m[aá]s)\b", "i"), "+"),
    (patterns.compile(r"\b(?:minus|menos|moins)\b", "i"), "-"),
    (patterns.compile(r"\b(?:divided by|dividido (?:por|entre)|divis[eé] par)\b"), "/"),
)
_AS_TYPED = {"×": "*", "÷": "/", "^": "**", ",": ""}  # noqa: RUF001 - signs of guests
_TIMES = patterns.compile(r"\s*x\s*", "i")


def read(text: str, today: date, tiers: Callable[[], Sequence[str]]) -> Call | None:
    """Arguments of `calculate`; None for every message that asks for no sum.

    tiers: gives the names of those whose number of points the records have; it is asked
    only where a message is about points.
    """
    if len(text) > LONGEST or not _has_figure(text):
        return None
    return (
        _split(text)
        or _percent(text)
        or _stay(text)
        or _nights(text, today)
        or _points(text, tiers)
        or _arithmetic(text)
    )


def _has_figure(text: str) -> bool:
    return any(sign.isdigit() for sign in text)


def _split(text: str) -> Call | None:
    if not _SPLIT.search(text):
        return None
    people = _PEOPLE.search(text)
    if not people:
        return None
    # "The bill 4 ways" is no bill of 4.
    without_people = " ".join(text.replace(people[0], " ", 1).split())
    bill = _AMOUNT.search(without_people) or _BILL.search(without_people)
    if not bill:
        return None
    call = {
        "kind": "split",
        "amount": _figure(bill),
        "people": _count(_first(people)),
    }
    tip = _TIP.search(text) or _ANY_PERCENT.search(text)
    return {**call, "percent": _figure(tip)} if tip else call


def _percent(text: str) -> Call | None:
    match = _PERCENT_OF.search(text)
    if match is None:
        return None
    percent, amount = map(_number, match.groups())
    return {"kind": "percent", "percent": percent, "amount": amount}


def _stay(text: str) -> Call | None:
    """ "Any rooms for 3 nights at $189?" is a wish, and asks for no sum."""
    match = _NIGHTS_AT.search(text)
    if match is None:
        return None
    is_all = not _LETTER.search(text[: match.start()] + text[match.end() :])
    if not is_all and not _HOW_MUCH.search(text):
        return None
    rooms, nights, *amounts = match.groups()
    rate = next(filter(None, amounts))
    call = {"kind": "stay", "nights": _count(nights), "amount": _number(rate)}
    return {**call, "rooms": _count(rooms)} if rooms else call


def _nights(text: str, today: date) -> Call | None:
    if not _HOW_MANY_NIGHTS.search(text):
        return None
    days = list(_days(text, today))
    if len(days) != 2 or days[0] >= days[1]:  # noqa: PLR2004 - arrival and departure
        return None
    arrival, departure = (day.isoformat() for day in days)
    return {"kind": "nights", "arrival": arrival, "departure": departure}


def _days(text: str, today: date) -> Iterator[date]:
    """The two days of a stay, each the next one of its date."""
    if match := _RANGE.search(text):
        month, first, last, *day_first = match.groups()
        if not month:
            first, last, month = day_first
        values = [
            f"{numerals.MONTHS[month.lower()]:02d}-{int(day):02d}"
            for day in (first, last)
        ]
    else:
        values = [own.value for own in claims.find(text) if own.kind == "date"]
    arrival = today
    for value in values:
        arrival = _next(value, arrival)
        yield arrival


def _next(month_and_day: str, earliest: date) -> date:
    month, day = map(int, month_and_day.split("-"))
    for year in (earliest.year, earliest.year + 1):
        try:
            candidate = date(year, month, day)
        except ValueError:
            continue
        if candidate >= earliest:
            return candidate
    return earliest


def _points(text: str, tiers: Callable[[], Sequence[str]]) -> Call | None:
    owned = _OWNED.search(text)
    if not owned or not _POINTS.search(text):
        return None
    words = {word.strip(".,;:?!") for word in text.lower().split()}
    named = [name for name in tiers() if name.lower() in words]
    points = int(_number(owned[1]))
    if len(named) != 1 or points > functions.MOST_POINTS:
        return None
    return {"kind": "tier_points", "points": points, "tier": named[0]}


def _arithmetic(text: str) -> Call | None:
    for words, sign in _SPOKEN_SIGNS:
        text = words.sub(sign, text)
    led, bare = _ARITHMETIC.search(text), _BARE.search(text)
    match = led or (bare if bare and _CLEAR_SIGN.search(bare[1]) else None)
    if match is None or not _SIGN_BETWEEN.search(match[1]):
        return None
    expression = _TIMES.sub(" * ", match[1]).strip(" .,")
    for sign, typed in _AS_TYPED.items():
        expression = expression.replace(sign, typed)
    return {"kind": "expression", "expression": " ".join(expression.split())}


def _figure(match: Match) -> float:
    return _number(_first(match))


def _first(match: Match) -> str:
    return str(next(filter(None, match.groups())))


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _count(text: str) -> int:
    return int(text) if text.isdigit() else (numerals.number_of(text) or 0)
