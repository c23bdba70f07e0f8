"""A cry for help in a few words is answered in its own language."""

from __future__ import annotations

import pytest

from apps.properties.models import Property
from tests.guest import guest
from tests.site import Site

pytestmark = pytest.mark.usefixtures("numbers")
OPENINGS = {
    "es": "Si alguien está herido",
    "pt": "Se alguém está ferido",
    "fr": "Si quelqu'un est blessé",
    "it": "Se qualcuno è ferito",
    "de": "Wenn jemand verletzt",
    "tl": "Kung may nasaktan",
    "en": "If somebody is hurt",
}
CRIES = [
    ("es", "mi padre no respira"),
    ("es", "mi abuela no respira"),
    ("pt", "socorro, meu pai não respira"),
    ("pt", "aperto no peito e o braço esquerdo dormente"),
    ("fr", "un homme armé"),
    ("it", "papà non respira"),
    ("de", "mein Mann erstickt"),
    ("de", "mein Sohn ertrinkt"),
    ("tl", "hindi humihinga si tatay"),
    ("en", "hes choking"),
    ("en", "dad stopped breathing"),
]


@pytest.fixture
def numbers(resort: Property) -> None:
    resort.jurisdiction.helplines.create(
        purpose="emergency", name="Emergency services", phone="911"
    )


@pytest.mark.parametrize(("language", "text"), CRIES)
async def test_it_answers_a_cry_in_its_language(
    site: Site, language: str, text: str
) -> None:
    async with guest(site) as alice:
        await alice.hello()
        ending = (await alice.ask(text))[-1]
    assert OPENINGS[language] in ending["text"]
    assert "911" in ending["text"]


async def test_a_conversation_keeps_its_language(site: Site) -> None:
    """Few words of several languages are those of the language before."""
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("Onde fica a piscina, por favor?")
        ending = (await alice.ask("mi padre no respira"))[-1]
    assert OPENINGS["pt"] in ending["text"]
