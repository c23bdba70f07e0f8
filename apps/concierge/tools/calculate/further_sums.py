"""Sums that go on from the one before: "what's 20% on that?", "and with 20%?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage

from apps.concierge.state import Citation
from apps.concierge.tools import passages
from apps.concierge.tools.calculate import amounts, questions
from apps.concierge.tools.calculate.amounts import COUNT, FIGURE
from apps.concierge.tools.calculate.bills import PERSONS
from apps.infrastructure import patterns

Call = dict[str, Any]
_SUM = "sum"
_RESULT = "result"
# Their percent may be another one; to the result of any other sum it is added.
_WITH_PERCENT = frozenset({"split", "percent", "increase", "discount"})
_WITH_RESULT = _WITH_PERCENT | {"expression", "stay"}
_FIGURE = patterns.compile(rf"\$?{FIGURE}")
_REFERENCE = patterns.compile(
    r"\b(?:(?:all )?(?:that|this|it)|the (?:total|result|sum)|(?:ese?|el) (?:total|"
    r"resultado)|eso|esto|cela|ca|(?:ce|le) (?:total|r[eé]sultat))\b|ça\b",
    "i",
)
# These words hold a preposition as well.
_CONTRACTED = (
    (patterns.compile(r"\b(?:l[àa]-dessus)\b", "i"), "sur cela"),
    (patterns.compile(r"\bdel (total|resultado)\b", "i"), "de eso"),
    (patterns.compile(r"\bdu (?:total|r[eé]sultat)\b", "i"), "de cela"),
    (patterns.compile(r"\bal (?:total|resultado)\b", "i"), "a eso"),
    (patterns.compile(r"\bau (?:total|r[eé]sultat)\b", "i"), "à cela"),
)
_ALSO = (
    r"^\W*(?:(?:and|or|ok(?:ay)?|so|but|now|then|what|how|if|make|it|about|y|o|ahora|si|"
    r"pero|qu[eé]|tal|et|ou|mais|si|maintenant|on|met)\b[, ]*)*"
)
_OTHER_PERCENT = patterns.compile(
    rf"{_ALSO}(?:(?:with|at|plus|con|avec|[aà]) )?"
    r"(?:an? |the |un |una |el |la |une )?"
    rf"({FIGURE}) ?(?:%|percent\b|por ?ciento\b|pour ?cent\b)"
    r"(?: (?:de |for )?(?:the |la |le )?(tip|gratuity|propina|pourboire))?"
    r"(?: (?:instead|mejor|en su lugar|plut[oô]t))?\W*$",
    "i",
)
_OTHER_PEOPLE = patterns.compile(
    rf"{_ALSO}(?:for|between|among|with|entre|para|con|pour|avec|[aà]) {COUNT} "
    rf"?(?:{PERSONS})?\W*$",
    "i",
)


def mark(calls: Sequence[tuple[str, Call]], citations: Sequence[Citation]) -> Call:
    """What an answer's message remembers of the sum that was worked out for it."""
    results = [own for own in citations if own["category"] == passages.CALCULATION]
    sums = [own for _, own in calls if own.get("kind") in _WITH_RESULT]
    figures = [_FIGURE.search(own["quote"]) for own in results]
    if len(sums) != 1 or len(figures) != 1 or not figures[0]:
        return {}
    return {_SUM: {**sums[0], _RESULT: figures[0][0]}}


def read(text: str, messages: Sequence[AnyMessage], today: date) -> Call | None:
    """Arguments of `calculate` where the latest answer is a sum and the message goes on
    from it; None for every other message."""
    answers = (own for own in reversed(messages) if isinstance(own, AIMessage))
    latest = next(answers, None)
    earlier = latest.additional_kwargs.get(_SUM) if latest else None
    if not earlier or len(text) > questions.LONGEST:
        return None
    before = {name: own for name, own in earlier.items() if name != _RESULT}
    result = str(earlier[_RESULT])
    try:
        return (
            _of_result(text, result, today)
            or _with_percent(text, before, result)
            or _among(text, before)
        )
    except ValueError:
        return None


def _of_result(text: str, result: str, today: date) -> Call | None:
    """ "20% on that" is a sum once the result stands in it."""
    for pattern, words in _CONTRACTED:
        text = pattern.sub(words, text)
    if len(list(_REFERENCE.finditer(text))) != 1:
        return None
    return questions.read(str(_REFERENCE.sub(lambda _: result, text)), today, list)


def _with_percent(text: str, before: Call, result: str) -> Call | None:
    match = _OTHER_PERCENT.search(text)
    if match is None:
        return None
    percent = float(amounts.plain(match[1]))
    is_tip_of_result = match[2] and before["kind"] == "discount"
    if before["kind"] in _WITH_PERCENT and not is_tip_of_result:
        return {**before, "percent": percent}
    call = {"kind": "increase", "percent": percent}
    amount = {"amount": amounts.number(result.removeprefix("$"))}
    is_plain = {} if result.startswith("$") else {"is_plain": True}
    return {**call, **amount, **is_plain}


def _among(text: str, before: Call) -> Call | None:
    """The same for another number of people."""
    match = _OTHER_PEOPLE.search(text) if before.get("people") else None
    return {**before, "people": amounts.count(match[1])} if match else None
