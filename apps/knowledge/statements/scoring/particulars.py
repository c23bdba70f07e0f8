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
_GAMES = (
    r"(blackjack|craps|roulette|baccarat|poker|keno|bingo|spanish 21|pai gow|"
    r"let it ride|casino war|slots?|slot machines?|table games)"
)
_PAYING = r"[63] ?(:|to|/|for|-|a|à) ?[52]|payouts?|pay-? ?tables?|rtp"
_ABSENCE = r"(cancel\w*|no.?shows?|(not|don'?t|doesn'?t|never) (show|turn|come))\b"
_TERMS = (
    r"(fees?|costs?|charge[ds]?|polic(y|ies)|penalt(y|ies)|refund\w*|money back|"
    r"pay|paid|paying|lose|how much|what (happens|if))\b"
)
PAYOUT, RULES, MINIMUM_BET = "payout", "rules", "minimum_bet"
STAY_AGE, CANCELLATION, EXACT_PRICE = "stay_age", "cancellation", "exact_price"
_RIDES = r"(shuttle|bus|train|ferry|monorail|tram|trolley)"
_MEALS = r"(breakfast|brunch|lunch|dinner|meals?)"


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
    asking, telling = (patterns.compile(own, "i") for own in (question, sentence))
    return Particular(what, asking, telling)


