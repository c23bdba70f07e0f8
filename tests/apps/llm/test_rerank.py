"""What judges a question and texts together: token by token, or by a cross-encoder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto
from pytest_django import Settings

from apps.llm import embeddings, rerank
from apps.llm.local.rerankers import CrossEncoder, LateInteraction
from apps.llm.local.weights import WeightsUnavailable
from benchmarks.graphs.builder import Graph

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "pool", "towels", "free", "when", "opens"]
TEXTS = [
    "The pool opens at nine.",
    "Towels by the pool are free of charge.",
    "A table for two is booked by telephone.",
]


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    rerank.reset()
    yield
    rerank.reset()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model to which a text matters by its words about towels, and nothing else."""
    weights = np.zeros(len(WORDS), np.float32)
    weights[WORDS.index("towels")], weights[WORDS.index("opens")] = 2, -1
    graph = Graph()
    table = graph.constant("weights", weights)
    axis = graph.constant("axis", np.array([1]))
    of_tokens = graph.node("Gather", table, "input_ids")
    is_second = graph.node("Cast", "token_type_ids", to=TensorProto.FLOAT)
    of_text = graph.node("Mul", of_tokens, is_second)
    graph.named("logits", "ReduceSum", of_text, axis, keepdims=1)
    shape: tuple[int, list[str | int]] = (TensorProto.INT64, ["texts", "tokens"])
    inputs = {"input_ids": shape, "token_type_ids": shape}
    (tmp_path / "model.onnx").write_bytes(graph.model("towels", inputs, "logits"))
    (tmp_path / "vocab.txt").write_text("\n".join(WORDS), encoding="utf-8")
    return tmp_path


def test_a_cross_encoder_is_read_from_a_folder(
    settings: Settings, folder: Path
) -> None:
    settings.RERANKER, settings.RERANKER_FOLDER = "cross_encoder", str(folder)
    model = rerank.reranker()
    assert model is not None
    scores = model.scores("When towels?", ["towels free", "pool opens", "pool", ""])
    chances = [1 / (1 + np.exp(-logit)) for logit in (2, -1, 0, 0)]
    assert scores == pytest.approx(chances)
    assert model.scores("When?", []).shape == (0,)


def test_a_text_counts_the_same_in_any_company(folder: Path) -> None:
    model = CrossEncoder(folder)
    long = "pool " * 400
    alone = [float(model.scores("when", [text])[0]) for text in ("towels", long)]
    assert model.scores("when", ["towels", long]) == pytest.approx(alone)


def test_without_its_folder_nothing_is_reranked(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.RERANKER, settings.RERANKER_FOLDER = "cross_encoder", str(tmp_path)
    assert rerank.reranker() is None
    assert "model.onnx and vocab.txt" in caplog.text


def test_nothing_is_reranked_unless_it_is_set(settings: Settings) -> None:
    settings.RERANKER = ""
    assert rerank.reranker() is None


def test_late_interaction_finds_the_text_with_the_asked_words(
    settings: Settings,
) -> None:
    settings.RERANKER = "late_interaction"
    model = rerank.reranker()
    assert isinstance(model, LateInteraction)
    for question, best in (("When does the pool open?", 0), ("Free towels?", 1)):
        scores = model.scores(question, TEXTS)
        assert int(scores.argmax()) == best
        assert model.scores(question, TEXTS[best:]) == pytest.approx(scores[best:])
    assert model.scores("Pool?", ["", TEXTS[0]])[0] == 0
    assert model.scores("", TEXTS) == pytest.approx(0)
    assert model.scores(TEXTS[0], TEXTS[:1]) == pytest.approx(1, abs=2e-3)


def test_late_interaction_needs_the_local_model(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(embeddings, "local", embeddings.HashingEmbedder)
    with pytest.raises(WeightsUnavailable):
        LateInteraction()
