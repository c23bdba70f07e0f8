"""A short answer to a proposal is answered in the language of the conversation."""

from __future__ import annotations

import pytest

from apps.properties.models import Property
from tests.apps.conversations.bookings.sample_bookings import WHO, dinner_at
from tests.guest import guest
from tests.site import Site


@pytest.fixture(autouse=True)
def dinner(resort: Property) -> None:
    dinner_at(resort)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sure as long as theres no charge", "Only the team can decide that"),
        ("ok as long as no extra fee", "Only the team can decide that"),
        ("sim, se for grátis", "Só a equipe pode decidir"),
    ],
)
async def test_it_changes_only_with_clear_words(
    site: Site, text: str, words: str
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask(WHO)
        await alice.ask("Cancel my dinner")
        ending = (await alice.ask(text))[-1]
    assert words in ending["text"]


@pytest.mark.parametrize(
    "turns",
    [
        {
            "Ich möchte mein Abendessen verschieben": "brauche ich zwei Angaben",
            "Alvarez MS-4F7K": "Was soll bei Ballo Italian Restaurant",
            "20:30": "Soll ich es abschicken?",
            "ja": "Das liegt jetzt beim Team: Änderung: Ballo Italian Restaurant.",
        },
        {
            "Vorrei annullare la mia cena": "mi servono due dati",
            "Alvarez MS-4F7K": "Lo invio? Dica sì",
            "no": "l'ho ritirato. Non è cambiato nulla",
        },
    ],
)
async def test_bookings_are_spoken_of_in_languages_that_the_page_does_not_have(
    site: Site, turns: dict[str, str]
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        for text, words in turns.items():
            assert words in (await alice.ask(text))[-1]["text"]
