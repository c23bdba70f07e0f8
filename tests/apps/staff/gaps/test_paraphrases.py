"""The proof of a gap asks its questions in other words as well."""

from __future__ import annotations

import pytest
from django.db import transaction

from apps.knowledge.models import Phrasing
from apps.properties.models import Property
from apps.staff import guest_erasure, tasks
from apps.staff.gaps import paraphrases
from apps.staff.models import GapWork
from tests import factories
from tests.apps.knowledge.searching import embed_all


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Is there a dog park?", "Do you have a dog park?"),
        ("do you have a laundromat", "Where can I find a laundromat?"),
        ("Can I store my kayak?", "Is it possible to store my kayak?"),
        ("Where can we charge a car?", "Is there a place to charge a car?"),
        ("How much is a cabana?", "What is the price of a cabana?"),
        ("¿Hay un parque para perros?", "Busco un parque para perros."),
        ("Vous acceptez les chiens ?", "Vous acceptez les chiens ? Merci !"),
        ("有洗衣房吗", "有洗衣房吗谢谢\uff01"),
    ],
)
def test_each_question_is_asked_in_five_other_ways(question: str, way: str) -> None:
    texts = [row.text for row in paraphrases.of([question])]
    assert len(set(texts)) == 5
    assert way in texts
    assert question not in texts


def test_questions_take_turns_and_are_not_repeated() -> None:
    questions = ["Is there a dog park?", "Do you have a dog park?"]
    rows = paraphrases.of(questions)
    assert {row.of for row in rows} == set(questions)
    assert not {row.text for row in rows}.intersection(questions)


@pytest.mark.django_db(transaction=True)
def test_the_proof_shows_them_and_an_erasure_takes_them_away(
    mohegan: Property,
) -> None:
    text = "Is there a dog park?"
    lodge = factories.AmenityFactory.create(
        property=mohegan, name="North Lodge", details="Dogs run free in its dog park."
    )
    Phrasing.objects.create(item=lodge, field="details", text=text)
    embed_all()
    before = [{"ask": text, "answer": "Not in the records."}]
    work = GapWork.objects.create(property=mohegan, before=before, item=lodge.pk)
    assert tasks.ask_gap_again(work_id=work.pk) == 1
    work.refresh_from_db()
    assert len(work.paraphrases) == 5
    assert any(row["is_found"] for row in work.paraphrases)
    with transaction.atomic():
        guest_erasure.erase_from_gaps(mohegan.pk, [text])
    work.refresh_from_db()
    assert (work.before, work.after, work.paraphrases) == ([], [], [])
