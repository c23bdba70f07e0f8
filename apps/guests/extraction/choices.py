"""Facts of closed lists: what a guest eats, likes, celebrates and needs.

A word counts only where the guest says before or behind it that it is true of himself
or of his party: "I'm vegan", not "is there anything vegan?".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from apps.guests import fact_kinds
from apps.guests.extraction import grammar as grammars
from apps.guests.extraction.choice_rules import PLAYERS, RULES, WAS, Gap, Rule
from apps.guests.extraction.claims import LIKELY, SURE, Claim, Subject
from apps.guests.extraction.grammar import Grammar
from apps.guests.extraction.segments import Segment
from apps.guests.extraction.subjects import subject_of
from apps.infrastructure import patterns

GAMING = "gaming"
NEEDS = ("dietary_needs", "accessibility")
LONGEST_GAP = 60
# How far behind an occasion its owner stands: "el cumpleaños de mi mejor amigo".
OWNER_REACH = 25
_LIST_GAP = r"^\s*(?:,|/|&|{and})?\s*(?:(?:{and})\s+)?(?:(?:{fillers}|{num})\s+)*$"
_TIGHT = r"^\s*(?:(?:{fillers}|{num})\b[\s-]*)*$"
_OCCASION = "^(?:{occasion_gap})$"
_NOT_ALSO = r"^\s*,?\s*(?:but\s+)?not\s+$"


@dataclass(frozen=True)
class Word:
    """A choice that a sentence names."""

    key: str
    choice: str
    start: int
    end: int
    is_avoided: bool = False


def claims_in(segment: Segment) -> Iterator[Claim]:
    """Claims of one sentence, about its own offsets."""
    yield from _worded_choices(segment)
    words = list(_words(segment))
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
                yield Claim(key, [choice], *match.span(), LIKELY, subject=subject)


def _of_kind(
    segment: Segment, words: Sequence[Word], rules: Sequence[Rule], *, in_loss: bool
) -> Iterator[Claim]:
    previous: Claim | None = None
    for word in words:
        if previous and word.start < previous.end:
            continue
        claim = _ruled(segment, word, rules) or _continued(segment, word, previous)
        previous = claim
        if claim and not (in_loss and _is_gaming(word)):
            yield claim


def _ruled(segment: Segment, word: Word, rules: Sequence[Rule]) -> Claim | None:
    for rule in rules:
        is_over = segment.is_past and rule.piece != WAS
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
    if word.key != "occasion" or segment.matches("comes_for_it"):
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
        return word.start if is_said else None
    if rule.piece == "starts":
        is_first = segment.before("starts", word.start)
        ends = text[word.end :].lstrip().split(" ")[0]
        is_told = is_first and (
            ends in _FOLLOWING or text[word.end : word.end + 1] == ","
        )
        return word.start if is_told else None
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


def _is_no_player(segment: Segment, word: Word, rule: Rule) -> bool:
    """ "I'm not a slots person"."""
    clause = segment.text[segment.clause_start(word.start) : word.start]
    denial = segment.grammar.pattern("denial").search(clause)
    return rule.piece == PLAYERS and denial is not None


_FOLLOWING = ("dinner", "party", "trip", "weekend", "for")


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
    grammar = segment.grammar
    moved = replace(previous, value=[word.choice], start=word.start, end=word.end)
    if grammar.built("list_gap", _LIST_GAP).search(between):
        return moved
    if not previous.is_taken_back and grammar.built("not_also", _NOT_ALSO).search(
        between
    ):
        return replace(moved, is_taken_back=True)
    return None


def _is_gaming(word: Word) -> bool:
    return fact_kinds.kinds()[word.key].choices[word.choice].topic == GAMING


def _words(segment: Segment) -> Iterator[Word]:
    language = segment.grammar.language
    table = _table(language)
    for match in _pattern(language).finditer(segment.text):
        for key, choice, is_avoided in table[_spaced(match[0])]:
            yield Word(key, choice, *match.span(), is_avoided)


def _spaced(word: str) -> str:
    return word.replace("-", " ")


@cache
def _table(language: str) -> Mapping[str, Sequence[tuple[str, str, bool]]]:
    """Plain words with the choices that they may mean."""
    table: dict[str, list[tuple[str, str, bool]]] = {}
    for key in RULES:
        for choice in fact_kinds.kinds()[key].choices.values():
            for is_avoided, by_language in (
                (False, choice.words),
                (True, choice.avoided),
            ):
                for word in by_language.get(language, ()):
                    plain = _spaced(grammars.plain(word))
                    table.setdefault(plain, []).append((key, choice.key, is_avoided))
    return table


@cache
def _pattern(language: str) -> patterns.Pattern:
    """All words of the choices, the longer ones first."""
    words = sorted(_table(language), key=len, reverse=True)
    sources = (patterns.escape(word).replace(r"\ ", "[ -]") for word in words)
    return patterns.compile(rf"\b(?:{'|'.join(sources)})\b")
