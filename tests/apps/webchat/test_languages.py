"""Alice reads the page in her own language; a new one is a translation file."""

from __future__ import annotations

import gettext
import re
from datetime import datetime
from pathlib import Path

import pytest
from babel.messages import Message, pofile
from django.conf import settings
from django.test import Client
from django.utils import timezone, translation
from pytest_django import Settings

from apps.catalog.hours import formatting
from apps.properties.models import Property
from apps.webchat.page import (
    greetings,
    privacy_sentences,
    sentences,
    side_sentences,
    starter_texts,
)
from apps.webchat.page.texts import PageTexts
from concierge_project.settings import languages
from tests import factories

LOCALE = Path(settings.BASE_DIR) / "apps" / "webchat" / "locale"
FILES = sorted(LOCALE.glob("*/LC_MESSAGES/django.po"))
COUNTED = [starter_texts.STARTERS[key]["note"] for key in ("open_now", "rewards")]
with translation.override(None):
    SENTENCES = {
        str(text)
        for text in (
            *sentences.SENTENCES.values(),
            *sentences.STAFF.values(),
            *privacy_sentences.PRIVACY.values(),
            *side_sentences.DOCUMENT.values(),
            *side_sentences.SHARE.values(),
            *side_sentences.SHARED.values(),
            *greetings.GREETINGS,
            *greetings.MOMENTS,
            greetings.DATE_AND_TIME,
            *(
                text
                for parts in starter_texts.STARTERS.values()
                for text in parts.values()
                if text not in COUNTED and not isinstance(text, str)
            ),
        )
    }
    # A field that sources show without a name, in every language.
    SENTENCES.discard("")
FRIDAY = datetime.fromisoformat("2026-11-20T19:42:00-05:00")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_every_sentence_is_translated_with_its_places(path: Path) -> None:
    catalog = pofile.read_po(path.open("rb"))
    for text in SENTENCES:
        message = catalog.get(text)
        assert message, f"{text} is not in {path}; run `make words`"
        assert message.string, f"{text} has no translation"
        # A clock of 24 hours stands in for one of 12.
        assert places(str(message.string).replace("hour24", "hour12")) == places(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_every_count_is_translated_in_all_its_forms(path: Path) -> None:
    messages = [row for row in pofile.read_po(path.open("rb")) if row.pluralizable]
    assert len(messages) == len(COUNTED)
    for message in messages:
        for text in message.string or ():
            assert places(text) == places(message.id[0])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.parent.parent.name)
def test_what_guests_read_is_what_translators_wrote(path: Path) -> None:
    compiled = gettext.GNUTranslations(path.with_suffix(".mo").open("rb"))
    for message in pofile.read_po(path.open("rb")):
        if message.id:
            assert compiled_texts(compiled, message) == message.string, (
                "run `make words`"
            )
        if message.id and not message.pluralizable:
            with translation.override(path.parent.parent.name):
                assert translation.gettext(str(message.id)) == message.string


def compiled_texts(
    compiled: gettext.GNUTranslations, message: Message
) -> str | tuple[str, ...]:
    if not message.pluralizable:
        return compiled.gettext(str(message.id))
    singular, plural = message.id[0], message.id[1]
    return tuple(compiled.ngettext(singular, plural, count) for count in (1, 2))


def places(text: str) -> list[str]:
    return sorted(re.findall(r"{\w+}", text))


def test_a_language_is_there_when_its_file_is(tmp_path: Path) -> None:
    (tmp_path / "de" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "de" / "LC_MESSAGES" / "django.mo").touch()
    assert languages.offered(tmp_path) == [("en", "English"), ("de", "Deutsch")]
    assert settings.LANGUAGES == [
        ("en", "English"),
        ("es", "Español"),
        ("fr", "Français"),
    ]


def test_the_address_decides_and_then_the_browser(
    alice: Client, mohegan: Property
) -> None:
    french = {"HTTP_ACCEPT_LANGUAGE": "fr-CA,fr;q=0.9,en;q=0.5"}
    assert '<html lang="fr" dir="ltr"' in html(alice, "/", **french)
    for code in ("es", "ES-mx", "es-419"):
        page = html(alice, f"/?lang={code}", **french)
        assert '<html lang="es" dir="ltr"' in page
        assert "/ws/mohegan-sun/?lang=es" in page
    assert '<html lang="es"' in html(alice, "/", HTTP_ACCEPT_LANGUAGE="ES-mx,en;q=0.5")
    assert '<html lang="en" dir="ltr"' in html(alice, "/?lang=xx")
    page = html(alice, "/", **french)
    assert "un\N{NO-BREAK SPACE}concierge\N{NO-BREAK SPACE}IA pour" in page
    assert "/ws/mohegan-sun/?lang=fr" in page
    assert 'href="?lang=es" lang="es" hreflang="es">Español' in page


