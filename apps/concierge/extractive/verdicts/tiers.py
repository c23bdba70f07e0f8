"""Which tier of a club a fact is of, and whether a question asks for all of it."""

from __future__ import annotations

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import unmet_words
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
    own = _name(fact) | {*stems(fact.row)} | _ASKING | WORDS_OF_HAVING
    return bool(_name(fact)) and words <= own


def _is_of_tier(fact: Fact) -> bool:
    return fact.field.startswith("tier_")


def _name(fact: Fact) -> set[str]:
    heading = fact.text.partition(":")[0].removeprefix(fact.row)
    return content(stems(heading)) - {"tier"}
