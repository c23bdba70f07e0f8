"""What guests who write Chinese like, may spend, and how they want to be reached.

The words of the choices are those of `fact_kinds.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from apps.guests import fact_kinds
from apps.guests.extraction import budgets
from apps.guests.extraction.chinese import phrases
from apps.guests.extraction.chinese.phrases import Part
from apps.guests.extraction.claims import LIKELY, Claim

LIKED = ("cuisines", "interests")
CONTACT = "preferred_contact"
# A bare number of fewer is no money.
LEAST = 20
CURRENCIES = {"€": "EUR", "欧元": "EUR", "£": "GBP", "英镑": "GBP"}


def claims_in(clause: Part) -> Iterator[Claim]:
    """Of a clause that asks nothing, with offsets in the message."""
    yield from _likings(clause)
    yield from _contact(clause)
    yield from _budget(clause)


def _likings(clause: Part) -> Iterator[Claim]:
    """ "我们喜欢吃海鲜和日本菜": all that follows in the clause."""
    own = phrases.compiled("{subject}{fillers}(?:{likes})").search(clause.text)
    if own is None or phrases.pattern("dislikes").search(clause.text):
        return
    for key in LIKED:
        words = _words(key)
        pattern = phrases.compiled("|".join(words))
        for match in pattern.finditer(clause.text):
            if match.start() >= own.end():
                yield _claim(clause, key, [words[match[0]]], own.start(), match.end())


def _contact(clause: Part) -> Iterator[Claim]:
    words = _words(CONTACT)
    source = phrases.page()["contact"].replace("{word}", "|".join(words))
    match = phrases.compiled(source).search(clause.text)
    if match and not phrases.pattern("denied").search(clause.text):
        word = next(group for group in match.groups() if group)
        yield _claim(clause, CONTACT, words[word], *match.span())


def _budget(clause: Part) -> Iterator[Claim]:
    match = phrases.pattern("budget").search(clause.text)
    if match is None or budgets.holds_card(clause.text, *match.span()):
        return
    if clause.text[match.end("amount") :][:1].isdigit():
        return
    unit = match["unit"] or match["money"] or ""
    amount, per = phrases.amount(match["amount"]), match["end"] or ""
    if amount >= LEAST:
        value = {
            "amount": amount,
            "currency": CURRENCIES.get(unit, "USD"),
            "per": _period(per or match[0]),
        }
        yield _claim(clause, "budget", value, *match.span())


def _period(words: str) -> str:
    periods: Mapping[str, str] = phrases.page()["periods"]
    return next((name for sign, name in periods.items() if sign in words), "")


def _claim(clause: Part, key: str, value: object, start: int, end: int) -> Claim:
    return Claim(key, value, start + clause.start, end + clause.start, LIKELY)


@cache
def _words(key: str) -> Mapping[str, str]:
    """Words and the choices that they mean, the longest first."""
    choices = fact_kinds.kinds()[key].choices.values()
    pairs = [
        (word, choice.key)
        for choice in choices
        for word in choice.words.get(phrases.LANGUAGE, ())
    ]
    return dict(sorted(pairs, key=lambda pair: -len(pair[0])))
