"""Facts of closed lists: what a guest eats, likes, celebrates and needs.

A word counts only where the guest says beside it that it is true of him or his party:
"I'm vegan", not "is there anything vegan?".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from apps.guests.extraction import choice_words
from apps.guests.extraction.attribution import subject_of
from apps.guests.extraction.choice_words import (
    BY_ITSELF,
    FOLLOWING,
    OF_PERSON,
    PERSON_LIKES,
    PLAYERS,
    RULES,
    Gap,
    Rule,
    Word,
    words_in,
)
from apps.guests.extraction.claims import LIKELY, SURE, Claim, Subject
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment

NEEDS = ("dietary_needs", "accessibility")
LONGEST_GAP = 60
# "GF" alone is as often a girlfriend.
SHORTEST = 3
# How far behind an occasion its owner stands: "el cumpleaños de mi mejor amigo".
OWNER_REACH = 25
_LIST_GAP = r"^\s*(?:,|/|&|\+|{and})?\s*(?:(?:{and})\s+)?(?:(?:{fillers}|{num})\s+)*$"
_TIGHT = r"^\s*(?:(?:{fillers}|{num})\b[\s-]*)*$"
_OCCASION = "^(?:{occasion_gap})$"
# "I'm vegan, no wait, vegetarian": the correction is judged with all claims.
_CORRECTED_GAP = r"^[\s,.;-]*(?:{correction}[\s,]*)+(?:(?:{fillers})\s+)*$"
_NOT_ALSO = r"^\s*,?\s*(?:but\s+)?not\s+(?:(?:{fillers})\s+)*$"


def claims_in(segment: Segment) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets."""
    yield from _worded_choices(segment)
    words = list(words_in(segment))
    if not any(word.key in choice_words.TASTES for word in words):
        yield from _liked_before(segment)
    if not words:
        return
    in_loss = segment.matches("in_loss")
    for key, rules in RULES.items():
        own = [word for word in words if word.key == key]
        yield from _of_kind(segment, own, rules, in_loss=in_loss)


def _worded_choices(segment: Segment) -> Iterator[Claim]:
    """Choices that no word names: "on fête les 50 ans de mon mari", "I don't drink"."""
    if segment.is_past or not segment.is_own:
        return
    for key, pieces in segment.grammar.table("said").items():
        for choice, source in pieces.items():
            pattern = segment.grammar.built(f"said {choice}", source)
            if match := pattern.search(segment.text):
                subject = subject_of(segment, match.end())
                # "None of us drinks" is a need of all.
                subject = "guest" if subject == "nobody" else subject
                yield Claim(key, [choice], *match.span(), LIKELY, subject=subject)


def _liked_before(segment: Segment) -> Iterator[Claim]:
    """ "Is there golf? I love to play": it is of the sentence before."""
    previous = segment.previous
    is_liked = segment.matches("likes_it") and not segment.matches("denial")
    is_liked = is_liked or segment.matches("never_misses")
    if previous is None or not is_liked:
        return
    if segment.is_past or segment.matches("in_loss"):
        return
    tastes = [word for word in words_in(previous) if word.key in choice_words.TASTES]
    for word in tastes[-1:]:
        start = previous.start - segment.start + word.start
        yield Claim(word.key, [word.choice], start, len(segment.text.rstrip()), LIKELY)


def _of_kind(
    segment: Segment, words: Sequence[Word], rules: Sequence[Rule], *, in_loss: bool
) -> Iterator[Claim]:
    previous: Claim | None = None
    for word in words:
        if previous and word.start < previous.end:
            continue
        claim = _ruled(segment, word, rules) or _continued(segment, word, previous)
        previous = claim
        if claim and not (in_loss and word.is_gaming):
            yield claim


def _ruled(segment: Segment, word: Word, rules: Sequence[Rule]) -> Claim | None:
    for rule in rules:
        is_over = segment.is_past and rule.piece != choice_words.WAS
        is_over = is_over or (rule.gap == "occasion" and not segment.is_own)
        if is_over or rule.of_avoided != word.is_avoided:
            continue
        start = _reached(segment, word, rule)
        if start is None or _is_of_others(segment, word, start):
            continue
        if not _is_limited(segment, word):
            return _claim(segment, word, rule, start)
    return None


def _is_of_others(segment: Segment, word: Word, start: int) -> bool:
    """ "My friend's birthday is tomorrow": the guest does not come for it."""
    if word.key != "occasion":
        return False
    if segment.matches("others_celebrate") and not segment.matches("with_us"):
        return True
    if segment.matches("comes_for_it"):
        return False
    around = segment.text[start : word.end + OWNER_REACH]
    return segment.grammar.pattern("of_others").search(around) is not None


def _is_limited(segment: Segment, word: Word) -> bool:
    """ "No meat on Fridays", "kosher at home", "blind drunk"."""
    limit = segment.grammar.pattern("only_then").search(segment.text[word.end :])
    return word.key in NEEDS and limit is not None


