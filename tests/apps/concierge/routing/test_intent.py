"""What Alice's messages are about, as the router hears them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
import yaml
from django import conf
from django.core.management import CommandError, call_command
from pytest_django import Settings

from apps.concierge.routing import intent
from apps.concierge.routing.intent import CATEGORIES, WEIGHTS
from apps.infrastructure import yaml_files
from apps.language import classifier, ngrams
from apps.language.classifier import SURE
from apps.llm.embeddings import MiniLMEmbedder
from apps.llm.local import hashing
from benchmarks.training import intent_classifier
from benchmarks.training.intent_classifier import Example

Judged = list[tuple[Example, intent.Intent]]

HELD_BACK = intent_classifier.EXAMPLES.with_name("router_held_back.yaml")
HELD_BACK_TALK = intent_classifier.EXAMPLES.with_name("router_held_back_talk.yaml")
RESORT = ("property_qa", "hours_schedule")
ABOUT_THE_GAMES = [
    "is there a poker room",
    "what is the minimum bet at the craps table",
    "where are the penny slots",
    "what time does the casino open",
]


@cache
def sentence_model() -> MiniLMEmbedder:
    return MiniLMEmbedder(conf.settings.VAR_DIR / "llm")


@pytest.fixture(scope="module")
def with_vectors() -> Judged:
    examples = intent_classifier.read(HELD_BACK)
    vectors = sentence_model().embed_queries([example.text for example in examples])
    return [
        (example, intent.classify(example.text, vector))
        for example, vector in zip(examples, vectors, strict=True)
    ]


@pytest.fixture(scope="module")
def without_vectors() -> Judged:
    examples = intent_classifier.read(HELD_BACK)
    return [(example, intent.classify(example.text)) for example in examples]


def share(verdicts: Iterable[bool]) -> float:
    counted = list(verdicts)
    return sum(counted) / len(counted)


def right(judged: Judged) -> float:
    return share(result.category == example.category for example, result in judged)


def test_it_understands_wordings_it_has_never_seen(with_vectors: Judged) -> None:
    learnt = {example.text.casefold() for example in intent_classifier.read()}
    assert not learnt & {example.text.casefold() for example, _ in with_vectors}
    assert right(with_vectors) >= 0.9


def test_it_understands_most_without_a_sentence_model(without_vectors: Judged) -> None:
    assert right(without_vectors) >= 0.81


def test_it_tells_complaints_and_talk_apart() -> None:
    """Newer categories, of which it has seen less."""
    examples = intent_classifier.read(HELD_BACK_TALK)
    vectors = sentence_model().embed_queries([example.text for example in examples])
    judged = [
        (example, intent.classify(example.text, vector))
        for example, vector in zip(examples, vectors, strict=True)
    ]
    assert right(judged) >= 0.6


@pytest.mark.parametrize("language", ["en", "es", "pt", "fr", "zh"])
def test_it_understands_each_language(with_vectors: Judged, language: str) -> None:
    assert right([row for row in with_vectors if row[0].language == language]) >= 0.75


@pytest.mark.parametrize("judged", ["with_vectors", "without_vectors"])
def test_it_is_right_when_it_is_sure(
    judged: str, request: pytest.FixtureRequest
) -> None:
    rows: Judged = request.getfixturevalue(judged)
    sure = [row for row in rows if row[1].confidence >= SURE]
    assert right(sure) >= 0.95
    assert len(sure) / len(rows) >= 0.5


@pytest.mark.parametrize("judged", ["with_vectors", "without_vectors"])
def test_it_never_turns_a_question_about_the_resort_away(
    judged: str, request: pytest.FixtureRequest
) -> None:
    rows: Judged = request.getfixturevalue(judged)
    resort_rows = [row for row in rows if row[0].category in RESORT]
    lost = [row for row in resort_rows if row[1].category == "off_topic"]
    assert all(result.confidence < SURE for _, result in lost)
    assert len(lost) <= 0.02 * len(resort_rows)


@pytest.mark.parametrize("text", ABOUT_THE_GAMES)
def test_it_tells_where_the_games_are_from_how_to_win(text: str) -> None:
    assert intent.classify(text, vector_of(text)).category in RESORT
    question = "how do I win at blackjack"
    assert intent.classify(question, vector_of(question)).category == "gambling_advice"


def test_nothing_is_advice_that_is_as_likely_something_else() -> None:
    """A guest who takes back what he asked for heard that gambling may be a problem."""
    assert intent.classify("no, mejor déjalo todo como está").category in RESORT


@pytest.mark.parametrize("text", ["", "  ", "???", "🙂🙂", "…"])
def test_it_finds_a_message_without_a_word_ambiguous(text: str) -> None:
    assert intent.classify(text).category == "ambiguous"


@pytest.mark.parametrize(
    "text", ["天気はどうですか", "какая завтра погода", "الطقس غدا"]
)
def test_it_is_unsure_in_a_language_it_has_not_learnt(text: str) -> None:
    result = intent.classify(text, vector_of(text))
    assert result.category == "property_qa"
    assert result.confidence < SURE


def test_it_leaves_vectors_of_other_models_aside() -> None:
    text = "do you have cribs"
    plain = intent.classify(text)
    assert intent.classify(text, vector_of(text)) != plain
    assert intent.classify(text, [0.1] * 768) == plain
    assert intent.classify(text, hashing.vector(text, 384)) == plain


def test_it_hears_the_same_in_every_process() -> None:
    text = "wat time dose the pool open on sundays, and is there parking?"
    script = (
        f"from apps.concierge.routing import intent; print(intent.classify({text!r}))"
    )
    answers = [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=conf.settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert answers == [str(intent.classify(text))] * 2


def test_it_was_trained_on_the_present_examples() -> None:
    examples = intent_classifier.read()
    assert classifier.load(WEIGHTS).examples == intent_classifier.digest(examples), (
        "the examples have changed: run manage.py train_router"
    )


def test_it_learns_the_same_twice_and_says_how_well(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.GOOGLE_API_KEY = ""
    examples = tmp_path / "few.yaml"
    examples.write_text(one_in(20), encoding="utf-8")
    for name in ("one.npz", "two.npz"):
        call_command("train_router", examples=[examples], output=tmp_path / name)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    output = capsys.readouterr().out
    assert "with sentence vector, cross-validated:" in output
    assert "confidence 0.6 and more:" in output


def test_it_learns_from_its_examples_alone() -> None:
    texts = {"greeting": ["ahoy there", "ahoy"], "off_topic": ["zebra facts", "zebra"]}
    right_way = trained_on(texts)
    other_way = trained_on(dict(zip(texts, reversed(texts.values()), strict=True)))
    assert likeliest(right_way, "ahoy zoe") == "greeting"
    assert likeliest(other_way, "ahoy zoe") == "off_topic"


def test_it_refuses_to_learn_without_the_local_model(
    settings: Settings, tmp_path: Path
) -> None:
    settings.GOOGLE_API_KEY = "alices-secret-key"
    with pytest.raises(CommandError, match="GOOGLE_API_KEY"):
        call_command("train_router", output=tmp_path / "never.npz")
    assert not (tmp_path / "never.npz").exists()


def vector_of(text: str) -> list[float]:
    return sentence_model().embed_queries([text])[0]


def one_in(step: int) -> str:
    """A small file of examples, of every category and language."""
    entries = yaml_files.read(intent_classifier.EXAMPLES)
    sample = {
        category: {
            language: "\n".join(block.splitlines()[::step])
            for language, block in blocks.items()
        }
        for category, blocks in entries.items()
    }
    return yaml.safe_dump(sample, allow_unicode=True)


def trained_on(texts: dict[str, list[str]]) -> classifier.Model:
    examples = [
        Example(text, category, "en")
        for category, lines in texts.items()
        for text in lines
    ]
    return intent_classifier.train(examples, sentence_model().embed_queries).model


def likeliest(model: classifier.Model, text: str) -> str:
    chances = classifier.chances(model, ngrams.weighted(text), None)
    return CATEGORIES[int(chances.argmax())]
