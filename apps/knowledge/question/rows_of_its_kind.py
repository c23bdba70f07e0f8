""" "Which one does?", "anything cheaper?", after one row: the question in full, asked
of every row of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import cuisines
from apps.knowledge.question.row_names import normalised
from apps.knowledge.question.subject import Subject
from apps.knowledge.statements import choice, kind_words
from apps.language.word_forms import stems

# How guests call several rows of a kind; others are not compared.
_PLURALS: dict[str, str] = {
    Item.Kind.ROOM: "rooms",
    Item.Kind.RESTAURANT: "restaurants",
    Item.Kind.TOWER: "hotels",
    Item.Kind.VENUE: "venues",
    Item.Kind.SHOW: "shows",
}
_JOINING = r"^\W*(?:(?:and|so|ok|okay|then|but|well|no|hm+)\b\W*)*"
_ENDING = r"(?:(?: please| then| though| instead)\W*)*\W*$"
_WHICH = patterns.compile(
    rf"{_JOINING}which(?: (ones?|others?|rooms?|suites?|restaurants?|places?|hotels?|"
    r"towers?|venues?|shows?))?(?: of (?:them|those|these))?"
    r" (?:does|do|is|are|has|have|can|got)(?: (?:it|one|that|them|so))?" + _ENDING,
    "i",
)
_WHICH_HAS = patterns.compile(
    rf"{_JOINING}which ones? (?:has|have|got|comes? with) (.+?)\W*$", "i"
)
_HOW_MANY = patterns.compile(
    rf"{_JOINING}how many (?:other |different )?(\w+)(?: (?:are there|"
    r"there are|do you have|have you got|do they have|in (?:all|total)))?\W*$",
    "i",
)
_OF_ONE = patterns.compile(
    r"^\W*(?:(?:and|but|so|ok|also)\b\W*)*(?:(?:the )?it )?"
    r"(does|do|is|are|has|have|can) "
    r"(?:the )?(?:it|they|this|that)(?: (?:room|suite|restaurant|place|hotel|tower|"
    r"one|show))? (?:the |an? )?(.+?)\W*$",
    "i",
)
# "And the superior, does it have one?"
_HAS_IT = patterns.compile(
    r"\b(?:does|do|has) (?:it|they|that)(?: one)? (?:have|got|has) (?:one|any|it|that)"
    + _ENDING,
    "i",
)
_COMPARATIVE = patterns.compile(
    rf"{_JOINING}(?:(?:is|are) there |(?:do you|have you|u|you) (?:have |got )|got |"
    r"(?:i|we) (?:want|need|would like) |show me |what about |how about )?"
    r"(?:(?:what|which)(?: one)? is |(?:what|which) are )?"
    r"(?:(?:a|an|any|anything|something|anywhere|somewhere|one|ones)\s+)?"
    r"(?:(?:a (?:bit|little)|much|slightly)\s+)?"
    r"(cheaper|bigger|larger|smaller|taller|newer|older|less expensive|"
    r"more expensive)"
    r"(?: (one|ones|options?|places?|rooms?|suites?|restaurants?))?"
    r"(?: than (?:it|that|this))?" + _ENDING,
    "i",
)
# "Any other Italian cheaper than that", "a cheaper Italian place".
_HAVING = rf"{_JOINING}(?:(?:is|are) there |do you have |got |show me )?"
_MORE = r"(?:(?:any|some|anything|something|another|an?|one|other)\s+)*"
_ORDER = r"(?P<order>cheaper|less expensive|more expensive)"
_OF_KITCHEN = r"(?P<kitchen>[a-z]+)(?: (?:one|restaurant|place|option|food|spot)s?)?"
_THAN_IT = r"(?: than (?:it|that|this|those|them)(?: one)?)?" + _ENDING
_COMPARED_OF_KITCHEN = (
    patterns.compile(
        rf"{_HAVING}{_MORE}{_OF_KITCHEN}"
        rf"(?: (?:that|which)(?: is|'?s| are)?)? {_ORDER}{_THAN_IT}",
        "i",
    ),
    patterns.compile(
        rf"{_HAVING}{_MORE}{_ORDER} {_OF_KITCHEN}{_THAN_IT}",
        "i",
    ),
)
_WHICH_WORD = patterns.compile(r"\b(?:which|what)\b", "i")
_THAN = patterns.compile(r"\bthan\b", "i")
_SUPERLATIVE = patterns.compile(
    rf"{_JOINING}(?:(?:what about|how about|what is|what are|which is|which one is|"
    r"show me)\s+)?the ((?:most|least) expensive|cheapest|biggest|largest|smallest|"
    r"tallest|highest|newest|oldest|priciest|fanciest)(?: (?:one|ones|option))?"
    + _ENDING,
    "i",
)


def full_question(text: str, subject: Subject, snapshot: PropertySnapshot) -> str:
    """In English; empty where the text is no such question, or no row of such a kind
    is talked about. text: in plain English."""
    row = snapshot.rows.get(subject.rows[0]) if subject.rows else None
    if row is None or row.kind not in _PLURALS:
        return ""
    if row.kind == Item.Kind.RESTAURANT and (own := _of_kitchen(text, row, snapshot)):
        return own
    if subject.is_list:
        return _other_than_listed(text, subject, row, snapshot)
    if _is_of_last_two(text, subject, snapshot):
        return ""
    if _counts(text, row.kind):
        return text
    return next(_wordings(text, subject, row, snapshot), "")


def _of_kitchen(text: str, row: Item, snapshot: PropertySnapshot) -> str:
    """ "Which Italian restaurants are cheaper than" the row; empty for other texts."""
    cuisine_words = cuisines.words(snapshot.cuisines)
    matches = (words.search(text) for words in _COMPARED_OF_KITCHEN)
    for match in filter(None, matches):
        word = match["kitchen"].lower()
        if word.endswith("house"):  # a sort of place, not a kitchen
            return f"which {word}s are {match['order']} than {row.name}"
        dishes = chain(*cuisines.dishes(word, cuisine_words))
        if kitchen := next((own for own in dishes if own in cuisine_words), ""):
            return f"which {kitchen} restaurants are {match['order']} than {row.name}"
    return ""


def _other_than_listed(
    text: str, subject: Subject, row: Item, snapshot: PropertySnapshot
) -> str:
    """Of "is there anything cheaper?", what is cheaper than the first that was listed;
    "which is cheaper?" is asked of the listed ones.

    row: the first of them.
    """
    kinds = {snapshot.rows[own].kind for own in subject.rows if own in snapshot.rows}
    compared = _COMPARATIVE.search(text)
    if len(kinds) > 1 or compared is None or _WHICH_WORD.search(text):
        return ""
    return f"which {_PLURALS[row.kind]} are {compared[1]} than {row.name}"


def _is_of_last_two(text: str, subject: Subject, snapshot: PropertySnapshot) -> bool:
    """Whether "which is cheaper?" is asked of two that were told of in turn."""
    is_of_two = choice.is_of_two(text) and not _THAN.search(text)
    return is_of_two and bool(choice.last_two(snapshot, subject))


def _counts(text: str, kind: str) -> bool:
    """Whether "how many hotels?" is asked of the kind, and so not of the row."""
    counted = _HOW_MANY.search(text)
    return counted is not None and kind_words.kinds_of(stems(counted[1])) == {kind}


def _wordings(
    text: str, subject: Subject, row: Item, snapshot: PropertySnapshot
) -> Iterator[str]:
    """row: the one that is talked about."""
    of_row = _OF_ONE.search(_with_pronoun(subject.question, snapshot))
    which = _WHICH.search(text)
    if of_row and which and (kinds := _plural(which[1] or "", row.kind)):
        yield f"which {kinds} {_PLURAL_VERBS[of_row[1].lower()]}{of_row[2]}"
    having = _WHICH_HAS.search(text)
    if having and row.kind == Item.Kind.ROOM:
        yield f"which rooms have {having[1]}"
    named = snapshot.names_of([own.name.item_id for own in snapshot.mentions(text)])
    if of_row and len(named) == 1 and _HAS_IT.search(text):
        yield f"{of_row[1]} {named[0].title} {of_row[2]}"
    compared = _COMPARATIVE.search(text)
    if compared and (kinds := _plural(compared[2] or "", row.kind)):
        yield f"which {kinds} are {compared[1]} than {row.name}"
    # "The cheapest" ticket of a show is another one than that of another show.
    is_of_tickets = row.kind == Item.Kind.SHOW and subject.topic == "price"
    if not is_of_tickets and (extreme := _SUPERLATIVE.search(text)):
        yield f"what is the {extreme[1]} {_PLURALS[row.kind].removesuffix('s')}"


def _plural(noun: str, kind: str) -> str:
    """ "Suites" for "suite", "rooms" for "ones"; empty for another kind of row."""
    kinds = kind_words.kinds_of(stems(noun))
    if not kinds:
        return _PLURALS[kind]
    return f"{noun.lower().removesuffix('s')}s" if kind in kinds else ""


# "Which rooms have a bathtub", for "does it have a bathtub".
_PLURAL_VERBS = {
    **dict.fromkeys(("does", "do"), ""),
    **dict.fromkeys(("is", "are"), "are "),
    **dict.fromkeys(("has", "have"), "have "),
    "can": "can ",
}


def _with_pronoun(question: str, snapshot: PropertySnapshot) -> str:
    """ "Does it have a terrace", for "does the Junior Suite have a terrace"."""
    mentions = snapshot.mentions(question)
    if len(mentions) != 1:
        return question
    name = mentions[0].name.words
    return normalised(question).replace(f" {name} ", " it ", 1).strip()
