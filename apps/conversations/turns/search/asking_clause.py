"""The clause that asks, of a message that tells why: "first time here, what's fun?"."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache

from apps.catalog.models import Item
from apps.conversations.turns.search.search_output import SearchOutput
from apps.infrastructure import patterns
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import parts, wish_words
from apps.knowledge.statements import ellipsis, kind_words
from apps.knowledge.statements.ranking import NEAREST_BELOW
from apps.language.spelling import things, word_lists
from apps.language.translation import question_words
from apps.language.word_forms import WORDS_OF_HAVING, content, stem, stems

_ASKS = patterns.compile(
    r"^\W*(?:(?:so|and|but|ok|hey|hi|well)\b\W*)*(?:what|where|when|which|who|how|is|"
    r"are|do|does|can|could|any|anything|anywhere|anyone)(?:'?s|'?re)?\b",
    "i",
)
_REASON = patterns.compile(
    r"^\W*(?:(?:cause|cuz|because|as|bc|since)\b\W*)?(?:(?:i|we|my \w+)\b\W*)?"
    r"(?:need|want|wanna|gotta|have to|forgot|lost|trying|looking)\b",
    "i",
)
_COUNTS = patterns.compile(r"\d")
LEAST_WORDS, COMMON_RANK = 3, 150
_WITH_FOOD = frozenset({Item.Kind.RESTAURANT, Item.Kind.VENUE})


@dataclass(frozen=True)
class AskingClause:
    """text: in the words of the guest. are_asides_known: whether records know a word of
    what is told besides. has_idle_diet: whether that is a diet, and nothing to eat is
    asked for."""

    text: str
    are_asides_known: bool
    has_idle_diet: bool = False


def of(text: str, language: str, snapshot: PropertySnapshot) -> AskingClause | None:
    """None where no clause, or more than one, asks, and where the asides may change the
    answer."""
    clauses = parts.clauses(text, language)
    by_words = [own for own in clauses if _ASKS.search(_english(own, language))]
    asking = by_words or [own for own in clauses if own.rstrip().endswith("?")]
    if len(asking) != 1 or len(asking[0].split()) < LEAST_WORDS:
        return None
    question = _english(asking[0], language)
    # "Who do I talk to?" asks nothing without what it is about.
    if not any(map(things.names_thing, _words([question]))):
        return None
    asides = [_english(own, language) for own in clauses if own != asking[0]]
    idle_words = _diets_without_effect(question, snapshot)
    if _tells(asides, snapshot, idle_words):
        return None
    words = _words(asides)
    known_words = words & snapshot.statements.meeting.keys() - _commonest() - idle_words
    is_known = bool(known_words) or _is_criterion(" ".join(asides))
    return AskingClause(asking[0], is_known, bool(words & idle_words))


async def answered(
    whole: SearchOutput,
    clause: AskingClause | None,
    find: Callable[[str], Awaitable[SearchOutput]],
) -> SearchOutput:
    """The output of the clause where the records answer it rather than the whole."""
    if clause is None or whole.search_input.reading.hangs_on:
        return whole
    if whole.is_answered and clause.are_asides_known:
        return whole
    output = await find(clause.text)
    is_likely = output.is_answered or output.chance_to_answer >= NEAREST_BELOW
    is_better = output.chance_to_answer > whole.chance_to_answer
    is_better = is_better or clause.has_idle_diet
    return output if is_likely and is_better else whole


def _english(text: str, language: str) -> str:
    return question_words.english(text, language)


def _diets_without_effect(question: str, snapshot: PropertySnapshot) -> frozenset[str]:
    """Stems of diets, which matter only where there is anything to eat."""
    named = (snapshot.rows.get(own.name.item_id) for own in snapshot.mentions(question))
    kinds = kind_words.kinds_of(stems(question)) | {row.kind for row in named if row}
    return wish_words.DIET_STEMS if kinds.isdisjoint(_WITH_FOOD) else frozenset()


def _tells(
    clauses: Sequence[str], snapshot: PropertySnapshot, idle_words: Collection[str]
) -> bool:
    """Whether they name a row or a thing, or count, besides saying a reason.

    idle_words: stems that do not matter to what is asked.
    """
    telling = [own for own in clauses if not _REASON.search(own)]
    words = _words(telling).difference(idle_words)
    is_of_row = any(snapshot.exact_names(own) for own in clauses)
    return bool(
        is_of_row or _COUNTS.search(" ".join(clauses)) or words & things.of_hotels()
    )


def _words(clauses: Sequence[str]) -> set[str]:
    return content(stems(" ".join(clauses))) - WORDS_OF_HAVING - ellipsis.TIMES


def _is_criterion(text: str) -> bool:
    """Whether it says what kind of place, or what for: "we are starving"."""
    criteria = (*wish_words.ALL_KINDS, wish_words.OCCASION, wish_words.FAMILY)
    return any(words.search(text) for words in criteria)


@cache
def _commonest() -> frozenset[str]:
    """Stems of words such as "so", which records may have by accident."""
    ranks = word_lists.ranks("en")
    return frozenset(stem(word) for word, rank in ranks.items() if rank < COMMON_RANK)
