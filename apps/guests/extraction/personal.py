"""A guest's name, tier, budget, and how he wants to be reached."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.claims import LIKELY, Claim
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns

_AMOUNT = (
    r"(?P<before>{money})?\s?(?P<amount>\d{1,3}(?:[.,]\d{3})+|\d{1,9}|WORDS)(?P<cents>[.,]\d\d?)?"
    r"(?:\s?(?P<after>{money_after})\b)?(?P<thousand>k\b)?"
)
# The figures go on, or are no amount: "$1e400", "10,5000".
_CUT = patterns.compile(r"^(?:\w|[.,]\d)")
# "-500", "-$500", and no dash between words: "budget - 500".
_BELOW_ZERO = patterns.compile(r"(?:^|\s)[-\u2212](?:\$|€|£|r\$|us\$)?$")
# An address or a code: "https://", "bob99", "me@home".
_GOES_ON = patterns.compile(r"^(?:[@/\\:_=]|\d|\.\w)")
_CURRENCIES = {
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pounds", "libras", "livres", "sterline"), "GBP"),
    **dict.fromkeys(("r$", "reais"), "BRL"),
    **dict.fromkeys(("mxn", "pesos"), "MXN"),
    **dict.fromkeys(("cad", "c$"), "CAD"),
}
# After these words something else than a name may follow, in small letters.
_NAMED = ("call me", "this is", "i'm", "im ")
_BUDGETS = ("budget", "presupuesto", "orcamento")
THOUSAND = 1000
# A bare number of fewer is no money: "a limit of 4".
LEAST_BARE = 20


def claims_in(segment: Segment, message: str) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets; message: its words as typed."""
    yield from _names(segment, message)
    yield from _tiers(segment)
    yield from _contacts(segment)
    if not segment.is_past:
        yield from _budgets(segment)


def _names(segment: Segment, message: str) -> Iterator[Claim]:
    grammar = segment.grammar
    refused = {*map(str, grammar.listed("no_name"))}
    yield from _full_names(segment, message, refused)
    for pattern in grammar.each("name"):
        match = pattern.search(segment.text)
        if not match:
            continue
        start, end = match.span("name")
        words = message[start:end].split(" ")
        if words[0].lower() in refused or _GOES_ON.search(segment.text[end:][:2]):
            continue
        names = [word for word in words if word[:1].isupper()]
        if not names and any(words in match[0] for words in _NAMED):
            continue
        name_words = _leading(words, refused) if names else words[:1]
        name = " ".join(name_words)
        yield Claim("name", name, match.start(), start + len(name))


def _full_names(
    segment: Segment, message: str, refused: Collection[str]
) -> Iterator[Claim]:
    """ "This is Harold Whitcombe": first name and surname, written as names are."""
    for pattern in segment.grammar.each("full_name"):
        match = pattern.search(segment.text)
        words = message[slice(*match.span("name"))].split(" ") if match else []
        name = " ".join(_leading(words, refused))
        if match and " " in name:
            start = match.start("name")
            yield Claim("name", name, match.start(), start + len(name))


def _leading(words: list[str], refused: Collection[str]) -> list[str]:
    """The first words that are written as names are."""
    for number, word in enumerate(words):
        if not word[:1].isupper() or word.lower() in refused:
            return words[:number]
    return words


def _tiers(segment: Segment) -> Iterator[Claim]:
    if not _names_choice(segment, "tier"):
        return
    elsewhere = segment.grammar.pattern("other_programme")
    for pattern in _with_words("tier", segment.grammar.language, "tier"):
        match = pattern.search(segment.text)
        if match and not elsewhere.search(segment.text[match.end() :]):
            choice = _choices("tier", segment.grammar.language)[match[1]]
            yield Claim("tier", choice, *match.span())


def _contacts(segment: Segment) -> Iterator[Claim]:
    language = segment.grammar.language
    if not _names_choice(segment, "preferred_contact"):
        return
    choices = _choices("preferred_contact", language)
    for outcome in ("take", "back"):
        for pattern in _with_words("preferred_contact", language, f"contact.{outcome}"):
            is_back = outcome == "back"
            match = pattern.search(segment.text)
            if match and (is_back or not _is_denied(segment, match)):
                choice = choices[match[1].replace("-", " ")]
                value = [choice] if is_back else choice
                yield Claim(
                    "preferred_contact",
                    value,
                    *match.span(),
                    LIKELY,
                    is_taken_back=is_back,
                )


def _is_denied(segment: Segment, match: patterns.Match) -> bool:
    """ "I'd prefer not to be called"."""
    before = segment.text[match.start() : match.start(1)]
    return segment.grammar.pattern("denial").search(before) is not None


def _budgets(segment: Segment) -> Iterator[Claim]:
    """At most one: the amount behind a word such as "budget", or before "is our limit"."""
    if not segment.grammar.has("budget") or not segment.is_own:
        return
    claims = (*_cued_budgets(segment), *_budgets_before_cue(segment))
    yield from claims[:1]


def _cued_budgets(segment: Segment) -> Iterator[Claim]:
    grammar, text = segment.grammar, segment.text
    amounts = _amounts(grammar)
    gap = grammar.built("gap_of_budget", "^(?:{budget_gap})$")
    for cue in grammar.pattern("budget").finditer(text):
        match = amounts.search(text[cue.end() :])
        if not match or not gap.search(text[cue.end() :][: match.start()]):
            continue
        if _CUT.search(text[cue.end() + match.end() :][:2]):
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
        if not cue or not _is_money(match):
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


@cache
def _choices(key: str, language: str) -> dict[str, str]:
    """Plain words and the choices that they mean."""
    return {
        grammars.plain(word).replace("-", " "): choice.key
        for choice in fact_kinds.kinds()[key].choices.values()
        for word in choice.words.get(language, choice.words[fact_kinds.ENGLISH])
    }


@cache
def _with_words(key: str, language: str, path: str) -> tuple[patterns.Pattern, ...]:
    """The patterns of the grammar in which {word} is one of the kind's."""
    grammar = grammars.of_language(language)
    name, _, part = path.partition(".")
    sources = grammar.table(name).get(part, ()) if part else grammar.listed(name)
    word = _alternatives(key, language)
    return tuple(grammar.compiled(source, word=word) for source in sources)


def _names_choice(segment: Segment, key: str) -> bool:
    """Whether any word of the kind stands in the sentence; few do."""
    words = _alternatives(key, segment.grammar.language)
    return segment.grammar.built(f"any {key}", words).search(segment.text) is not None


@cache
def _alternatives(key: str, language: str) -> str:
    words = sorted(_choices(key, language), key=len, reverse=True)
    return "|".join(text.replace(" ", "[ -]?") for text in words)
