"""After an emergency a plain question is answered, with the numbers in sight."""

from __future__ import annotations

import pytest

from apps.conversations.models import Turn
from apps.properties.models import Property
from tests.guest import Event, guest
from tests.site import Site

pytestmark = pytest.mark.usefixtures("numbers")
EMERGENCY = "my husband is not breathing"


@pytest.fixture
def numbers(resort: Property) -> None:
    resort.jurisdiction.helplines.create(
        purpose="emergency", name="Emergency services", phone="911"
    )


def numbers_of(ending: Event) -> list[str]:
    return [line["tel"] for line in ending["help"]]


@pytest.mark.parametrize(
    "question",
    [
        "where is breakfast?",
        "do you have a shuttle to the airport",
        "où est le petit déjeuner ?",
        "Is parking free?",
    ],
)
async def test_a_plain_question_is_answered(site: Site, question: str) -> None:
    """Whether or not the records hold the answer."""
    async with guest(site) as alice:
        await alice.hello()
        before = (await alice.ask(EMERGENCY))[-1]
        ending = (await alice.ask(question))[-1]
    assert (await Turn.objects.alatest("created_at")).guardrail == ""
    answer, _, beside = ending["text"].partition("\n\n")
    assert "911" not in answer
    assert "911" in beside
    assert numbers_of(ending) == numbers_of(before)


@pytest.mark.parametrize(
    "news",
    [
        "he is getting worse",
        "nobody is coming",
        "what should we do",
        "when are they coming?",
        "is anyone coming?",
    ],
)
async def test_news_of_it_stay_urgent(site: Site, news: str) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(EMERGENCY)
        ending = (await alice.ask(news))[-1]
    assert (await Turn.objects.alatest("created_at")).guardrail == "emergency"
    assert "911" in ending["text"]
