"""Sam gives a gap to a colleague, dismisses it, and has it back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from apps.properties.models import Property
from apps.staff.gaps import meaning
from apps.staff.models import GapWork
from tests import factories
from tests.apps.staff.gaps.questions import ADDRESS, ask, inbox

TEXT = "Is there a dog park?"


@pytest.fixture
def nora(mohegan: Property) -> User:
    """A colleague who may write answers."""
    user = factories.StaffFactory.create(username="nora")
    user.user_permissions.add(Permission.objects.get(codename="add_faqentry"))
    factories.assign(user, mohegan)
    return user


def form_of_gap(sam: Client) -> dict[str, Any]:
    [gap] = sam.get(ADDRESS).context["gaps"]
    return {"property": gap["property"].pk, "message": gap["message_ids"]}


def test_a_gap_is_with_somebody_until_it_is_given_on(
    sam: Client, mohegan: Property, nora: User
) -> None:
    ask(mohegan, TEXT)
    form = form_of_gap(sam)
    sam.post(f"{ADDRESS}assign/", {**form, "to": nora.pk})
    page = inbox(sam)
    assert "With nora. Give it to" in page
    assert f'<option value="{nora.pk}" selected>nora</option>' in page
    ask(mohegan, "Can I rent a helicopter?")
    as_nora = Client()
    nora.user_permissions.add(Permission.objects.get(codename="view_conversation"))
    as_nora.force_login(nora)
    for client, texts in ((as_nora, [TEXT]), (sam, [])):
        mine = client.get(f"{ADDRESS}?weight=mine")
        assert [gap["wordings"][0] for gap in mine.context["gaps"]] == texts
        assert f"Mine ({len(texts)})" in mine.content.decode()
    sam.post(f"{ADDRESS}assign/", {**form, "to": ""})
    assert "With nora" not in inbox(sam)
    assert not GapWork.objects.exists()


def test_a_gap_stays_with_somebody_when_it_is_asked_in_other_words(
    sam: Client, mohegan: Property, nora: User
) -> None:
    ask(mohegan, TEXT)
    sam.post(f"{ADDRESS}assign/", {**form_of_gap(sam), "to": nora.pk})
    ask(mohegan, "is there a park for dogs")
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "With nora." in page


@pytest.mark.parametrize("key", ["²", "9" * 40, "0"])
def test_a_gap_goes_to_nobody_who_does_not_work_here(
    sam: Client, mohegan: Property, key: str
) -> None:
    ask(mohegan, TEXT)
    page = sam.post(
        f"{ADDRESS}assign/", {**form_of_gap(sam), "to": key}, follow=True
    ).content.decode()
    assert "Choose somebody who works here." in page


def test_a_dismissed_gap_stays_away_when_it_is_asked_again(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, TEXT)
    sam.post(f"{ADDRESS}dismiss/", form_of_gap(sam))
    ask(mohegan, TEXT)
    page = inbox(sam)
    assert "data-gap" not in page
    assert "Dismissed (1)" in page


def test_a_dismissed_gap_stays_away_in_other_words(
    sam: Client, mohegan: Property, foxwoods: Property
) -> None:
    ask(mohegan, TEXT)
    sam.post(f"{ADDRESS}dismiss/", form_of_gap(sam))
    ask(mohegan, "is there a park for dogs")
    assert "data-gap" not in inbox(sam)
    ask(foxwoods, "is there a park for dogs")
    ask(mohegan, "Can I rent a helicopter?")
    assert inbox(sam).count("data-gap") == 2


def test_each_question_is_read_once_for_the_list(
    sam: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(mohegan, TEXT)
    sam.post(f"{ADDRESS}dismiss/", form_of_gap(sam))
    ask(mohegan, "Can I rent a helicopter?")
    read: list[tuple[int, str]] = []
    read_vectors = meaning.vectors

    def vectors(questions: Sequence[tuple[int, str]]) -> meaning.Vectors:
        read.extend(questions)
        return read_vectors(questions)

    monkeypatch.setattr(meaning, "vectors", vectors)
    assert inbox(sam).count("data-gap") == 1
    assert sorted(text for _, text in read) == ["Can I rent a helicopter?", TEXT]


def test_a_dismissed_gap_comes_back_when_it_is_reopened(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, TEXT)
    sam.post(f"{ADDRESS}dismiss/", form_of_gap(sam))
    work = GapWork.objects.get()
    sam.post(f"{ADDRESS}{work.pk}/reopen/")
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "Dismissed (" not in page
    again = sam.post(f"{ADDRESS}{work.pk}/reopen/", follow=True)
    assert "It was open already." in again.content.decode()


def test_wordings_that_were_not_found_stay_in_the_list(
    sam: Client, mohegan: Property
) -> None:
    ask(mohegan, TEXT)
    ask(mohegan, "Can I rent a helicopter?")
    answers = [(TEXT, True), ("Can I rent a helicopter?", False)]
    work = GapWork.objects.create(
        property=mohegan,
        before=[{"ask": text, "answer": ""} for text, _ in answers],
        after=[{"ask": text, "answer": "", "is_found": ok} for text, ok in answers],
    )
    work.closed_at = work.created_at
    work.save()
    page = inbox(sam)
    assert page.count("data-gap") == 1
    assert "helicopter" in page


def test_all_wordings_of_a_gap_are_in_its_form(sam: Client, mohegan: Property) -> None:
    words = ("", "please", "here", "now", "today", "anywhere", "nearby", "at all")
    texts = [f"Is there a dog park {word}?" for word in words]
    for text in [*texts, *(text.lower() for text in texts)]:
        ask(mohegan, text)
    assert len(form_of_gap(sam)["message"]) == 16
