"""The questions of an invented resort: how they are read, asked and judged."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
import yaml
from django.core.management import CommandError, call_command

from apps.catalog.demo import fixture_files, rows
from apps.infrastructure import yaml_files
from apps.properties.models import Property
from benchmarks.guest_questions import judge, question_file
from benchmarks.guest_questions.question_file import Question
from benchmarks.management.commands.eval_guest_questions import RESORT

pytestmark = pytest.mark.slow

PARTS = ("jurisdictions.yaml", "otter-bend.yaml")
HANDFUL = """
property: otter-bend
at: 2026-11-20T18:30
patterns: {'no': '\\bno'}
conversations:
  - turns:
      - {ask: 'When does the Driftwood close?', must: ['<01:00>'], first: ['<01:00>']}
      - {ask: 'What is their dress code?', must: [casual]}
  - at: 2026-11-23T03:00
    turns:
      - {ask: 'Is the Driftwood open?', must: [a banana], never: ['<no>|closed']}
  - lang: es
    turns:
      - {ask: '¿A qué hora cierra el Driftwood Bar?', must: ['<01:00>']}
"""


def _fixtures_of_one_bar(folder: Path) -> Path:
    """The resort's law and property with a single row."""
    for name in PARTS:
        page = yaml_files.read(RESORT / "fixtures" / name)
        if "property" in page:
            bars = [
                row for row in page["restaurants"] if row["name"] == "Driftwood Bar"
            ]
            page = {"property": page["property"], "restaurants": bars}
        (folder / name).write_text(yaml.safe_dump(page), "utf-8")
    return folder


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("copied_migrations")
def test_it_asks_a_resort_that_is_fixtures_alone(tmp_path: Path) -> None:
    questions, fixtures = tmp_path / "questions.yaml", tmp_path / "fixtures"
    questions.write_text(HANDFUL, "utf-8")
    fixtures.mkdir()
    output = StringIO()
    call_command(
        "eval_guest_questions",
        fixtures=_fixtures_of_one_bar(fixtures),
        questions=questions,
        as_json=True,
        stdout=output,
    )
    report = json.loads(output.getvalue())
    assert report["figures"] == {
        "right": [3, 4],
        "direct": [1, 1],
        "wrong facts": [1, 4],
        "language kept": [1, 1],
        "refused though answerable": [0, 4],
        "doubted though right": [0, 3],
    }
    assert [row["id"] for row in report["answers"]] == ["1.1", "1.2", "2.1", "3.1"]
    assert not Property.objects.exists()


def test_it_says_which_question_file_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "questions.yaml"
    path.write_text(HANDFUL.replace("'<no>|", "'<maybe>|"), "utf-8")
    with pytest.raises(CommandError, match="maybe"):
        call_command("eval_guest_questions", questions=path)


def _question(**patterns: str) -> Question:
    must, never, first = (
        (question_file.expanded(patterns[name], {}),) if name in patterns else ()
        for name in ("must", "never", "first")
    )
    return Question("When does the pool close?", "fact", must, never, first)


def test_a_wrong_answer_is_judged_wrong() -> None:
    question = _question(must="<22:00>", never="<21:00>", first="<22:00>")
    wrong = judge.judge(question, "en", "It closes at 9 p.m. [1]")
    assert (wrong.is_right, wrong.is_wrong, wrong.is_direct) == (False, True, False)
    assert len(wrong.reasons) == 2
    right = judge.judge(question, "en", "Yes. It is open until **10:00 PM**. [1]")
    assert (right.is_right, right.is_wrong, right.is_direct) == (True, False, True)
    late = judge.judge(
        question, "en", "The pool is heated all the year. It closes at 10 PM."
    )
    assert (late.is_right, late.is_direct) == (True, False)


def test_not_knowing_is_a_refusal_only_where_the_records_hold_the_answer() -> None:
    answer = "The pool closes at 10 PM. The records do not say more about that."
    refusal = "I find nothing about that in the records."
    question = _question(must="<22:00>")
    assert judge.judge(question, "en", refusal).is_refused
    assert judge.judge(question, "en", answer).is_doubted
    unknown = Question("How deep is it?", "unknown", (), (), ())
    assert not judge.judge(unknown, "en", refusal).is_refused
    assert not judge.judge(unknown, "en", answer).is_doubted


@pytest.mark.parametrize(
    ("written", "wording"),
    [
        ("22:00", "until 10 PM"),
        ("22:00", "until 10:00 p.m."),
        ("22:00", "jusqu'à 22 h"),
        ("22:00", "hasta las 10 de la noche"),
        ("18:30", "at 6:30 PM"),
        ("00:00", "until midnight"),
        ("06:00", "opens at 06:00"),
    ],
)
def test_a_time_is_found_in_any_wording(written: str, wording: str) -> None:
    assert question_file.expanded(f"<{written}>", {}).search(wording)


@pytest.mark.parametrize(
    ("written", "wording"),
    [("22:00", "10:00 AM"), ("22:00", "10:30 PM"), ("06:00", "at 6 PM")],
)
def test_another_time_is_not_found(written: str, wording: str) -> None:
    assert not question_file.expanded(f"<{written}>", {}).search(wording)


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "The pool is open until 10 PM."),
        ("es", "La piscina está abierta hasta las diez."),
        ("fr", "La piscine est ouverte jusqu'à 22 h."),
    ],
)
def test_the_language_of_an_answer_is_told_by_its_small_words(
    language: str, answer: str
) -> None:
    languages = [code for code in ("en", "es", "fr") if judge.is_in(code, answer)]
    assert languages == [language]


def test_the_resort_has_rows_of_every_kind_and_questions_of_every_sort() -> None:
    places = rows.places(fixture_files.read(RESORT / "fixtures"))
    assert {row.model.__name__ for row in places[0].items} == {
        model.__name__ for model in rows.SECTIONS.values()
    }
    questions = question_file.read(RESORT / "questions.yaml")
    all_rows = [row for talk in questions.conversations for row in talk.questions]
    assert {row.kind for row in all_rows} == question_file.KINDS
    assert {talk.language for talk in questions.conversations} == {"en", "es", "fr"}
    assert all(row.must for row in all_rows)
