"""The multilingual model: meaning across languages, and its unpacked weights."""

from pathlib import Path

import numpy as np
from sentencepiece import SentencePieceProcessor

from apps.llm.local import multilingual, unpacked_weights

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
