"""A message as n-grams: what each word brings, and how much it weighs."""

from __future__ import annotations

import math
import zlib

import pytest

from apps.language import ngrams


def weight(text: str, name: str) -> float | None:
    return ngrams.weighted(text).get(zlib.crc32(name.encode()))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "The Pool",
            ("s1", "p^ the", "pthe pool", "ppool $", "wpool", "l<po", "l<poo"),
        ),
        ("游泳池", ("s0", "i游", "i游泳", "i游泳池")),
        ("I'm 21", ("wim", "w0", "pim 0")),
    ],
)
def test_it_knows_words_pairs_and_letters(text: str, names: tuple[str, ...]) -> None:
    weights = [weight(text, name) for name in names]
    length = math.sqrt(sum(value**2 for value in ngrams.weighted(text).values()))
    assert length == pytest.approx(1)
    # Each kind has its own weight beside that of a word.
    for name, weight_of_name in zip(names, weights, strict=True):
        kind = ngrams.WEIGHTS[name[0]] / ngrams.WEIGHTS[names[0][0]]
        assert weight_of_name == pytest.approx(kind * (weights[0] or 0)), name


def test_a_word_weighs_the_same_however_often_it_was_read() -> None:
    first = ngrams.weighted("jacuzzi " * 3 + "x" * 60)
    assert ngrams.weighted("jacuzzi " * 3 + "x" * 60) == first
    assert zlib.crc32(b"w" + b"x" * 60) in first


def test_it_remembers_no_more_than_some_megabytes() -> None:
    for number in range(3 * ngrams.MOST_REMEMBERED):
        letters = "".join(chr(ord("a") + int(digit)) for digit in str(number))
        ngrams.weighted(f"{letters} {letters * 9}")
    remembered = ngrams._remembered.cache_info()
    assert remembered.currsize == ngrams.MOST_REMEMBERED
