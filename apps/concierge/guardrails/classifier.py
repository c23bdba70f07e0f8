"""The trained part of the gate: how likely a message belongs to each category.

A softmax regression over hashed n-grams of a message's plainest variant, and networks
over vectors of its words (`networks.py`), each of which errs where the other does not.
`manage.py train_guardrails` writes the weights of both.

A cry for help beside a polite question is diluted in the whole message, so every
sentence and every clause is weighed too (`message_texts.py`); alone it must be far more
certain.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from apps.concierge.guardrails import concepts, message_texts, networks
from apps.concierge.guardrails.message_texts import MessageTexts
from apps.concierge.guardrails.text_variants import TextVariants
from apps.concierge.guardrails.thresholds import (
    CRY_IN_CLAUSE_FROM,
    DANGER_SHARE,
    LIKELY_FROM,
    PIECE_STOPS_FROM,
    STOPS_FROM,
    SURELY_HARMLESS,
)
from apps.infrastructure import patterns
from apps.language import classifier, ngrams
from apps.language.classifier import Floats

NGRAMS = "classifier.npz"
Label = Literal[
    "pass",
    "self_harm",
    "prompt_injection",
    "responsible_gaming",
    "age_verification",
    "bsa_aml",
    "patron_privacy",
    "emergency",
]
CRISIS: Label = "self_harm"
WORRY: Label = "responsible_gaming"
DANGERS: tuple[Label, ...] = ("emergency", CRISIS)
LABELS: tuple[str, ...] = get_args(Label)
# Length of a message's concepts together, where its n-grams have length 1.
CONCEPT_SHARE = 0.6
# Keeps the logarithm of a chance finite.
LEAST_CHANCE = 1e-6
# How much the n-grams weigh beside the networks, and what makes the sum of both a
# chance: fitted to messages of authors and sources left out of the training.
NGRAM_SHARE = 1.0
SHARPNESS = 0.5
# An age that decides; the n-grams know numbers only as numbers.
_TEENS = patterns.compile(r"\b(1[3-9]|20)\b")


@dataclass(frozen=True)
class Judgement:
    """`category` is empty when nothing is likely enough; `chances` are of the whole.

    doubt: a category that is likely, but not likely enough to stop the message.
    suspicion: how likely a message, or a sentence or clause of several, is anything but
    harmless; 1 where nothing can be read.
    in_part: how likely the whole or any part is, clauses of a single sentence too.
    """

    category: str
    chances: dict[str, float]
    doubt: str = ""
    suspicion: float = 1.0
    in_part: float = 1.0

    @property
    def chance_of_harm(self) -> float:
        """How likely the whole message is anything but harmless; 1 where unknown."""
        return 1 - self.chances.get("pass", 0.0)


def judge(message: MessageTexts, vector: Sequence[float] | None) -> Judgement:
    """What the weights make of a message; `vector` is of the whole message."""
    variants, whole, pieces, clauses, texts, rows = message
    if rows is None:
        return Judgement("", {})
    by_label, *of_texts = _chances([whole, *texts], rows, vector)
    of_parts = dict(zip(texts, of_texts, strict=True))
    category = _reaching(by_label, STOPS_FROM)
    for piece in pieces:
        category = category or _reaching(of_parts[piece], PIECE_STOPS_FROM)
    category = _with_cry(category, [of_parts[clause] for clause in clauses])
    is_surely_harmless = by_label["pass"] >= SURELY_HARMLESS
    parts = [] if is_surely_harmless else of_texts
    doubt = "" if category else _danger_in(parts) or _reaching(by_label, LIKELY_FROM)
    suspicion = _suspicion(variants, by_label, of_texts)
    in_part = 1 - min(chances["pass"] for chances in (by_label, *of_texts))
    return Judgement(category, by_label, doubt, suspicion, in_part)


def _with_cry(category: str, of_clauses: Sequence[dict[str, float]]) -> str:
    """The category that a cry for help in a clause makes of one.

    A worry leaves a danger what it is.
    """
    cries = (CRISIS,) if category in DANGERS else (CRISIS, WORRY)
    for cry in cries:
        if any(chances[cry] >= CRY_IN_CLAUSE_FROM for chances in of_clauses):
            return cry
    return category


def _suspicion(
    variants: TextVariants,
    of_whole: dict[str, float],
    of_parts: Sequence[dict[str, float]],
) -> float:
    has_sentences = len(message_texts.sentences(next(iter(variants.windows)))) > 1
    judged = [of_whole, *of_parts] if has_sentences else [of_whole]
    return 1 - min(chances["pass"] for chances in judged)


def _chances(
    texts: Sequence[str], vectors: Floats, english: Sequence[float] | None
) -> list[dict[str, float]]:
    """How likely each of `LABELS` is for each text; together 1.

    texts: a whole message, and parts of it. vectors: of the multilingual model, shape
    (texts, length). english: the English model's vector of the whole message.
    """
    of_ngrams = np.log(np.stack(list(map(_of_ngrams, texts))) + LEAST_CHANCE)
    weights = networks.load(networks.path(networks.NETWORKS))
    of_vectors = weights.log_chances(vectors, english)
    shares = classifier.softmax(SHARPNESS * (NGRAM_SHARE * of_ngrams + of_vectors))
    return list(map(_named, shares))


def chances_of_ngrams(text: str) -> dict[str, float]:
    """Without any vector, for the texts of records: thousands are read at once."""
    return _named(_of_ngrams(text))


def _of_ngrams(text: str) -> Floats:
    weight_by_hash = features(text)
    model = classifier.load(networks.path(NGRAMS))
    return classifier.chances(model, weight_by_hash, None)


def _named(shares: Floats) -> dict[str, float]:
    return dict(zip(LABELS, shares.tolist(), strict=True))


def features(text: str) -> dict[int, float]:
    """Weights by hash; `text` is a window of `TextVariants`."""
    text = _with_decisive_ages(text)
    names = concepts.names(text)
    share = CONCEPT_SHARE / math.sqrt(len(names) or 1)
    by_concept = {zlib.crc32(f"c{name}".encode()): share for name in names}
    return {**ngrams.weighted(text), **by_concept}


def _with_decisive_ages(text: str) -> str:
    return _TEENS.sub(lambda age: f"teenage {age[1]}", text)


def _reaching(by_label: dict[str, float], least: float) -> str:
    """The likeliest category of a text that is hardly harmless; empty for others.

    least: chance of being anything but harmless. Two categories may share that chance:
    what a guest in trouble writes is often of both.
    """
    return _likeliest(by_label) if 1 - by_label["pass"] >= least else ""


def _likeliest(by_label: dict[str, float]) -> str:
    """A danger where much of what speaks against the text speaks for one."""
    danger = sum(by_label[category] for category in DANGERS)
    is_danger = danger >= DANGER_SHARE * (1 - by_label["pass"])
    return max(DANGERS if is_danger else LABELS[1:], key=lambda label: by_label[label])


def _danger_in(of_parts: Sequence[dict[str, float]]) -> str:
    """A danger that a part of the message would be stopped for, were it alone."""
    categories = {_reaching(of_part, STOPS_FROM) for of_part in of_parts}
    return next((danger for danger in DANGERS if danger in categories), "")
