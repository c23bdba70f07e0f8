"""What a question asks for that the nearest record says nothing about.

"This comes nearest" helps where the record shares something with the question. Where it
shares nothing, such as the cuisine of a restaurant with "gluten free", the guest is
told what the records lack.
"""

from __future__ import annotations

from collections.abc import Collection

from apps.concierge import replies
from apps.concierge.answer.briefing import NO_CAUTION
from apps.concierge.extractive import single_row
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.selection import Selection
from apps.concierge.extractive.verdicts import field_values, unmet_words
from apps.infrastructure import patterns
from apps.knowledge.search import missing_facts
from apps.knowledge.statements import kind_words, named_rows
from apps.knowledge.statements.ranking import IN_PART_BELOW, NEAREST_BELOW
from apps.knowledge.statements.scoring import particulars
from apps.language.spelling import things
from apps.language.translation import question_words
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

_TOKEN = patterns.compile(r"\w+(?:'\w+)?", "i")
_TIMES = field_values.READERS["now"].explains
_MEASURES = frozenset(
    stems(
        "minimum maximum price cost fee number extra total long far tall deep heavy "
        "high big large fast hard old loud busy"
    )
)
# Of the row that is meant, and of one that is only near.
FAR_BELOW, FAR_BELOW_ELSEWHERE = 0.2, 0.25
LONGEST = 40
AMOUNT = patterns.compile(
    r"\$|\d+ ?(dollars|cents|percent|%)|\b(free|nothing|half|included|complimentary|"
    r"inexpensive|moderate|upscale|fine-dining|on request)\b",
    "i",
)
_AGES = patterns.compile(
    r"\b(1[4-9]|2[01]|adults?|child(ren)?|kids?|minors?|teen(ager)?s?|age|years)\b", "i"
)
CONTACT = patterns.compile(r"\d-\d{3}-\d{3}-\d{4}|@|\bwrite to\b", "i")
# By which free text says what no field does.
_VALUES_OF_TOPIC = {"age": _AGES, "phone": CONTACT, "location": named_rows.TELLS_PLACE}


def sentence(selection: Selection, request: SpeakerRequest) -> str:
    """Instead of an answer; empty where the nearest record has a word of it, or another
    record may."""
    if selection.kind != "answer":
        return ""
    # Where a record answers the question itself, the note stands before that.
    if request.is_need_of_row and request.exact < IN_PART_BELOW:
        return request.needs_note
    return _lacking(selection, request)


def _lacking(selection: Selection, request: SpeakerRequest) -> str:
    if not request.not_mentioned or request.caution == NO_CAUTION:
        return ""
    fact = selection.facts[0]
    is_of_row = fact.kind != "faq" and _is_meant(request, fact)
    words = _wished_for(request, fact) - _of_kinds(fact)
    words -= {*stems(fact.row)} if is_of_row else frozenset()  # "franks pepes"
    told_words = unmet_words.words_in(*(f"{f.row} {f.text}" for f in selection.facts))
    is_near = request.exact >= _far_below(request, words, is_of_row=is_of_row)
    # "Park" is in "dogpark", as the stem of a compound is written.
    is_met = any(word in told for word in words for told in told_words)
    if is_near or not words or is_met:
        return ""
    lacking = {*request.lacking} if is_of_row else _things_nowhere(request)
    # Nobody's slurs are repeated: only what guests of any resort ask for.
    if not words <= things.of_hotels():
        return ""
    phrase = _phrase(request, words & lacking)
    if not phrase:
        return ""
    of_row = f" for {fact.row}" if is_of_row and not _is_translated(request) else ""
    return _naming(request, f"{_quoted(phrase)}{of_row}")


def before(selection: Selection, request: SpeakerRequest) -> str:
    """Before an answer in part; empty where it lacks no thing."""
    if not request.not_mentioned or not selection.facts:
        return ""
    words = _wished_for(request, selection.facts[0])
    # Of "service dogs", the records may hold more than nothing.
    is_all = words <= {*request.nowhere} & things.of_hotels()
    phrase = _phrase(request, words if is_all else of_several(request))
    return _naming(request, _quoted(phrase)) if phrase else ""


def of_several(request: SpeakerRequest) -> Collection[str]:
    """Things of "a fridge and a microwave" that no record names."""
    if single_row.joins(request.question):
        return {*request.nowhere} & things.of_hotels()
    return unmet_words.unknown(request)


def nowhere(request: SpeakerRequest) -> str:
    """Instead of "I find nothing" about things that no record names: "bingo?"."""
    if not request.not_mentioned:
        return ""
    words = content(stems(request.question)) - WORDS_OF_HAVING - _MEASURES
    words -= unmet_words.explained(request)
    is_known = words <= {*request.nowhere} & things.of_hotels()
    # Of "a bingo packet", the bingo.
    phrase = _phrase(request, words if is_known else unmet_words.unknown(request))
    if not phrase:
        return ""
    return f"{_naming(request, _quoted(phrase))} {request.further}"


