"""What one resort keeps, the other never tells."""

from __future__ import annotations

import pytest

from apps.properties.models import Property
from tests.guest import guest, shown
from tests.site import Site

QUESTIONS = [
    "What is your phone number?",
    "What is the loyalty program and its tiers?",
    "Which spas do you have?",
    "How many tables does the poker room have?",
]
ELSEWHERE = {
    "mohegan-sun": ["Foxwoods", "1-800-369-9663", "G Spa", "104"],
    "foxwoods": ["Mohegan", "1-888-226-7711", "Mandara", "Momentum"],
}


@pytest.mark.parametrize("slug", ["mohegan-sun", "foxwoods"])
async def test_it_answers_from_its_own_records_only(
    site: Site, demo: Property, slug: str
) -> None:
    async with guest(site, slug) as alice:
        await alice.hello()
        answers = [shown(await alice.ask(question)) for question in QUESTIONS]
    assert all(answers)
    for word in ELSEWHERE[slug]:
        assert not [text for text in answers if word in text], word
