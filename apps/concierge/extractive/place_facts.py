"""What the records say of the one place that a question means."""

from collections.abc import Iterable, Sequence

from apps.concierge.extractive.aspects import OVERVIEW, Aspect
from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.question import Question
from apps.concierge.extractive.similarity import matched
from apps.language.calendar import days
from apps.language.word_forms import stems

# Shorter words stand in many joined names by chance.
SHORTEST_JOINED = 6


def find_place(request: SpeakerRequest, question: Question) -> str:
    """The row that the question names, else the one in focus, else nothing."""
    if set(stems(request.focus)) & question.content:
        return request.focus
    if places := named(request, question):
        return places[0]
    return "" if _leaves_focus(request, question) else request.focus


def named(request: SpeakerRequest, question: Question) -> list[str]:
    """Rows that the question calls by words of their own, in its order."""
    names = {f.row: set(stems(f.row)) for f in request.facts if f.kind != "faq"}
    positions: dict[str, int] = {}
    for row, name in names.items():
        shared_words = set().union(*(names[key] for key in names if key != row))
        own_words = (name - shared_words) & question.content
        if own_words:
            positions[row] = min(question.words.index(word) for word in own_words)
    return sorted(positions, key=lambda row: positions[row])


def facts_of(place: str, facts: Sequence[Fact]) -> list[Fact]:
    """Facts of the row, then of answers written about it and of shows on its stage."""
    if not place:
        return []
    guests = {f.row for f in facts if f.field == "at_venue" and place in f.text}
    own = [fact for fact in facts if place in (fact.row, fact.about)]
    return own + [f for f in facts if f.row in guests and f not in own]


def by_aspect(here: Sequence[Fact], question: Question) -> list[Fact]:
    """What answers each aspect, in the order in which they are listed."""
    chosen: list[Fact] = []
    for aspect in _widest(question):
        fit = [fact for fact in here if aspect.rank(fact.field) is not None]
        chosen += _nearest(_of_days(fit, question), aspect, question)
    return list(dict.fromkeys(chosen))


def is_referred_to(place: str, question: Question) -> bool:
    """Whether the question says the place's name or "it"."""
    return bool(_of_name(place, question.words)) or question.refers_back


def leaves_open(own: Sequence[Fact], place: str, question: Question) -> bool:
    """Whether the question holds a word that the place's facts do not meet."""
    words = question.content - _of_name(place, question.content)
    return bool(words) and not any(matched(words, fact) for fact in own)


def asks_only_for(place: str, here: Sequence[Fact], question: Question) -> bool:
    """Whether nothing is asked but the place itself: "sushi?", "a golf course?"."""
    if question.kinds and not question.kinds & {fact.kind for fact in here}:
        return False
    name = _of_name(place, question.content)
    further = question.content - name
    is_named = bool(name)
    is_single = question.asks_existence and is_named and len(further) == 1
    is_bare = not further or is_single
    asks = is_named or question.refers_back or question.wants_overview
    return bool(place) and asks and is_bare and not question.aspects


def overview(here: Sequence[Fact], last_answer: str) -> list[Fact]:
    """Facts that the last answer did not tell; never "Golf Club: golf"."""
    telling = [
        fact for fact in here if not set(stems(fact.text)) <= set(stems(fact.row))
    ]
    fresh = [fact for fact in telling if fact.text not in last_answer] or telling
    return sorted(fresh, key=_overview_rank)[: OVERVIEW.says]


def _of_name(place: str, words: Iterable[str]) -> frozenset[str]:
    """The words that a name holds, "steakhouse" of a Steak House too."""
    letters = "".join(stems(place))
    own = set(stems(place))
    return frozenset(
        word
        for word in words
        if word in own or (len(word) >= SHORTEST_JOINED and word in letters)
    )


def _leaves_focus(request: SpeakerRequest, question: Question) -> bool:
    """Whether the question turns to another kind of place, or to the whole resort."""
    kinds = {fact.kind for fact in request.facts if fact.row == request.focus}
    turns = bool(question.kinds and kinds) and not question.kinds & kinds
    is_wide = bool(question.days) or question.open_now
    return (turns or (is_wide and not question.aspects)) and not question.refers_back


def _widest(question: Question) -> list[Aspect]:
    """Requested aspects without those that are part of another requested one."""
    requested = [aspect for aspect, _ in question.aspects]
    return [
        aspect
        for aspect in requested
        if not any(set(aspect.fields) < set(wider.fields) for wider in requested)
    ]


def _nearest(facts: list[Fact], aspect: Aspect, question: Question) -> list[Fact]:
    """Those that meet most of the question's free words, best field first."""
    met = {fact: len(matched(question.content, fact)) for fact in facts}
    most = max(met.values(), default=0)
    best = [fact for fact in facts if met[fact] == most]
    return sorted(best, key=lambda f: aspect.rank(f.field) or 0)[: aspect.says]


def _of_days(facts: list[Fact], question: Question) -> list[Fact]:
    """What is open at this moment says nothing of another day."""
    if question.is_today:
        return facts
    later = [fact for fact in facts if fact.field != "now"]
    dated = [fact for fact in later if days.is_dated(fact.text)]
    return dated or later


def _overview_rank(fact: Fact) -> int:
    rank = OVERVIEW.rank(fact.field)
    return len(OVERVIEW.fields) if rank is None else rank
