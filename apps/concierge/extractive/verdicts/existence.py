"""Whether a row has a thing, or is at a place, by the words of one of its facts."""

from __future__ import annotations

from apps.concierge.extractive.facts import Fact, SpeakerRequest
from apps.concierge.extractive.verdicts import Verdict, tiers, unmet_words
from apps.infrastructure import patterns
from apps.language.word_forms import stems

TIMES = (
    r"tonight|tonite|today|evening|tomorrow|weekends?|weekdays?|(mon|tues|wednes|thurs|"
    r"fri|satur|sun)days?|every|always|noon|midnight|christmas|thanksgiving|"
    r"in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w*"
)
OTHER_TIME = patterns.compile(rf"\d|\b({TIMES})\b", "i")
_MUST = patterns.compile(
    r"\b(need|needs|have to|has to|must|required|do (i|we) bring)\b", "i"
)
# "In there" is a place that the fact may not be about.
_IN_THERE = patterns.compile(
    r"\b(is|are) (the|your) .*\b(in|at|inside) (there|here|it|that|this)\b", "i"
)
# Words of a question whether people are let in who do not stay at the hotel.
OUTSIDERS = (
    r"anybody|anyone|everybody|everyone|non|not|public|outsiders?|visitors?|locals?"
)
_ACCESS_ASKED = patterns.compile(rf"\b(only|exclusive\w*|{OUTSIDERS})\b", "i")
_OPINION = patterns.compile(
    r"\b(good|nice|best|better|worth|great|fun|recommend|popular|busy|crowded|another|"
    r"others?)\b",
    "i",
)
_DENIED = patterns.compile(
    r"\b(not|no|never|none|closed|(smoke|smoking|pet|cash)-free|non-smoking|prohibited|"
    r"forbidden|banned)\b",
    "i",
)
# Of games: "No-Limit Texas Hold'em".
_NO_LIMIT = patterns.compile(r"\bno[- ]limit\b", "i")
_ASKER = patterns.compile(
    r"\b(you|your|there|they|we|i|any|anyone|anybody|here|got|have it)\b", "i"
)
_CLAUSES = patterns.compile(r"[.!?;,]| but ")
# Whether it holds then, for them, or is needed, a mere sentence cannot say.
_LEFT_OPEN = (OTHER_TIME, _MUST, _IN_THERE, _OPINION, _ACCESS_ASKED)


def of_place(request: SpeakerRequest, fact: Fact) -> Verdict:
    """No where the row that is asked about is at another place of the same sort."""
    lacking = unmet_words.of(request, fact)
    if not lacking:
        is_exact = not unmet_words.NEAR.search(fact.value)
        return "yes" if is_exact and unmet_words.asked_words(request, fact) else ""
    is_first = request.named[:1] == (fact.item_id,)
    other_names = others_named(request, fact)
    if not is_first or len(other_names) != 1:
        return ""
    asked_place, own_place = {*stems(other_names[0])}, {*stems(fact.value)}
    is_same_sort = bool(asked_place & own_place) or fact.field == "in_tower"
    is_elsewhere = is_same_sort and lacking <= asked_place
    return "no" if is_elsewhere and not unmet_words.NEAR.search(fact.value) else ""


def others_named(request: SpeakerRequest, fact: Fact) -> list[str]:
    return [name for item, name in request.named_as if item != fact.item_id]


def of_thing(request: SpeakerRequest, fact: Fact) -> Verdict:
    """A record that tells of it says yes, unless the clause about it denies it."""
    question = request.question
    if any(p.search(question) for p in _LEFT_OPEN):
        return ""
    words = unmet_words.asked_words(request, fact)
    if tiers.is_of_another(question, fact):
        return ""
    if not words:
        return "yes" if _is_whether_there(request, fact) else ""
    clauses = _CLAUSES.split(fact.text)
    nearest = max(clauses, key=lambda part: len(words & unmet_words.words_in(part)))
    return "no" if _DENIED.search(_NO_LIMIT.sub(" ", nearest)) else "yes"


def _is_whether_there(request: SpeakerRequest, fact: Fact) -> bool:
    """ "Do you have a spa?"; "is the spa?" asks for nothing that anybody could read."""
    nameless = unmet_words.without_name(request, fact)
    return unmet_words.names_row(request, fact) and bool(_ASKER.search(nameless))
