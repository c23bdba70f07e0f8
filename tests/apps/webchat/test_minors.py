"""A minor reads the law once, a short sentence of it later, and is answered."""

from __future__ import annotations

import pytest

from apps.properties.models import Jurisdiction, Property
from tests.guest import guest
from tests.site import Site

MAY_NOT = "Guests under 21 may not play slots or drink."


@pytest.fixture
def law(resort: Property) -> Property:
    Jurisdiction.objects.update(
        minors_may="Guests under 21 are welcome in the shops.", minors_may_not=MAY_NOT
    )
    return resort


async def test_it_tells_the_whole_rule_once(site: Site, law: Property) -> None:
    async with guest(site) as alice:
        await alice.hello()
        questions = ["I'm 17, can I gamble?", "can I play the slots?", "and blackjack?"]
        answers = [(await alice.ask(question))[-1]["text"] for question in questions]
        parking = (await alice.ask("Is parking free?"))[-1]["text"]
    assert "welcome in the shops" in answers[0]
    for answer in answers[1:]:
        assert answer == f"{MAY_NOT} The team at {law.phone} knows more."
    assert "free" in parking
    assert MAY_NOT not in parking
