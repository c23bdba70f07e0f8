"""What a guest may spend: "my budget is $200 a night", "100 bucks max each"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

_AMOUNT = (
    r"(?P<before>{money})?\s?(?P<amount>\d{1,3}(?:[.,]\d{3})+|\d{1,9}|WORDS)(?P<cents>[.,]\d\d?)?"
    r"(?:\s?(?P<after>{money_after})(?:\b|\s|$))?(?P<thousand>k\b)?"
)
# The figures go on, or are no amount: "$1e400", "10,5000".
_CUT = patterns.compile(r"^(?:\w|[.,]\d)")
# Figures in groups as on cards, four and four or as American Express has them. Days
# that follow each other have other groups.
_CARD = patterns.compile(
    r"(?:^|\D)(\d{4}[\s.-]{0,3}(?:\d{4}[\s.-]{0,3}\d{4}|\d{6}[\s.-]{0,3}\d{5})"
    r"(?:[\s.-]{0,3}\d){0,7})"
)
# "-500", "-$500", and no dash between words: "budget - 500".
_BELOW_ZERO = patterns.compile(r"(?:^|\s)[-\u2212](?:\$|€|£|r\$|us\$)?$")
_CURRENCIES = {
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pounds", "libras", "livres", "sterline"), "GBP"),
    **dict.fromkeys(("r$", "reais"), "BRL"),
    **dict.fromkeys(("mxn", "pesos"), "MXN"),
    **dict.fromkeys(("cad", "c$"), "CAD"),
}
_BUDGETS = ("budget", "presupuesto", "orcamento")
THOUSAND = 1000
# A bare number of fewer is no money: "a limit of 4".
LEAST_BARE = 20


def claims_in(segment: Segment) -> Iterator[Claim]:
    """At most one, about the offsets of the sentence: the amount behind "my budget
    is", or before "is our limit"."""
    if not segment.grammar.has("budget") or not segment.is_own:
        return
    claims = (
        *_cued_budgets(segment, "budget"),
        *_limits(segment),
        *_budgets_before_cue(segment),
    )
    amounts = [
        claim
        for claim in claims
        if not holds_card(segment.text, claim.start, claim.end)
    ]
    yield from (_of_a_day(claim, segment) for claim in amounts[:1])


def _of_a_day(claim: Claim, segment: Segment) -> Claim:
    """ "250 a night to spend on food" is no price of a room."""
    is_for_food = segment.matches("for_food") and not segment.matches("room_wish")
    if claim.value["per"] != "night" or not is_for_food:
        return claim
    return replace(claim, value={**claim.value, "per": "day"})


def holds_card(text: str, start: int, end: int) -> bool:
    """Whether figures between the indices are, or may be, of the number of a card."""
    return any(
        card.start(1) < end and start < card.end(1) for card in _CARD.finditer(text)
    )


def _limits(segment: Segment) -> Iterator[Claim]:
    """ "Somewhere under $150", "we have about 80 bucks each": no price that is asked
    for or stated of something else."""
    if "?" in segment.text or segment.matches("plain_question"):
        return
    for piece in ("limit", "estimate"):
        for claim in _cued_budgets(segment, piece):
            before = segment.text[segment.clause_start(claim.start) : claim.start]
            is_first = not before.strip(" ,.~(-")
            is_wish = is_first or segment.grammar.pattern("limits").search(before)
            if is_wish and (piece == "limit" or claim.value["per"]):
                yield claim


def _cued_budgets(segment: Segment, piece: str) -> Iterator[Claim]:
    grammar, text = segment.grammar, segment.text
    amounts = _amounts(grammar)
    gap = grammar.built("gap_of_budget", "^(?:{budget_gap})$")
    for cue in grammar.pattern(piece).finditer(text):
        match = amounts.search(text[cue.end() :])
        if not match or not gap.search(text[cue.end() :][: match.start()]):
            continue
        after = text[cue.end() + match.end() :][:2]
        if _CUT.search(after) and not match[0][-1].isspace():
            continue
        if _BELOW_ZERO.search(text[: cue.end() + match.start("amount")]):
            continue
        amount, end = _amount(match, grammar), cue.end() + match.end()
        per, length = _period(grammar, text[end:])
        end += length
        per = per or _period(grammar, text[cue.end() : end])[0]
        is_clear = per or cue[0] in _BUDGETS
        if not _is_money(match) and (amount < LEAST_BARE or not is_clear):
            continue
        if piece != "budget" and not _is_price(match, grammar, text[cue.end() :]):
            continue
        if correction := _correction(grammar, amounts, text[end:]):
            last_match, start = correction
            amount, end = _amount(last_match, grammar), end + start + last_match.end()
            own_per, length = _period(grammar, text[end:])
            per, end = own_per or per, end + length
        value = {"amount": amount, "currency": _currency(match), "per": per}
        yield Claim("budget", value, cue.start(), end, LIKELY)


def _budgets_before_cue(segment: Segment) -> Iterator[Claim]:
    """ "$100 per person is what we can spend", "100 bucks max each"."""
    grammar, text = segment.grammar, segment.text
    for match in _amounts(grammar).finditer(text):
        per, length = _period(grammar, text[match.end() :])
        end = match.end() + length
        cue = grammar.pattern("budget_behind").search(text[end:])
        if not cue or not (_is_money(match) or per):
            continue
        end += cue.end()
        own_per, length = _period(grammar, text[end:])
        value = {
            "amount": _amount(match, grammar),
            "currency": _currency(match),
            "per": per or own_per,
        }
        yield Claim("budget", value, match.start(), end + length, LIKELY)


def _amounts(grammar: Grammar) -> patterns.Pattern:
    words = "|".join(sorted(grammar.table("amounts"), key=len, reverse=True))
    return grammar.built("amount", _AMOUNT.replace("WORDS", rf"\b(?:{words})\b"))


def _is_money(match: patterns.Match) -> bool:
    return bool(match["before"] or match["after"] or match["thousand"])


def _is_price(match: patterns.Match, grammar: Grammar, text: str) -> bool:
    """ "200 a night", and not "we have 20 person groups"."""
    priced = grammar.pattern("priced").search(text[match.end() :])
    return _is_money(match) or priced is not None


def _correction(
    grammar: Grammar, amounts: patterns.Pattern, text: str
) -> tuple[patterns.Match, int] | None:
    """The amount that is said instead, "no, make it 300", and where the text of it
    begins."""
    words = grammar.pattern("corrects").search(text)
    if words is None or text[: words.start()].strip(" ,-"):
        return None
    match = amounts.search(text[words.end() :])
    is_next = match and not match.start()
    return (match, words.end()) if match and is_next else None


def _amount(match: patterns.Match, grammar: Grammar) -> int:
    words = grammar.table("amounts")
    if match["amount"] in words:
        return int(words[match["amount"]])
    amount = int(match["amount"].replace(",", "").replace(".", ""))
    return amount * THOUSAND if match["thousand"] else amount


def _currency(match: patterns.Match) -> str:
    """Dollars where the guest names no other money."""
    sign = match["before"] or match["after"] or ""
    return _CURRENCIES.get(sign, "USD")


def _period(grammar: Grammar, text: str) -> tuple[str, int]:
    """What the amount is for, and how many signs of the text say so."""
    periods = grammar.table("per")
    choice = "|".join(f"(?P<{name}>{words})" for name, words in periods.items())
    pattern = grammar.built("period", rf"{{per_word}}(?:{choice})\b")
    match = pattern.search(text)
    if not match:
        return "", 0
    return next(name for name in periods if match[name]), match.end()
