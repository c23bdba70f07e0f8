"""The multilingual model: meaning across languages, and its unpacked weights."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sentencepiece import SentencePieceProcessor

from apps.concierge.guardrails.message_texts import LONGEST_VECTOR
from apps.llm.local import (
    convolutions,
    multilingual,
    onnx_sessions,
    unpacked_weights,
)
from apps.llm.local.convolutions import Encoder
from benchmarks.graphs import multilingual as graphs_of_multilingual

TEXTS = [
    "Where is the swimming pool?",
    "¿Dónde está la piscina?",
    "游泳池在哪里",
    "The steak was far too salty.",
    "",
    "We would like to stay for one more night. " * 80,
]


def test_one_question_is_alike_in_every_language() -> None:
    english, spanish, chinese, steak = multilingual.encode(TEXTS[:4])
    assert min(english @ spanish, english @ chinese) > 0.7
    assert english @ steak < 0.4


def test_the_environment_was_made_with_unpacked_weights() -> None:
    assert unpacked_weights.FOLDER.is_dir()


def test_unpacked_weights_say_the_same_as_those_of_the_package(tmp_path: Path) -> None:
    pieces = SentencePieceProcessor(
        model_file=str(unpacked_weights.RESOURCES / "sp.model")
    )
    folder = tmp_path / "unpacked"
    packed = unpacked_weights.load(pieces, folder).encode(TEXTS)
    unpacked_weights.unpack(folder)
    unpacked_weights.unpack(folder)
    mapped = unpacked_weights.load(pieces, folder)
    assert not mapped.table.flags.writeable
    assert np.array_equal(mapped.encode(TEXTS), packed)


@pytest.mark.parametrize(
    "texts", [TEXTS, TEXTS[:1], ["good good good good", "good good", "a"] * 40]
)
def test_vectors_are_those_of_the_librarys_own_forward_pass(
    texts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = multilingual._model()
    own_vectors = model.encode(texts)
    assert (multilingual.encode(texts) * own_vectors).sum(axis=1).min() > 0.999
    monkeypatch.setattr(onnx_sessions, "is_installed", lambda: False)
    in_floats = Encoder(model)
    monkeypatch.setattr(multilingual, "_encoder", lambda: in_floats)
    assert np.abs(multilingual.encode(texts) - own_vectors).max() < 1e-5


def test_its_graphs_are_those_that_the_command_writes() -> None:
    graphs = dict(graphs_of_multilingual.graphs())
    assert {file: file.read_bytes() for file in graphs} == graphs


def test_a_text_has_the_same_vector_beside_others() -> None:
    alone = np.concatenate([multilingual.encode([text]) for text in TEXTS])
    assert np.abs(multilingual.encode(TEXTS * 9)[-len(TEXTS) :] - alone).max() < 1e-5


def test_no_texts_have_no_vectors() -> None:
    assert multilingual.encode([]).shape == (0, multilingual.DIMENSIONS)


def test_the_longest_part_of_a_message_has_fewer_tokens_than_a_batch_may() -> None:
    # Each of these letters is read as eighteen, the most that any letter becomes.
    longest = "\ufdfa" * LONGEST_VECTOR
    tokens = multilingual._model().sp.encode(longest)
    assert 4 * LONGEST_VECTOR < len(tokens) < convolutions.MOST_TOKENS
    assert multilingual.encode([longest] * 9).shape == (9, multilingual.DIMENSIONS)


def test_a_text_of_too_many_tokens_is_refused() -> None:
    with pytest.raises(ValueError, match="tokens"):
        multilingual.encode(["a b c d " * 2000])


def test_what_a_message_repeats_takes_little_time() -> None:
    texts = ["kill all of them now. " * 14] * 9
    own_seconds = _least_seconds(lambda: multilingual._model().encode(texts))
    seconds = _least_seconds(lambda: multilingual.encode(texts))
    assert seconds < own_seconds / 2


def _least_seconds(act: Callable[[], object]) -> float:
    durations = []
    for _ in range(5):
        started_at = time.thread_time()
        act()
        durations.append(time.thread_time() - started_at)
    return min(durations)


def test_a_message_read_a_moment_ago_has_the_same_vector() -> None:
    texts = ["Are pets allowed?", "pets allowed"]
    rows = multilingual.encode(texts)
    assert (multilingual.encode_message(texts[0]) == rows[0]).all()
    unread = multilingual.encode_message("A text that nobody has read")
    assert unread.shape == (multilingual.DIMENSIONS,)
