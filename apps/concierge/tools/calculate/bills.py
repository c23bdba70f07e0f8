"""Shares of a bill, tips and percentages, as a guest's message asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apps.concierge.tools.calculate import amounts
from apps.concierge.tools.calculate.amounts import COUNT, FIGURE, MONEY
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Match

Call = dict[str, Any]
FEWEST_PEOPLE = 2
AMOUNT = patterns.compile(rf"(?:{MONEY})", "i")
_BILL = patterns.compile(
    rf"\b(?:bill|check|tab|total|cuenta|addition|note)\b(?: \w+){{0,2}} ({FIGURE})"
    rf"|({FIGURE}) (?:bill|check|tab)\b",
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
PERSONS = (
    r"(?:people|persons?|ways?|of us|guests?|friends|adults|diners|"
    r"personas|amigos|personnes|amis)\b"
)
_PEOPLE = patterns.compile(
    rf"\b{COUNT} ?{PERSONS}"
    rf"|\b(?:between|among|by|for|entre|pour|para|somos|sommes|we are|we're) "
    rf"{COUNT}(?: {PERSONS}|\b)",
    "i",
)
# Once the people are left out: "split 212.40 with 18% tip", "100 split".
_END_OF_BILL = r" ?(?:$|[?.!,;]|(?:with|plus|and|please|con|m[aá]s|por favor|avec)\b)"
_BARE_BILL = patterns.compile(
    rf"\b(?:split|divide|reparte|repartir|partage[rz]?) ({FIGURE}){_END_OF_BILL}"
    rf"|\b({FIGURE}) split{_END_OF_BILL}",
    "i",
)
_PERCENT = rf"({FIGURE}) ?(?:%|percent\b|por ?ciento\b|pour ?cent\b)"
_ANY_PERCENT = patterns.compile(_PERCENT, "i")
_PERCENT_OF = patterns.compile(
    rf"{_PERCENT} (?:(?:de )?(?:tip|gratuity|propina|pourboire) )?"
    rf"(?:of|on|de|sobre|sur) (?:an? |una? |une? )?(?:us)?\$? ?({FIGURE})",
    "i",
    behind=r"$| ?(?:\$|dollars?|usd|d[oó]lares|bill|check|tab)|[?.!,;\d]| [?!;]"
    r"| (?:for|among|between|split|divided|entre|para|pour|par)\b",
)
# "20% of $90 for 2".
_AMONG = patterns.compile(
    rf"^,? ?(?:and |y |et )?(?:split |divided |dividido )?"
    rf"(?:for|among|between|by|entre|para|pour|par) {COUNT}(?: {PERSONS})?"
    r"\W*(?:$|(?:and|please|y|et)\b)",
    "i",
)
_FIGURE_AT_END = patterns.compile(rf"({FIGURE})$")
_OF_MONEY = patterns.compile(
    r"[$]|\b(?:usd|dollars?|d[oó]lares|bucks|bill|check|tab|cuenta|addition|note|tip|"
    r"gratuity|propina|pourboire)\b",
    "i",
)
# "18% on $240" is added to it, "18% of $240" is a part of it.
_ON_TOP = patterns.compile(rf"{_PERCENT} (?:on|sobre|sur)\b", "i")
_TIP_WORD = patterns.compile(r"\b(?:tip|gratuity|propina|pourboire)\b", "i")

_OFF = r"(?:off|discount|de descuento|de r[eé]duction|de remise|de rabais)"
_OF_AMOUNT = rf"(?:us)?\$? ?{FIGURE} ?(?:\$|dollars?|usd|d[oó]lares|bucks)?"
_DISCOUNT = patterns.compile(
    r"^\W*(?:(?:what(?:'s| is)|how much (?:is|are)|calculate|cu[aá]nto (?:es|son)|"
    r"combien (?:font|fait))\b[: ]*)?(?:an? |the |el |un |une )?"
    rf"(?:{_PERCENT} {_OFF}(?: (?:of|on|from|de|en|sobre|sur))?(?: an?| the)? "
    rf"{_OF_AMOUNT}|{_OF_AMOUNT},? (?:(?:with|at|after|con|avec) (?:an? |una? |une )?)?"
    rf"{_PERCENT} {_OFF}|{_OF_AMOUNT} (?:minus|less|menos|moins) {_PERCENT})"
    r"(?: (?:bill|check|tab|please|por favor))?\W*$",
    "i",
)
# "$-50", "-$50" and "of -50"; the sign of "$80-100" and of "100 - 20" is another one.
_NEGATIVE = patterns.compile(
    r"(?:us)?\$ ?[-\x{2212}] ?\d"
    r"|(?:^|[^\d\s)%$]) ?[-\x{2212}](?:(?:us)?\$ ?\d|\d)"
    r"|\b(?:of|split|divid\w+|among|between|by|off|on|a|de|entre|sobre|sur|partag\w+) "
    r"(?:minus|negative|menos|moins) (?:us)?\$? ?\d",
    "i",
)
_ANY_FIGURE = patterns.compile(rf"({FIGURE})")
# Nothing else is said: "split the bill company/me" is about a booking's invoice.
_BILL_ALONE = patterns.compile(
    r"^\W*(?:(?:can|could|may|shall|should|how|do|does|would|let's|please|help|i|i'd|we|"
    r"us|me|you|want|like|need|to|puedes|podemos|quiero|queremos|c[oó]mo|on peut|"
    r"peut-on|je veux|comment)\W+)*"
    r"(?:split|splitting|divid\w+|repart\w+|partag\w+|divis\w+) "
    r"(?:(?:the|our|my|a|this|la|nuestra) |l')(?:bill|check|tab|cuenta|addition|note)"
    r"(?: (?:with|among|between|con|entre|avec) [\pL ]{1,30})?"
    r"(?: please| por favor)?\W*$",
    "i",
)


def without_figures(text: str) -> Call | None:
    """A bill that shall be divided, of which nothing else is said yet."""
    return {"kind": "split"} if _BILL_ALONE.search(text) else None


def read(text: str) -> Call | None:
    """Arguments of `calculate`. Raises ValueError for figures that cannot be told."""
    if _is_negative(text):
        return {"kind": "split", "amount": -1.0}
    call = _discount(text) or _percent(text) or _split(text)
    if call is None:
        return None
    amounts.insist_on_dollars(text)
    for pattern in (AMOUNT, _ANY_PERCENT):
        if len(list(pattern.finditer(text))) > 1:
            raise ValueError("which of the figures is meant is not clear")
    return call


def _is_negative(text: str) -> bool:
    """Whether a bill, a share or so many people below zero are named."""
    is_of_sum = any(own.search(text) for own in (_SPLIT, _TIP_WORD, _ANY_PERCENT))
    return bool(is_of_sum and _NEGATIVE.search(text))


def _percent(text: str) -> Call | None:
    """The tip of a bill among people is a share of the bill."""
    match = _PERCENT_OF.search(text)
    if match is None:
        return None
    percent, amount = _percent_of(text), amount_of(_last_figure(text, match), text)
    people = _people_of(text, match)
    is_on_top = _SPLIT.search(text) and _ON_TOP.search(text)
    if people and (is_on_top or _TIP_WORD.search(text)):
        return {"kind": "split", "amount": amount, "people": people, "percent": percent}
    call = {"kind": "percent", "percent": percent, "amount": amount}
    return {**call, **unit_of_result(text, people)}


def _discount(text: str) -> Call | None:
    if not _DISCOUNT.search(text):
        return None
    without_percent = str(_ANY_PERCENT.sub(" ", text))
    figure = _ANY_FIGURE.search(without_percent)
    if figure is None:
        return None
    amount = amount_of(amounts.whole(without_percent, figure), text)
    call = {"kind": "discount", "percent": _percent_of(text), "amount": amount}
    return {**call, **unit_of_result(text, people=0)}


def unit_of_result(text: str, people: int) -> Call:
    """Nobody says "$" of the result where the guest has not."""
    divided = {"people": people} if people else {}
    return divided if _OF_MONEY.search(text) else {**divided, "is_plain": True}


def amount_of(figure: str, text: str) -> float:
    """Raises ValueError for "1.250", which may be a plain number or thousands."""
    value = amounts.number(figure)
    if not _OF_MONEY.search(text) and value != float(amounts.plain(figure)):
        raise ValueError("how large the number is is not clear")
    return value


def _percent_of(text: str) -> float:
    match = _ANY_PERCENT.search(text)
    return float(amounts.plain(amounts.whole(text, match))) if match else 0.0


def _last_figure(text: str, match: Match) -> str:
    """Of the amount behind the percent."""
    figure = _FIGURE_AT_END.search(text[: match.end()])
    return amounts.whole(text, figure) if figure else ""


def _people_of(text: str, match: Match) -> int:
    """Among how many the result is divided; 0 where nobody asks for that."""
    behind_amount = text[match.end() :]
    people = _AMONG.match(behind_amount) or (
        _SPLIT.search(text) and _PEOPLE.search(behind_amount)
    )
    return amounts.count(_first(people)) if people else 0


def _split(text: str) -> Call | None:
    if not _SPLIT.search(text):
        return None
    people = _PEOPLE.search(text)
    if not people:
        return None
    # "The bill 4 ways" is no bill of 4.
    without_people = " ".join(text.replace(people[0], " ", 1).split())
    bill = next(_bills(without_people), None)
    if bill is None:
        return None
    call = {"kind": "split", "amount": bill, "people": amounts.count(_first(people))}
    percent = _percent_of(text)
    return {**call, "percent": percent} if percent else call


def _bills(text: str) -> Iterator[float]:
    for pattern in (AMOUNT, _BILL, _BARE_BILL):
        if match := pattern.search(text):
            yield amounts.number(amounts.whole(text, match))


def _first(match: Match) -> str:
    return str(next(filter(None, match.groups())))
