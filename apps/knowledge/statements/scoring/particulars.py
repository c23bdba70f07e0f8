"""The very measure or thing that a question asks of a row: a speed is no height.

A row that tells no such thing has no answer, whatever else it tells.
"""

from __future__ import annotations

from dataclasses import dataclass

from apps.infrastructure import patterns

_NUMBER = (
    r"(\d|\b(an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"fifteen|twenty|thirty|forty|fifty|hundred)) ?"
)
_STAKES = r"\$\d|\d+ (cents|dollars)|\b(stakes?|bets?|wagers?|limits?|buy.?ins?)\b"
_TABLE_GAMES = r"(blackjack|craps|roulette|baccarat|poker|tables?)"


@dataclass(frozen=True)
class Particular:
    """what: of the fixed sentence `no_...` for a row without it; empty where what it
    does tell is the better answer.

    question: who asks for it; sentence: what tells it.
    """

    what: str
    question: patterns.Pattern
    sentence: patterns.Pattern


def _of(what: str, question: str, sentence: str) -> Particular:
    return Particular(
        what, patterns.compile(question, "i"), patterns.compile(sentence, "i")
    )


PARTICULARS = (
    _of(
        "",
        r"\bhow (tall|high)\b|\bheight\b",
        _NUMBER + r"-?(inch|feet|foot|ft|cm|centimet|met(er|re)s|stor|floor|level)",
    ),
    _of("", r"\bhow heavy\b|\bweight\b", _NUMBER + r"-?(pounds?|lbs?|kg|kilo)"),
    _of(
        "",
        r"\bhow deep\b|\bdepth\b",
        _NUMBER + r"-?(inch|feet|foot|ft|cm|met(er|re))",
    ),
    _of(
        "",
        r"\bhow far\b|\bdistance\b",
        _NUMBER + r"-?(mile|km|kilomet|minute|min\b|block|yard|step|feet|foot|hour)",
    ),
    _of(
        "duration",
        r"\bhow long (is|are|does|do|will|would) (the |a |your |our |my |that )?"
        r"(\w+ )?(wait|line|queue|drive|walk|ride|trip|session|massage|treatment|"
        r"tour|movie|film|show|take)\b|\bwait times?\b|"
        r"\bhow long (does|do|will|would) .*\b(takes?|lasts?)\W*$",
        _NUMBER + r"-?(min\b|minute|hour|day|week)",
    ),
    _of(
        "minimum_bet",
        r"\b(minimum|maximum|min|max|lowest|smallest|least|cheapest) (\w+ )?"
        r"(bets?|stakes?|wagers?|limits?|buy.?ins?|hands?|blackjack|craps|roulette|"
        r"baccarat|poker)\b|"
        rf"\b{_TABLE_GAMES} (table )?(minimums?|maximums?|min|max|limits?)\b",
        _STAKES,
    ),
    _of(
        "",
        r"\b(service|guide|assistance|support|therapy|seeing eye) "
        r"(dogs?|animals?|pets?)\b",
        r"\b(service|guide|assistance|support|therapy|working|seeing)\b",
    ),
    _of(
        "kids_menu",
        r"\b(kid|child|children|kiddie|toddler)('?s'?)? (menu|meal|portion|plate)s?\b|"
        r"\bmenus? for (\w+ )?(kids|children|toddlers)\b",
        r"\b(kid|child|children)('?s'?)? (menu|meal|portion|plate|dish)|"
        r"\b(menus?|meals?|portions?|dish(es)?) for (\w+ )?(kids|children)\b|"
        r"\b(kids|child(ren)?)\b.*\b(menu|meal|portion)s?\b",
    ),
    _of(
        "dress_code",
        r"\bdress ?codes?\b|\bwhat (to|(should|do|can|must) \w+) wear\b|"
        r"\bhow (should|do) \w+ dress\b|\b(need|have to wear|require) (an? )?"
        r"(jackets?|ties?|suits?)\b|\bjackets? required\b|"
        r"\b(can|may) \w+ wear\b",
        r"\b(dress\w*|wear\w*|attire|casual|formal|jackets?|jeans|shorts|clothe\w*|"
        r"swim\w*)\b",
    ),
    _of(
        "cover",
        r"\bcover charges?\b|\b(the|a|any) cover\b|\bcover to get in\b",
        r"\bcover\b|\b(admission|entry|entrance|tickets?|door)\b|\bno charge\b|"
        r"\bpay nothing\b",
    ),
    _of(
        "exact_price",
        r"\b(how much|prices?|costs?|fees?|rates?|charge)\b.*\b(per|an?|each|for one) "
        r"(game|lane|lap|ride|round|hour|half hour|race|session|class|hole|bucket)\b",
        r"\$\d|\b\d+ (cents|dollars)\b|\bfree\b|\b(costs?|pay) nothing\b",
    ),
    _of(
        "timetable",
        r"\b(shuttle|bus|train|ferry|monorail|tram|trolley)\b.*\b(all (night|day|nite)|"
        r"24|how (often|late|early)|timetable|schedule|first|last|until|till|at night|"
        r"what time|when)\b|\b(how (often|late|early)|when|what time|timetable|"
        r"schedule|last|first)\b.*\b(shuttle|bus|train|ferry|monorail|tram|trolley)\b",
        r"\d ?[AP]M\b|\bevery (\w+ )?(minutes?|hours?|half|day|night)|\bnoon\b|"
        r"\bmidnight\b|\b(day and night|around the clock|24/7|24 hours|hourly|all day|"
        r"timetable|schedule)\b",
    ),
)
NAMES = frozenset(own.what for own in PARTICULARS if own.what)
# Of a row, whichever of its sentences is nearest to the question.
_OF_ROWS_ALONE = frozenset(
    {"kids_menu", "cover", "dress_code", "exact_price", "timetable"}
)


def asked_for(question: str) -> Particular | None:
    """The first that it asks for; one without a sentence of its own is none."""
    particulars = (own for own in PARTICULARS if own.question.search(question))
    return next((own for own in particulars if own.what), None)


def is_missing(question: str, sentence: str) -> bool:
    """Whether a sentence lacks a measure that the question asks for."""
    return any(
        own.question.search(question) and not own.sentence.search(sentence)
        for own in PARTICULARS
        if own.what not in _OF_ROWS_ALONE
    )
