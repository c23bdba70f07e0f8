"""Messages that list what a guest would like to do: "spa, then dinner, then dancing".

They ask nothing of a row and have no verb in most parts, so that how well each part is
answered does not show that there are several. What shows it is that the parts name
different activities, set in an order, wished for or asked for advice on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cache

from apps.infrastructure import patterns
from apps.knowledge.question import activities, limits
from apps.knowledge.question.row_names import normalised
from apps.language.spelling import things
from apps.language.translation import question_words
from apps.language.word_forms import content, stems

# A longer message is a story, and an answer of more parts is none that guests read.
MAX_CHARS, MAX_WISHES = 400, 6
# So many wishes are a list, whatever else is said; more unknown words are a sentence.
PLAIN_LIST, _MOST_UNKNOWN = 3, 4

_ROW = "row"
_JOINING = {
    "en": "and|also|then|plus|or|afterwards|later|finally|followed by|after that|next",
    "es": "y|e|o|u|tambi[eé]n|adem[aá]s|luego|despu[eé]s|m[aá]s tarde|por [uú]ltimo",
    "fr": "et|ou|aussi|puis|ensuite|apr[eè]s|enfin|plus tard",
    "pt": "e|ou|tamb[eé]m|depois|mais tarde|por fim",
}
_ORDER = (
    r"then|afterwards?|later|finally|followed by|after that|first|next|luego|"
    r"despu[eé]s|primero|m[aá]s tarde|por [uú]ltimo|puis|ensuite|apr[eè]s|d'abord|"
    r"enfin|plus tard|depois|primeiro|mais tarde|por fim"
)
_IN_ORDER = patterns.compile(
    rf"(?:->|=>|>|\u2192)|\b(?:{_ORDER})\b|\bafter\s*(?:[,.;?!]|$)", "i"
)
_ORDER_WORDS = patterns.compile(rf"^(?:(?:{_ORDER})\b\s*)+|\s+after(?:wards)?\W*$", "i")
_ALTERNATIVE = patterns.compile(r"^\W*(?:and|or|&|y|e|o|u|et|ou)\W*$", "i")
_WE = r"(?:we|i|we'?d|i'?d|me|us|my \w+)"
_TO_DO = (
    r"(?:have|do|get|go(?: to| for)?|see|watch|find|grab|hit|try|play|enjoy|book in)"
)
# Who wants anything but to play asks what there is to do.
_NO_PLAY = patterns.compile(
    r"\b(?:non-? ?|(?:besides|except|other than|apart from|aside from) (?:the )?)"
    r"(?:casino|gambling|gaming|slots)\b",
    "i",
)
ANYTHING = "things to do"
# How a wish begins, which says nothing of what is wished for.
_LEAD = patterns.compile(
    r"^\W*(?:(?:hi|hello|hey|so|ok(?:ay)?|please|maybe|perhaps|first)\b[\s,]*)*"
    rf"(?:(?:{_WE} (?:all )?(?:would |will |'?d |are |am )?(?:also )?"
    r"(?:like|love|want|need|wanna|prefer|plan(?:ning)?|look(?:ing)? for|hop(?:e|ing))|"
    r"(?:want|need|looking for|thinking(?: of)?|planning|in the mood for)|"
    r"where (?:can|could|should|do|to) ?(?:we|i)?|"
    r"what (?:do|would|can) you (?:suggest|recommend)|"
    r"(?:can|could) you (?:suggest|recommend|plan)|"
    r"(?:any )?(?:ideas?|suggestions?|recommendations?|tips)|"
    r"(?:suggest|recommend)(?: me| us)?|do you have|is there|are there)\b\s*)+"
    rf"(?:(?:for|to|about)\b\s*)?(?:{_TO_DO}\b\s*)?",
    "i",
)
# How it ends without a comma: "dancing what do you suggest".
_ENDING = patterns.compile(
    r"\s+(?:what|where|which|how|any|pls|please|is (?:that|it)|possible)\b"
    r"(?:.*\b(?:suggest\w*|recommend\w*|ideas?|order|should (?:we|i)(?: \w+)?))?\W*$|"
    r"\s+(?:for )?(?:me|us)$",
    "i",
)
_SIGNS = " \t.,;:!?\u00a1\u00bf"
_EXISTENCE = patterns.compile(r"\b(?:do you have|is there|are there)\b", "i")
_WISHING = patterns.compile(
    r"\b(?:suggest\w*|recommend\w*|ideas?|what order|itinerary|plan|wants?|wanna|"
    r"would like|'d like|we like|i like|need|looking for|where (?:can|should|to)|"
    r"possible|doable|what should (?:we|i) do)\b|"
    r"\b(?:recomiend\w*|suger\w*|conseill\w*|recommand\w*|propos(?:ez|es)|indica)\b",
    "i",
)
# What is asked of a row, or wished of the staff.
_OTHER_QUESTIONS = patterns.compile(
    r"\b(?:how (?:much|many|far|long|old|late|early|do|does)|when|what time|hours|"
    r"pric\w+|costs?|fees?|policy|dress code|jackets?|discounts?|allowed|minimum|"
    r"cancel\w*|chang(?:e|ing)|reserv\w+|book|booked|booking|refund\w*|points?|comps?|"
    r"better|difference|compared?|versus|vs|which|why|who(?:'s)?|packages?|includ\w+|"
    r"near|between|closest|was|were|had|did|lost|left|don'?t|not|no|without)\b",
    "i",
)
# A question of this form is about one row.
_ASKING = patterns.compile(
    r"^\W*(?:is|are|do|does|did|can|could|may|will|would|what|whats|how)\b", "i"
)
# Whoever asks so asks about one thing: "a room with a pool view and breakfast".
_TOGETHER = patterns.compile(r"\b(?:with|that has|which has|has|have)\b", "i")
# What is told of somebody who comes along, and a question for the order of all:
# "for granny, who does not gamble", "in what order".
_ASIDE = patterns.compile(
    r",? (?:who|that) (?:(?:does|do|can|is) ?n[o']?t|never|hates?) (?:to )?\w+|"
    r"\W*\b(?:in|en|dans|em) (?:what|which|qu[e\u00e9]l?) ord\w+",
    "i",
)
# What is told of the company, the occasion and the day, and is nothing to look up.
_CONTEXT = patterns.compile(
    r"\b(?:bachelor(?:ette)?s?|hens?|stags?|birthdays?|bdays?|b-days?|annivers\w+|"
    r"weddings?|honeymoon|graduat\w+|retirement|reunion|part(?:y|ies)|trips?|"
    r"celebrat\w*|occasion|visit\w*|com(?:e|ing)|arriv\w*|stay\w*|nights?|days?|"
    r"weekend|today|tomorrow|tonight|evening|morning|afternoon|\w+day|early|late|"
    r"girls?|boys?|guys?|lad(?:y|ies)|women|men|friends?|amig[ao]s?|couples?|people|"
    r"adults?|kids?|child(?:ren)?|famil(?:y|ies)|mom|mum|dad|parents?|grand\w+|"
    r"grann(?:y|ies)|wi(?:fe|ves)|husband|sisters?|brothers?|sons?|daughters?|group|"
    r"\d+\w*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|all of us|"
    r"order|poss?ible|doable|ideas?|itinerary|plan|suggest\w*|recommend\w*|"
    r"recomiend\w*|conseill\w*|que|nos|me|somos|sommes|nous|on|is|are|turning|about|"
    r"what|where|should|do|how|does|sound|it|that|work|free)\b",
    "i",
)


@dataclass(frozen=True)
class _Wish:
    """A piece of a message. joint: what stands before it. plain: in English."""

    text: str
    plain: str
    joint: str
    activities: frozenset[str]

    @property
    def is_in_order(self) -> bool:
        return bool(_IN_ORDER.search(f" {self.joint} "))


def of(text: str, language: str, names: Collection[str] = ()) -> tuple[str, ...]:
    """What is wished for, in order and in the words of the guest without what leads to
    them; empty for a message that is no such list.

    names: the rows' names in it, as `normalised` writes them; none is cut in two.
    """
    text = _ASIDE.sub("", text)
    plain = question_words.english(text, language)
    if len(text) > MAX_CHARS or _OTHER_QUESTIONS.search(plain):
        return ()
    names = [name for name in names if f" {name} " in normalised(plain)]
    wishes = _joined(_pieces(text, language, names))
    if not _is_list(plain, text, wishes) or len(wishes) > MAX_WISHES:
        return ()
    is_question = any(_ASKING.search(own.plain) for own in wishes)
    return () if is_question else tuple(own.text for own in wishes)


def _is_list(plain: str, text: str, wishes: Sequence[_Wish]) -> bool:
    of_each = [own.activities for own in wishes if own.activities]
    if len(of_each) < 2 or len(frozenset().union(*of_each)) < 2:  # noqa: PLR2004 - one is no list
        return False
    is_in_order = _IN_ORDER.search(plain) or _IN_ORDER.search(text)
    is_wished = _WISHING.search(plain) and not _EXISTENCE.search(plain)
    return bool(len(wishes) >= PLAIN_LIST or is_in_order or is_wished)


def _pieces(text: str, language: str, names: Collection[str]) -> list[_Wish]:
    pieces, start, joint = [], 0, ""
    for match in _joints(language).finditer(text):
        if _divides_name(text, match, names):
            continue
        pieces.append(_piece(text[start : match.start()], joint, language, names))
        start, joint = match.end(), match[0]
    pieces.append(_piece(text[start:], joint, language, names))
    return pieces


def _divides_name(text: str, joint: patterns.Match, names: Collection[str]) -> bool:
    """Whether it stands in a name: "Bow & Arrow"."""
    whole = normalised(text)
    halves = normalised(text[: joint.start()]), normalised(text[joint.end() :])
    written = (f" {name} " for name in names)
    return any(own in whole and not any(own in h for h in halves) for own in written)


def _piece(text: str, joint: str, language: str, names: Collection[str]) -> _Wish:
    plain = _without_lead(question_words.english(text, language))
    if language == "en" and _NO_PLAY.search(plain):
        plain = ANYTHING
    own = plain if language == "en" else _ORDER_WORDS.sub("", text.strip(_SIGNS))
    has_name = any(f" {name} " in normalised(plain) for name in names)
    named = frozenset({_ROW} if has_name else ())
    return _Wish(own, plain, joint, activities.of(plain) or named)


def _without_lead(text: str) -> str:
    text = _ENDING.sub("", _LEAD.sub("", text.strip(_SIGNS)))
    return str(_ORDER_WORDS.sub("", text)).strip(_SIGNS)


def _joined(pieces: Sequence[_Wish]) -> list[_Wish]:
    """Without pieces that only tell of the company; "sushi or chinese" is one wish."""
    wishes: list[_Wish] = []
    is_in_order = False
    for piece in pieces:
        is_in_order |= piece.is_in_order
        if not (piece.activities or _names_unknown_wish(piece)):
            continue
        if wishes and not is_in_order and _belongs_to(piece, wishes[-1]):
            wishes[-1] = _with(wishes[-1], piece)
        else:
            wishes.append(piece)
        is_in_order = False
    return wishes


def _belongs_to(piece: _Wish, before: _Wish) -> bool:
    if piece.activities and piece.activities <= before.activities:
        return True
    if not _ALTERNATIVE.search(piece.joint):
        return False
    is_of_one = bool(_TOGETHER.search(before.plain))
    return is_of_one or not (piece.activities or len(piece.plain.split()) > 1)


def _with(before: _Wish, piece: _Wish) -> _Wish:
    joint = piece.joint if piece.joint[:1] in ",;" else f" {piece.joint.strip()} "
    return replace(
        before,
        text=f"{before.text}{joint}{piece.text}",
        plain=f"{before.plain}{joint}{piece.plain}",
    )


def _names_unknown_wish(piece: _Wish) -> bool:
    company = limits.without(piece.plain, limits.read(piece.plain))
    words = content(stems(_CONTEXT.sub(" ", company)))
    is_short = len(piece.plain.split()) <= _MOST_UNKNOWN
    return is_short and any(map(things.names_thing, words))


@cache
def _joints(language: str) -> patterns.Pattern:
    words = "|".join(dict.fromkeys([_JOINING["en"], _JOINING.get(language, "")]))
    word = rf"(?:{words.strip('|')})"
    return patterns.compile(
        rf"(?:\s*[?!;\n+&>\u2192]+\s*|\s*[-=]>\s*|\s+[-\u2013\u2014]\s+|\s*\(?\b\d[).]\s+|\s*\.+\s+|\s*[,:]\s*|\s+{word}\b|"
        rf"^{word}\b)(?:\s*[?!;,.+&]+|\s+{word}\b)*\s*",
        "i",
    )