PARTICULARS = (
    _of(
        "",
        r"\bhow (tall|high)\b|\bheight\b",
        _NUMBER + r"-?(inch|feet|foot|ft|cm|centimet|met(er|re)s|stor|floor|level)",
    ),
    _of("", r"\bhow heavy\b|\bweight\b", _NUMBER + r"-?(pounds?|lbs?|kg|kilo)"),
    _of("", r"\bhow deep\b|\bdepth\b", _NUMBER + r"-?(inch|f(ee|oo)?t|cm|met(er|re))"),
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
        MINIMUM_BET,
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
        r"\bcover\b|\b(admission|entry|entrance|tickets?|door (fee|charge|price))\b|"
        r"\bno charge\b|\bpay (nothing|at the door)\b",
    ),
    _of(
        EXACT_PRICE,
        r"\b(how much|prices?|costs?|fees?|rates?|charge)\b.*\b(per|an?|each|for one) "
        r"(game|lane|lap|ride|round|hour|half hour|race|session|class|hole|bucket)\b|"
        r"\bhow much (is|for|does|are|do) (an? |one |the |your )?"
        r"(lanes?|games?|laps?|rides?|rounds?|races?|sessions?|class(es)?|buckets?)\b",
        r"\$\d|\b\d+ (cents|dollars)\b|\bfree\b|\b(costs?|pay) nothing\b",
    ),
    _of(
        "timetable",
        rf"\b{_RIDES}\b.*\b(all (night|day|nite)|24|\d ?[ap]\.?m\b|midnight|"
        r"how (often|late|early)|timetable|schedule|first|last|until|till|at night|"
        r"what time|when)\b|\b(how (often|late|early)|when|what time|timetable|"
        rf"schedule|last|first)\b.*\b{_RIDES}\b",
        r"\d ?[AP]M\b|\bevery (\w+ )?(minutes?|hours?|half|day|night)|\bnoon\b|"
        r"\bmidnight\b|\b(day and night|around the clock|24/7|24 hours|hourly|all day|"
        r"timetable|schedule)\b",
    ),
    _of(
        "tickets",
        r"\b(how|where)\b.*\b(get|buy|order|purchase)\b.*\btickets?\b",
        r"\b(tickets?|box office)\b",
    ),
    _of(
        "bathtub",
        r"\b(does|do|has|have|is there|with|got|a|any)\b.*"
        r"\b((bath|soaking) ?tubs?|(a|any|with|have) tubs?|tub in|jacuzzis?)\b",
        # "And bath robes" is no tub.
        r"\b(bath ?tubs?|tubs?|jacuzzis?|whirlpools?)\b|"
        r"(^|\b(a|and|with|or|full|separate|deep) )bath(\W*$|[,;.]| (and|with|or)\b)",
    ),
    _of(
        STAY_AGE,
        r"\b(how old|what age|ages?)\b.*\b(check(ing)?[- ]?in|"
        r"(book|get|take|rent|reserve|have) (an? |the |my |our )?(hotel )?"
        r"(rooms?|suites?)|"
        r"stay (here|there|at|in|overnight|the night)|to stay)\b|"
        r"\b(can|could|may|is|do|does|am|i'?m)\b.*\b(a|an|at|im|i'm|am|are|only|under|"
        r"over) (1[6-9]|2[0-4])\b.*\b"
        r"(check(ing)?[- ]?in|"
        r"(book|get|take|rent|reserve|have) (an? |the |my |our )?(hotel )?"
        r"(rooms?|suites?))\b",
        r"\b(check(ing)?[- ]?in|(book|rent|reserve|get)\w* (an? |the )?(hotel )?rooms?|"
        r"overnight)\b.{0,80}\b(1[6-9]|2[0-9]) (or (older|over)|years)|"
        r"\b(1[6-9]|2[0-9]) (or (older|over)|years)\b.{0,80}\b(check(ing)?[- ]?in|"
        r"(book|rent|reserve|get)\w* (an? |the )?(hotel )?rooms?|overnight)\b",
    ),
    _of(
        "entry_age",
        r"\bhow old (for|to (get|go|come|enter|play|be let)|(must|should|do) \w+ "
        r"(have to |need to )?be (for|to))\b|\bage (for|limit|to get)\b",
        r"\b(1[4-9]|2[01])\b.{0,20}\b(older|over|and up|years?|age)\b|\bages?\b|"
        r"\b(minors?|adults?|children|kids)\b|\b(18|21) ?\+",
    ),
    _of(
        RULES,
        # "How can we play poker tonight?" and "with my card" ask for no rules.
        rf"\bhow( (do|does|should|to|you|u|i|we|one|somebody))* (play|joue) "
        rf"(to |at )?(a |an |the )?(\w+ ){{0,2}}{_GAMES}( here| please)?( \(\w+\))?"
        r"(\W*$|[.,;?!]|( i| we)? (have )?never\b)|"
        rf"\brules? (of|for) (\w+ ){{0,3}}{_GAMES}\b|"
        rf"\b{_GAMES} rules?\b|"
        rf"\bhow (is|are|does|do) (\w+ ){{0,3}}{_GAMES} (played|works?)\b|"
        rf"\b(explain|teach (me|us)|learn( how)?( to play)?) (\w+ ){{0,3}}"
        rf"{_GAMES}\b",
        rf"\b(rules? (of|for)|how to play|lessons?|learn|taught|teach(es|ing)?)\b"
        rf".{{0,40}}\b{_GAMES}\b|\b{_GAMES} (lessons?|rules?)\b",
    ),
    _of(
        PAYOUT,
        # "Blackjack 6:5 or 3:2", "what does roulette pay", "video poker pay tables".
        rf"\b{_GAMES}\b.*\b({_PAYING})\b|\b({_PAYING})\b.*\b{_GAMES}\b|"
        rf"\b(what|how much) (do|does) (\w+ ){{0,3}}{_GAMES} pays?( out)?\b",
        rf"\b{_GAMES}\b.{{0,60}}\bpays?\b.{{0,20}}\d|\b({_PAYING})\b",
    ),
    _of(
        "walk",
        r"\bhow (far|close|long a walk) (is|are)\b.*\b(from|to) "
        r"((my|our) (rooms?|suites?|hotels?|towers?)|the (lobby|elevators?|garage))\b",
        _NUMBER + r"-?(minutes?|min)\b.{0,12}\b(walk|foot)|\b(walking distance|a short "
        r"walk|steps (away|from))\b",
    ),
    _of(
        "winnings_tax",
        r"\b(tax(es|ed)?|irs|w-?2 ?g)\b.*\b(win|wins|won|winnings?|jackpots?)\b|"
        r"\b(win|wins|won|winnings?|jackpots?)\b.*\b(tax(es|ed)?|irs|w-?2 ?g)\b",
        r"\b(tax(es|ed)?|irs|w-?2 ?g)\b",
    ),
    _of(
        "included_meals",
        rf"\b{_MEALS}\b (\w+ ){{0,3}}(included|complimentary|comes? with|in the "
        rf"(room )?(rate|price))|\b(included?|includes) {_MEALS}\b|"
        r"\b(complimentary|free) breakfast\b|"
        rf"\bcomes? with {_MEALS}\b|\bis {_MEALS} free\b|\ball[ -]inclusive\b",
        rf"\b{_MEALS}\b.{{0,25}}\b(is|are) (not )?(included|complimentary|free)\b|"
        rf"\b(includes?|complimentary|free) (an? |daily |hot |continental )?{_MEALS}\b",
    ),
    _of(
        "points_worth",
        r"\bhow many (\w+ )?points\b.*\b(free|rooms?|nights?|meals?|dinner|tickets?|"
        r"dollars?|redeem)\b|\bpoints?( \w+){0,2} worth\b",
        r"\d (\w+ )?points? (for|gets?|buys?|is|are)\b|\bpoints? (is|are) worth\b",
    ),
    _of(
        CANCELLATION,
        rf"\b{_ABSENCE}[^,;.?!]*\b{_TERMS}|\b{_TERMS}[^,;.?!]*\b{_ABSENCE}|"
        r"\brefund (policy|rules?)\b|\b(is|are) [^,;.?!]*\brefundable\b",
        r"\b(cancel\w*|refund\w*|no.?shows?)\b",
    ),
)
NAMES = frozenset(own.what for own in PARTICULARS if own.what)
# Of the resort, not of one of its rows.
OF_RESORT = {"walk", "winnings_tax", "included_meals", "points_worth"}
OF_RESORT |= {PAYOUT, RULES, STAY_AGE, CANCELLATION}
# What a row may tell that lacks the very thing.
FIELDS_INSTEAD = {"kids_menu": ("kids",), EXACT_PRICE: ("price_band", "fee")}
# Of a row, whichever of its sentences is nearest to the question.
_OF_ROWS_ALONE = {"kids_menu", "cover", "dress_code", "timetable", "bathtub"}
_OF_ROWS_ALONE |= {EXACT_PRICE, "entry_age", "tickets"}


def asked_for(question: str) -> Particular | None:
    """The first that it asks for; one without a sentence of its own is none."""
    particulars = (own for own in PARTICULARS if own.question.search(question))
    return next((own for own in particulars if own.what), None)


def is_of_game(question: str) -> bool:
    """Whether it asks for the stakes of a game: "and what is the minimum bet?"."""
    particular = asked_for(question)
    return particular is not None and particular.what == MINIMUM_BET


def is_missing(question: str, sentence: str) -> bool:
    """Whether a sentence lacks a measure that the question asks for."""
    return any(
        own.question.search(question) and not own.sentence.search(sentence)
        for own in PARTICULARS
        if own.what not in _OF_ROWS_ALONE
    )
