"""Long texts are cut where a reader would pause."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from apps.knowledge.indexing.chunking import split

TEXTS = st.text(alphabet=st.sampled_from("ab .\n"), max_size=600)


def test_it_cuts_between_sentences() -> None:
    text = "The pool is warm. The spa is calm. The gym is open."
    assert split(text, size=36, overlap=0) == [
        "The pool is warm. The spa is calm.",
        "The gym is open.",
    ]


def test_it_repeats_the_end_of_one_piece_at_the_start_of_the_next() -> None:
    first, second, *_ = split("one two three four five six seven", 18, 6)
    assert second.startswith(first.split()[-1])


def test_it_leaves_a_short_text_whole() -> None:
    assert split("Short.", 800, 120) == ["Short."]
    assert split("  ", 800, 120) == []


@given(TEXTS)
def test_it_keeps_every_word_and_the_length(text: str) -> None:
    pieces = split(text, size=60, overlap=12)
    assert all(len(piece) <= 60 for piece in pieces)
    short = {word for word in text.split() if len(word) < 12}
    assert short <= {word for piece in pieces for word in piece.split()}
