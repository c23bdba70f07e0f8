"""Vectors of texts, computed once in a test run and its processes."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

Vectors = list[list[float]]
# By model and text.
VECTORS: dict[str, dict[str, list[float]]] = {}


def of_texts(
    model: str, texts: Sequence[str], compute: Callable[[Sequence[str]], Vectors]
) -> Vectors:
    """compute: by the model, for those that it has not been asked for yet."""
    by_text = VECTORS.setdefault(model, {})
    fresh = [text for text in dict.fromkeys(texts) if text not in by_text]
    by_text.update(zip(fresh, compute(fresh) if fresh else [], strict=True))
    return [by_text[text] for text in texts]


@contextmanager
def of_all_runs(folder: Path) -> Iterator[None]:
    """The first process here computes the vectors of the demo properties; the others
    wait, which costs less than the same work on the same processors.

    folder: of all runs side by side.
    """
    path = folder / "vectors.json"
    with (folder / "vectors.lock").open("ab") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_first = not path.exists()
        if not is_first:
            for model, by_text in json.loads(path.read_text()).items():
                VECTORS.setdefault(model, {}).update(by_text)
        yield
        if is_first:
            path.write_text(json.dumps(VECTORS))