def test_the_staff_speaks_english(sam: Client, mohegan: Property) -> None:
    """Half of it is Django's own and would be translated alone."""
    page = sam.get("/admin/", HTTP_ACCEPT_LANGUAGE="es").content.decode()
    assert '<html lang="en"' in page


def test_a_page_from_right_to_left_says_so(
    alice: Client, mohegan: Property, settings: Settings
) -> None:
    settings.LANGUAGES = [("en", "English"), ("ar", "العربية")]
    assert '<html lang="ar" dir="rtl"' in html(alice, "/?lang=ar")


def html(client: Client, path: str, **headers: str) -> str:
    return client.get(path, **headers).content.decode()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("language", "morning", "evening", "night"),
    [
        ("en", "Friday morning, 9:05 AM", "Friday evening, 7:42 PM", "Friday, 2:52 AM"),
        (
            "es",
            "Viernes por la mañana, a las 9:05 a. m.",
            "Viernes por la noche, a las 7:42 p. m.",
            "Viernes de madrugada, a las 2:52 a. m.",
        ),
        ("fr", "Vendredi matin, 9 h 05", "Vendredi soir, 19 h 42", "Vendredi, 2 h 52"),
    ],
)
def test_it_says_the_moment(
    language: str, morning: str, evening: str, night: str
) -> None:
    texts = PageTexts(language)
    with translation.override("en"):
        assert texts.moment(FRIDAY.replace(hour=9, minute=5)) == morning
        assert texts.moment(FRIDAY) == evening
        assert texts.moment(FRIDAY.replace(hour=2, minute=52)) == night


def test_it_says_am_at_night_on_the_first_screen(
    alice: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = FRIDAY.replace(hour=2, minute=52)
    monkeypatch.setattr(timezone, "now", lambda: night)
    assert '<p class="when">Friday, 2:52 AM</p>' in html(alice, "/?lang=en")


@pytest.mark.parametrize(
    ("language", "text", "later"),
    [
        ("en", "Open now until 10:00 PM", "tonight at 8:00 PM"),
        ("es", "Abierto ahora hasta las 10:00 p. m.", "esta noche a las 8:00 p. m."),
        ("fr", "Ouvert maintenant jusqu’à 22 h", "ce soir à 20 h"),
        ("pt", "Open now until 10:00 PM", "tonight at 8:00 PM"),
    ],
)
@pytest.mark.django_db
def test_it_says_until_when_a_place_is_open(
    language: str, text: str, later: str
) -> None:
    row = factories.RestaurantFactory.create(hours=["4 17:00-22:00"])
    assert formatting.say_state(row, FRIDAY, language) == text
    eight = FRIDAY.replace(hour=20, minute=0)
    assert formatting.say_moment(eight, FRIDAY, language) == later


@pytest.mark.parametrize(
    ("language", "count", "places", "tiers"),
    [
        ("en", 1, "1 place to eat, Ballo", "1 tier, and how to join"),
        ("en", 2, "2 places to eat, Ballo, Osteria", "2 tiers, and how to join"),
        ("es", 1, "1 lugar para comer, Ballo", "1 nivel y cómo unirse"),
        ("es", 2, "2 lugares para comer, Ballo, Osteria", "2 niveles y cómo unirse"),
        ("fr", 1, "1 restaurant, Ballo", "1 niveau, et comment s’inscrire"),
        (
            "fr",
            2,
            "2 restaurants, Ballo, Osteria",
            "2 niveaux, et comment s’inscrire",
        ),
    ],
)
def test_it_counts_places_and_tiers_on_the_first_screen(
    alice: Client, mohegan: Property, language: str, count: int, places: str, tiers: str
) -> None:
    club = factories.PromoFactory.create(property=mohegan, sort="loyalty")
    always = ["0-6 00:00-00:00"]
    # The question about restaurants lists no bar.
    factories.RestaurantFactory.create(
        property=mohegan, cuisine="Cocktail bar", hours=always
    )
    for name in ("Ballo", "Osteria")[:count]:
        factories.RestaurantFactory.create(property=mohegan, name=name, hours=always)
        club.tiers.create(name=name, rank=club.tiers.count() + 1)
    page = html(alice, f"/?lang={language}")
    assert f"<span>{places}</span>" in page
    assert f"<span>{tiers}</span>" in page
