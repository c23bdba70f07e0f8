"""Which tier of a club a fact is of, and whether a question asks for all of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from apps.catalog.models import Item
from apps.concierge.extractive.facts import Fact, SpeakerRequest, best_of
from apps.concierge.extractive.verdicts import unmet_words
from apps.knowledge.statements import ellipsis, kind_words
from apps.language.word_forms import WORDS_OF_HAVING, content, stems

# They ask for what a tier brings, whatever that is.
_ASKING = frozenset(
    stems(
        "tier level status member membership card club benefit perk advantage reward "
        "extra mean give bring include"
    )
)


def is_of_another(question: str, fact: Fact) -> bool:
    """What Diamond gets says nothing of Platinum."""
    return _is_of_tier(fact) and not _name(fact) <= {*stems(question)}


def is_all_asked(request: SpeakerRequest, fact: Fact) -> bool:
    """Whether the question names the tier, and nothing else beside its club."""
    if not _is_of_tier(fact) or is_of_another(request.question, fact):
        return False
    words = content(stems(unmet_words.without_name(request, fact)))
    return bool(_name(fact)) and words <= _name(fact) | _words_of_club(fact)


def every(request: SpeakerRequest, best: Fact) -> list[Fact]:
    """Of "what do the levels get you?", which names none of them, all in their order;
    empty where it says more, and after a tier that was told of: no other may answer."""
    words = content(stems(request.question))
    if not _is_of_tier(best) or not words <= _words_of_club(best):
        return []
    tiers = [f for f in request.facts if f.item_id == best.item_id and _is_of_tier(f)]
    may_answer = any(fact.chance for fact in tiers if fact != best)
    return sorted(tiers, key=lambda fact: fact.field) if may_answer else []


def named(request: SpeakerRequest, best: Fact, own: Sequence[Fact]) -> Iterator[Fact]:
    """Of "what does Gold get?", the fact of that tier, not the list of all."""
    words = content(stems(request.question)) - {*stems(f"{best.row} tier level")}
    for fact in own:
        heading = fact.text.partition(":")[0]
        is_tier = best.field == "tiers" and _is_of_tier(fact)
        if is_tier and words & {*stems(heading.removeprefix(fact.row))}:
            yield fact


def of_members(request: SpeakerRequest, best: Fact) -> Fact | None:
    """What a tier gets for nothing, where others pay: "valet free for members?"."""
    words = content(stems(request.question))
    shared_words = words & unmet_words.words_in(best.row, best.text)
    asks_of_club = (words - shared_words) & kind_words.by_kind()[Item.Kind.PROMO]
    subjects = shared_words.difference(ellipsis.explained_words("price"))
    if not (asks_of_club and subjects) or best.kind == Item.Kind.PROMO:
        return None
    of_tiers = [
        fact
        for fact in request.facts
        if _is_of_tier(fact) and shared_words <= unmet_words.words_in(fact.text)
    ]
    return best_of(of_tiers) if of_tiers else None


def _is_of_tier(fact: Fact) -> bool:
    return fact.field.startswith("tier_")


def _words_of_club(fact: Fact) -> frozenset[str]:
    return frozenset(stems(fact.row)) | _ASKING | WORDS_OF_HAVING


def _name(fact: Fact) -> set[str]:
    heading = fact.text.partition(":")[0].removeprefix(fact.row)
    return content(stems(heading)) - {"tier"}
