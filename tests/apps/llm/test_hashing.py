"""The embedder of last resort."""

import math
import subprocess
import sys

from apps.llm.local import hashing


def similarity(text: str, other_text: str) -> float:
    first, second = (hashing.vector(each, 384) for each in (text, other_text))
    return sum(a * b for a, b in zip(first, second, strict=True))


def test_it_finds_shared_words_and_misspellings() -> None:
    pool = "The indoor pool opens at six."
    stranger = similarity("Dinner reservations are recommended.", pool)
    assert similarity("When does the pool open?", pool) > stranger + 0.2
    spelled = similarity("resturants", "restaurant")
    assert spelled > similarity("resturants", "massages") + 0.2


def test_it_does_not_mind_accents_and_case() -> None:
    assert math.isclose(similarity("CAFÉ Señor", "cafe senor"), 1)


def test_it_makes_nothing_of_a_text_without_words() -> None:
    assert hashing.vector(" ?! ", 8) == [0.0] * 8


def test_it_is_the_same_in_every_process() -> None:
    code = "from apps.llm.local import hashing; print(hashing.vector('pool bar', 16))"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1] == f"{hashing.vector('pool bar', 16)}\n"