def _claim(segment: Segment, word: Word, rule: Rule, start: int) -> Claim:
    is_denied = rule.gap == "occasion" and _is_denied(segment, start, word.start)
    return Claim(
        word.key,
        [word.choice],
        start,
        word.end,
        SURE if rule.gap == "tight" else LIKELY,
        is_taken_back=rule.takes_back or is_denied,
        is_weak=rule.of_avoided,
        subject=_subject(segment, word, rule),
    )


def _subject(segment: Segment, word: Word, rule: Rule) -> Subject:
    """ "Nobody eats pork" is a need of all."""
    subject = "guest" if rule.is_behind else subject_of(segment, word.start)
    return "guest" if rule.of_avoided and subject == "nobody" else subject


def _is_denied(segment: Segment, start: int, end: int) -> bool:
    """ "Not our anniversary", "it is no birthday"."""
    between = segment.text[start:end]
    is_inside = segment.grammar.pattern("denial").search(between) is not None
    return is_inside or segment.before("not_this", start)


def _reached(segment: Segment, word: Word, rule: Rule) -> int | None:
    """Where the quote begins, if the piece is near the word; else None."""
    grammar, text = segment.grammar, segment.text
    if rule.is_behind:
        behind = grammar.pattern(rule.piece).search(text[word.end :])
        is_said = behind and segment.is_own and not _is_no_player(segment, word, rule)
        is_said = is_said and (rule.piece != BY_ITSELF or _is_by_itself(segment, word))
        return word.start if is_said else None
    is_of_person = rule.piece in (OF_PERSON, PERSON_LIKES)
    if is_of_person and not segment.names_company(word.start):
        return None
    if rule.piece == "starts":
        return word.start if _is_begun(segment, word) else None
    before = segment.until(word.start)
    offset = word.start - len(before)
    for match in reversed(list(grammar.pattern(rule.piece).finditer(before))):
        if _is_near(grammar, rule.gap, before[match.end() :]):
            if word.key == "occasion" and grammar.pattern("no_occasion").search(
                text[word.end :]
            ):
                return None
            return offset + match.start()
    return None


def _is_begun(segment: Segment, word: Word) -> bool:
    """ "Birthday dinner for two", and as a keyword: "4 guys, stag do, two rooms"."""
    grammar, after = segment.grammar, segment.text[word.end :]
    if grammar.pattern("no_occasion").search(after):
        return False
    is_followed = after[:1] in (",", "!", ".")
    if segment.before("starts", word.start):
        ends = after.lstrip().split(" ")[0]
        is_day = ends in grammar.table("months") or ends in grammar.table("weekdays")
        return is_followed or is_day or ends in FOLLOWING
    _, comma, clause = segment.until(word.start).rpartition(",")
    if not comma or "?" in segment.text or segment.matches("plain_question"):
        return False
    is_whole = grammar.pattern("starts").search(clause) is not None
    return is_whole and segment.is_own and (is_followed or not after.strip())


def _is_no_player(segment: Segment, word: Word, rule: Rule) -> bool:
    """ "I'm not a slots person", "there is comedy every night"."""
    clause = segment.text[segment.clause_start(word.start) : word.start]
    excluding = (segment.grammar.pattern(piece) for piece in ("denial", "offered"))
    return rule.piece == PLAYERS and any(piece.search(clause) for piece in excluding)


def _is_by_itself(segment: Segment, word: Word) -> bool:
    """ "Vegetarian, two people": a word for a person begins what is told, or is a whole
    clause of it: "I'm Marta, vegan, 3 of us"."""
    is_of_person = word.key == "dietary_needs" or word.choice in ("hearing", "vision")
    is_short = word.end - word.start < SHORTEST or "?" in segment.text
    _, comma, clause = segment.text[: word.start].rpartition(",")
    is_whole = segment.text[word.end :].lstrip()[:1] in {"", ",", ".", "!"}
    is_clause = not comma or (is_whole and not segment.is_request)
    return is_of_person and not is_short and is_clause and not clause.strip(" -+.")


def _is_near(grammar: Grammar, gap: Gap, between: str) -> bool:
    if gap == "tight":
        return grammar.built("tight", _TIGHT).search(between) is not None
    if gap == "occasion":
        return grammar.built("occasion", _OCCASION).search(between) is not None
    if len(between) > LONGEST_GAP:
        return False
    between = between.strip().removeprefix("to ")
    return grammar.pattern("boundary").search(between) is None


def _continued(segment: Segment, word: Word, previous: Claim | None) -> Claim | None:
    """The next of a list: "vegan and gluten free"; "vegetarian, not vegan" is not."""
    if previous is None or previous.key != word.key:
        return None
    between = segment.text[previous.end : word.start]
    # "Halal meat" is no meat that somebody avoids.
    if word.is_avoided != previous.is_weak:
        return None
    grammar = segment.grammar
    moved = replace(previous, value=[word.choice], start=word.start, end=word.end)
    gaps = (("list_gap", _LIST_GAP), ("corrected_gap", _CORRECTED_GAP))
    if any(grammar.built(*gap).search(between) for gap in gaps):
        return moved
    if not previous.is_taken_back and grammar.built("not_also", _NOT_ALSO).search(
        between
    ):
        return replace(moved, is_taken_back=True)
    return None
