"""Token ids against the published vocabulary, checked by hand."""

import pytest

from apps.llm.local import weights
from apps.llm.local.wordpiece import WordPiece


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece(weights.find().vocabulary)


@pytest.fixture(scope="module")
def vocabulary() -> list[str]:
    return weights.find().vocabulary.read_text(encoding="utf-8").split("\n")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Hello, world!", ["hello", ",", "world", "!"]),
        ("embeddings", ["em", "##bed", "##ding", "##s"]),
        ("Café Ångström", ["cafe", "ang", "##strom"]),
        ("$5 + it's", ["$", "5", "+", "it", "'", "s"]),
        ("東京", ["東", "京"]),
        ("a\tb\u00a0c\u200bd\x00e", ["a", "b", "cd", "##e"]),
        ("\U0001f3b0", ["[UNK]"]),
        ("x" * 101, ["[UNK]"]),
        ("", []),
    ],
)
def test_it_cuts_words_into_known_pieces(
    tokenizer: WordPiece, vocabulary: list[str], text: str, pieces: list[str]
) -> None:
    ids = tokenizer.encode(text)
    assert [vocabulary[number] for number in ids] == ["[CLS]", *pieces, "[SEP]"]


def test_it_knows_the_published_ids(tokenizer: WordPiece) -> None:
    assert tokenizer.encode("Hello, world!") == [101, 7592, 1010, 2088, 999, 102]


def test_it_ends_a_long_text_properly(tokenizer: WordPiece) -> None:
    ids = tokenizer.encode("pool " * 400)
    assert (len(ids), ids[0], ids[-1]) == (256, 101, 102)
