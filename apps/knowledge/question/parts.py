"""The ways in which one message may hold several questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby, islice

from apps.infrastructure import patterns
from apps.knowledge.question import limits
from apps.knowledge.question.limits import Limits
from apps.knowledge.question.row_names import normalised
from apps.language.word_forms import content, stems

MAX_PARTS = 3
# A message with more pieces is a story; its sentences are read, not its clauses.
MAX_PIECES = 4
# The sentence model reads every part of every cut: of a longer message, for seconds.
MAX_CHARS = 500
# Nobody asks so much at once, and what says nothing is read again with what follows.
MAX_JOINTS = 64
# Words that join two questions; English ones are typed in every language.
_JOINING = {
    "en": ("and", "also", "then", "plus"),
    "es": ("y", "tambien", "también", "ademas", "además", "luego"),
    "fr": ("et", "puis", "aussi", "ensuite"),
    "pt": ("e", "tambem", "também", "depois"),
}
_ANY_LANGUAGE = ""
_SENTENCE_END = patterns.compile(r"[?!;\n]")
_ADDING = patterns.compile(
    r"\+|also|plus|then|tambi|adem|luego|puis|aussi|ensuite", "i"
)
_JOINING_SIGN = patterns.compile(r"[a-z+&]", "i")
_INTERROGATIVE = patterns.compile(
    r"\b(where|when|how much|how many|d[oó]nde|cu[aá]ndo|cu[aá]nto|combien|quand)\b",
    "i",
)

# What a number of people is said with, and what the guest wants: "a table for two".
_WANTED = patterns.compile(r"\b(table|rooms?|suites?)\b", "i")


@dataclass(frozen=True)
class Split:
    """texts: the parts, in order. is_by_sentences: whether each cut is where a sentence
    ends. is_by_words: whether a word or a sign such as "and" or "+" stands in each.
    is_added: whether one stands there that seldom joins two nouns, such as "also".
    is_by_question_marks: whether each part is asked with a sign of its own.
    """

    texts: tuple[str, ...]
    is_by_sentences: bool
    is_by_words: bool
    is_added: bool
    is_by_question_marks: bool = False


@dataclass(frozen=True)
class _Piece:
    """start, end: offsets in the message. joint: what stands before it."""

    start: int
    end: int
    joint: str = ""

    @property
    def is_after_sentence(self) -> bool:
        return bool(_SENTENCE_END.search(self.joint))

    @property
    def is_after_word(self) -> bool:
        return bool(_JOINING_SIGN.search(self.joint))


def splits(text: str, language: str, names: Collection[str] = ()) -> list[Split]:
    """Every way to cut the message into two or three parts; none for most messages.

    A message of more than `MAX_CHARS` is left whole.

    names: the rows' names in it, as `normalised` writes them; none is cut in two.
    """
    pieces = _pieces(text, language) if len(text) <= MAX_CHARS else []
    if len(pieces) > MAX_PIECES:
        pieces = _sentences(pieces)
    if not 1 < len(pieces) <= MAX_PIECES:
        return []
    whole = normalised(text)
    whole_names = [name for name in names if f" {name} " in whole]
    all_splits = (_split(text, pieces, cuts) for cuts in _cuts(len(pieces)))
    return [split for split in all_splits if _keeps_names(split.texts, whole_names)]


def clauses(text: str, language: str = _ANY_LANGUAGE) -> list[str]:
    """What stands between the joints; empty for a single clause.

    language: by default the joints of every language divide.
    A clause without a word of content joins the next one.
    """
    pieces = _pieces(text, language)
    return [text[each.start : each.end] for each in pieces] if len(pieces) > 1 else []


def without(text: str, language: str, unwanted: Collection[str]) -> str:
    """The text without some of its `clauses`; empty where no other one remains."""
    pieces = _pieces(text, language)
    runs = groupby(pieces, key=lambda piece: text[piece.start : piece.end] in unwanted)
    remaining = [list(run) for is_unwanted, run in runs if not is_unwanted]
    return "? ".join(
        text[run[0].start : run[-1].end].rstrip("?!. ") for run in remaining
    )


def _cuts(count: int) -> Iterator[tuple[int, ...]]:
    places = range(1, count)
    for parts in range(2, MAX_PARTS + 1):
        yield from combinations(places, parts - 1)


def _split(text: str, pieces: Sequence[_Piece], cuts: Sequence[int]) -> Split:
    starts, ends = (0, *cuts), (*cuts, len(pieces))
    return Split(
        tuple(
            text[pieces[start].start : pieces[end - 1].end]
            for start, end in zip(starts, ends, strict=True)
        ),
        all(pieces[cut].is_after_sentence for cut in cuts),
        all(pieces[cut].is_after_word for cut in cuts),
        all(_ADDING.search(pieces[cut].joint) for cut in cuts),
        all("?" in pieces[cut].joint for cut in cuts) and text.rstrip().endswith("?"),
    )


def _keeps_names(texts: Sequence[str], names: Sequence[str]) -> bool:
    parts = [normalised(text) for text in texts]
    return all(any(f" {name} " in part for part in parts) for name in names)


def _pieces(text: str, language: str) -> list[_Piece]:
    """What stands between the joints; a piece that says nothing joins the next one.

    What follows the last of `MAX_JOINTS` is one piece.
    """
    pieces: list[_Piece] = []
    start, before = 0, ""
    joints = _JOINTS.get(language, _JOINTS["en"]).finditer(text)
    for joint in islice(joints, MAX_JOINTS):
        if not _says_something(text[start : joint.start()]):
            continue
        pieces.append(_Piece(start, joint.start(), before))
        start, before = joint.end(), joint[0]
    if _says_something(text[start:]):
        pieces.append(_Piece(start, len(text), before))
    elif pieces:
        pieces[-1] = replace(pieces[-1], end=len(text))
    return pieces


def _says_something(text: str) -> bool:
    """Not "we are 12 people", which asks for nothing."""
    if _WANTED.search(text) or _INTERROGATIVE.search(text):
        return True
    company = Limits(company=limits.company(text))
    return bool(content(stems(limits.without(text, company))))


def _sentences(pieces: Sequence[_Piece]) -> list[_Piece]:
    """The pieces joined to what ends as a sentence."""
    joined: list[_Piece] = []
    for piece in pieces:
        if joined and not piece.is_after_sentence:
            joined[-1] = replace(joined[-1], end=piece.end)
        else:
            joined.append(piece)
    return joined


def _joints(language: str) -> patterns.Pattern:
    # "Le plus cher" joins nothing.
    english = [w for w in _JOINING["en"] if (language, w) != ("fr", "plus")]
    return _joints_of((*english, *_JOINING.get(language, ())))


def _joints_of(words: Iterable[str]) -> patterns.Pattern:
    joining = "|".join(dict.fromkeys(words))
    return patterns.compile(
        rf"(?:\s*[?!;\n]+\s*|\s*\.+\s+|\s*[,:]\s+|\s*[+&]\s*|\s+(?:{joining})\s+)"
        rf"(?:\s*[?!;,.+&]+\s*|(?:{joining})\s+)*",
        "i",
    )


_JOINTS = {language: _joints(language) for language in _JOINING} | {
    _ANY_LANGUAGE: _joints_of(chain.from_iterable(_JOINING.values()))
}
