"""The author who judges the gate is none of those who teach it."""

from __future__ import annotations

from collections import Counter

from benchmarks.training import guardrail_examples
from benchmarks.training.guardrail_examples import AUTHORS, HELD_BACK, PASS


def test_nothing_is_trained_on_messages_that_are_held_back() -> None:
    judging = list(guardrail_examples.of_authors(HELD_BACK))
    trained = guardrail_examples.read()
    by_author = Counter(example.author for example in judging)
    strangers = dict.fromkeys([f"{group}{n}" for group in "fh" for n in "abcdefgh"], 40)
    strangers |= dict.fromkeys(["ga", "gb", "gc", "gd"], 60)
    strangers |= {"na": 588, "nb": 697, "nc": 912, "nd": 920, "pa": 560, "pb": 675}
    first = {"m": 1263, "bz": 918, "cf": 1503, "ct": 500, "dd": 1178}
    assert by_author == {**first, **strangers, "fd": 39, "dk": 631, "dl": 675}
    assert {example.author for example in judging}.isdisjoint(
        example.author for example in trained
    )
    common_threats = {example.text.casefold() for example in judging} & {
        example.text.casefold() for example in trained if example.label != PASS
    }
    assert common_threats == set()


def test_a_harmless_message_names_the_category_that_it_comes_near() -> None:
    for example in guardrail_examples.of_authors(AUTHORS):
        assert (example.label == PASS) == bool(example.nearby_category), example
