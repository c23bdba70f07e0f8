"""Guests ask what is on when nothing is: they hear so, and what plays next."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all
from tests.turns import ask

pytestmark = pytest.mark.usefixtures("without_key")


@adds_rows
def stage(resort: Property) -> None:
    show = factories.ShowFactory.create(property=resort, name="The Fab Faux")
    next_week = timezone.now() + timedelta(days=7)
    factories.PerformanceFactory.create(show=show, starts_at=next_week)
    embed_all()


@pytest.mark.parametrize(
    ("text", "language", "begins"),
    [
        ("who's playing tonight", "en", "I find no show in the records for tonight; "),
        ("any shows on tonight?", "en", "I find no show in the records for tonight; "),
        ("what's on tonight", "en", "I find no show in the records for tonight; "),
        ("¿qué espectáculos hay esta noche?", "es", "No encuentro ninguna función"),
        ("quels spectacles y a-t-il ce soir ?", "fr", "Je ne trouve aucun spectacle"),
    ],
)
async def test_the_answer_says_so_and_names_the_next_show(
    stage: Property, turns: TurnRunner, text: str, language: str, begins: str
) -> None:
    result = await ask(stage, turns, text, language)
    assert result["answer"].startswith(begins)
    assert "The Fab Faux" in result["answer"]
    [citation] = result["citations"]
    assert (citation["title"], citation["field"]) == ("The Fab Faux", "performances")


@pytest.mark.parametrize(
    ("text", "language", "begins"),
    [
        ("when is the fab faux?", "en", "The Fab Faux plays on "),
        ("what time does the Fab Faux start", "en", "The Fab Faux plays on "),
        ("¿A qué hora empieza The Fab Faux?", "es", "La próxima función de The Fab"),
    ],
)
async def test_a_show_that_is_named_is_told_by_its_next_date(
    stage: Property, turns: TurnRunner, text: str, language: str, begins: str
) -> None:
    result = await ask(stage, turns, text, language)
    assert result["answer"].startswith(begins)


async def test_what_it_costs_tonight_is_answered_by_no_date(
    stage: Property, turns: TurnRunner
) -> None:
    result = await ask(stage, turns, "how much is the fab faux tonight?", "en")
    assert "free, no ticket needed" in result["answer"].partition("[1]")[0]


@pytest.mark.parametrize(
    "text",
    [
        "any comedy shows next week",
        "is there a comedian in the next week",
        "any magic show next week?",
        "any shows for kids next week",
        "kids show next week",
    ],
)
async def test_another_show_than_was_asked_for_is_not_told_as_it(
    stage: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(stage, turns, text, "en")
    assert result["answer"].startswith("The records do not ")


async def test_what_no_record_tells_of_is_not_told_for_free(
    stage: Property, turns: TurnRunner
) -> None:
    text = "when does the tour start and is it free"
    result = await ask(stage, turns, text, "en")
    assert result["answer"].startswith("I find nothing about that")
