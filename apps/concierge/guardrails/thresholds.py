"""What the learnt model makes of a message: as a whole, and sentence by sentence.

A cry for help between two polite sentences is diluted in the whole message, so every
sentence is weighed too; alone it has no vector and must be far more certain. The work
is bounded: at most `MOST_PIECES` pieces of at most one window each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from apps.concierge.guardrails import classifier
from apps.concierge.guardrails.readings import Reading
from apps.infrastructure import patterns

MOST_PIECES = 8
SHORTEST_PIECE = 4
# Least chance by category, calibrated on the development half of a benchmark: loose
# where a miss hurts a guest, strict where a false alarm insults one (docs/safety.md).
ENOUGH = {
    "self_harm": 0.75,
    "prompt_injection": 0.65,
    "responsible_gaming": 0.88,
    "age_verification": 0.7,
    "bsa_aml": 0.8,
    "patron_privacy": 0.66,
}
# For pieces, and for whole messages where the sentence model is away.
ENOUGH_ALONE = 0.98
# From this chance on a model is asked for its opinion, where there is one.
DOUBTFUL = 0.3
# Below this chance of being anything but harmless a phrase was a coincidence.
COINCIDENCE = 0.03
_SENTENCE = patterns.compile(r"[^.\n]+")


@dataclass(frozen=True)
class Judgement:
    """`category` is empty when nothing is likely enough; `chances` are of the whole.

    doubt: what it may be then, likely enough to ask somebody else. is_harmless: the
    sentence model could read the message and sees nothing at all.
    """

    category: str
    chances: dict[str, float]
    doubt: str = ""
    is_harmless: bool = False


def of(reading: Reading, vector: Sequence[float] | None) -> Judgement:
    whole = next(iter(reading.windows), "")
    if not whole:
        return Judgement("", {})
    model = classifier.load()
    chances = classifier.chances(whole, vector, model)
    category = _likeliest(chances, ENOUGH if vector is not None else None)
    for piece in islice(_pieces(reading), MOST_PIECES):
        category = category or _likeliest(classifier.chances(piece, None, model), None)
    is_readable = vector is not None and _is_plain(reading)
    is_harmless = is_readable and 1 - chances["pass"] < COINCIDENCE
    doubt = "" if category else _above(DOUBTFUL, chances)
    return Judgement(category, chances, doubt, is_harmless)


def _likeliest(chances: dict[str, float], enough: dict[str, float] | None) -> str:
    """The likeliest category, if it is likely enough."""
    category = _above(0, chances)
    least = enough[category] if enough else ENOUGH_ALONE
    return category if chances[category] >= least else ""


def _above(least: float, chances: dict[str, float]) -> str:
    category = max(classifier.LABELS[1:], key=lambda label: chances[label])
    return category if chances[category] >= least else ""


def _is_plain(reading: Reading) -> bool:
    """One sentence in the sentence model's own language, without any disguise."""
    is_disguised = len(reading.windows) > 1 or "&#" in reading.text
    is_one = len(_SENTENCE.findall(reading.windows[0])) == 1
    return reading.text.isascii() and is_one and not is_disguised


def _pieces(reading: Reading) -> Iterator[str]:
    """Further readings, then the sentences of the plainest one."""
    whole, *others = reading.windows
    yield from others
    sentences = [one.strip() for one in _SENTENCE.findall(whole)]
    if len(sentences) > 1:
        yield from (one for one in sentences if len(one) >= SHORTEST_PIECE)