def _quoted(phrase: str) -> str:
    return f"\u201c{phrase}\u201d"


def _naming(request: SpeakerRequest, words: str) -> str:
    return request.not_mentioned.format(words=words)


def _far_below(
    request: SpeakerRequest, words: Collection[str], *, is_of_row: bool
) -> float:
    """The chance of being exactly what is asked below which the record is no help."""
    things_nowhere = _things_nowhere(request)
    if words and {*words} <= things_nowhere:
        return NEAREST_BELOW  # "bingo?", of which no record tells
    if is_of_row and {*words} & things_nowhere and {*words} <= {*request.lacking}:
        return NEAREST_BELOW  # "gluten free", where others have something for free
    return FAR_BELOW if is_of_row else FAR_BELOW_ELSEWHERE


def _things_nowhere(request: SpeakerRequest) -> set[str]:
    return {word for word in request.nowhere if things.names_thing(word)}


def _wished_for(request: SpeakerRequest, fact: Fact) -> set[str]:
    """Stems that say what is asked for, besides times, measures and the topic."""
    words = content(unmet_words.asked_words(request, fact, _TIMES))
    return words - unmet_words.explained(request) - _MEASURES


def _is_meant(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether the question names the row, or goes on with it."""
    goes_on = fact.item_id in request.goes_on_with and not request.named
    return goes_on or unmet_words.names_row(request, fact)


def _of_kinds(fact: Fact) -> frozenset[str]:
    """Words for any row of its kind: of "vegetarian food", not the food is missing."""
    of_kind = kind_words.by_kind().get(fact.kind, frozenset())
    return of_kind - kind_words.words_of_things()


def _is_translated(request: SpeakerRequest) -> bool:
    return request.language != replies.FIRST_LANGUAGE


def _phrase(request: SpeakerRequest, words: Collection[str]) -> str:
    """The words as they stand together in the question: "gluten free"; in the words of
    the guest, where each of them was understood."""
    language = request.language if _is_translated(request) else ""
    question = request.original or request.question
    groups: list[list[str]] = [[]]
    named: set[str] = set()
    for token in _tokens(question, words):
        plain = question_words.english(token, language) if language else token
        is_known = (
            plain != token or not language or {*stems(token)} & things.of_hotels()
        )
        if is_known and {*stems(plain)} & {*words}:
            groups[-1].append(token)
            named.update(stems(plain))
        elif groups[-1]:
            groups.append([])
    phrase = ", ".join(" ".join(group) for group in groups if group)
    is_whole = not language or {*words} <= named
    return phrase if is_whole and len(phrase) <= LONGEST else ""


def _tokens(text: str, words: Collection[str]) -> list[str]:
    """Its words; "zip line", which is one thing, as one."""
    tokens: list[str] = []
    for token in _TOKEN.findall(text):
        pair = " ".join([*tokens[-1:], token])
        compound = stems(pair) if tokens else ()
        if len(compound) == 1 and {*compound} <= {*words}:
            tokens[-1] = pair
        else:
            tokens.append(token)
    return tokens


def is_missing_of_row(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether a row lacks what is asked for, in free text too; not where the question
    names another thing, which no record has."""
    if not request.missing or request.misses in missing_facts.THOROUGH:
        return bool(request.missing)
    is_of_thing = selection.kind == "unknown" and bool(unmet_words.unknown(request))
    return not (is_of_thing or _is_in_free_text(selection, request))


def _is_in_free_text(selection: Selection, request: SpeakerRequest) -> bool:
    """Whether free text says what no field of the row does."""
    if CONTACT.search(request.missing):
        return False
    words = _VALUES_OF_TOPIC.get(request.topic, AMOUNT)
    # An answer about something else than what was talked about says nothing of it.
    goes_on = request.hangs_on and not request.named
    facts = [
        fact
        for fact in selection.facts
        if fact.row in request.missing
        or (fact.kind == "faq" and not (goes_on and _is_of_other_row(fact, request)))
    ]
    is_likely = request.exact >= NEAREST_BELOW
    return is_likely and any(words.search(fact.text) for fact in facts)


def _is_of_other_row(fact: Fact, request: SpeakerRequest) -> bool:
    return fact.item_id not in request.goes_on_with


def fact_instead(request: SpeakerRequest) -> Fact | None:
    """What the row that lacks something does say of it: of a kids' menu, that families
    are at home there."""
    fields = particulars.FIELDS_INSTEAD.get(request.misses, ())
    of_row = (own for own in request.facts if own.row in request.missing)
    return next((own for own in of_row if own.field in fields), None)
