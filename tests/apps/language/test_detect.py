"""Which language Alice writes."""

from __future__ import annotations

import pytest

from apps.language.detect import LANGUAGES, READ_CHARS, detect

WRITTEN = [
    ("en", "What time does the pool open?"),
    ("en", "do you have vegan food"),
    ("es", "¿A qué hora abre la piscina?"),
    ("es", "a que hora abre la piscina"),
    ("es", "TIENEN HABITACIONES PARA NO FUMADORES"),
    ("es", "Gracias!"),
    ("es", "mi marido no respira"),
    ("es", "se cayó en la ducha"),
    ("es", "no viene nadie"),
    ("es", "mi depósito fue devuelto?"),
    ("pt", "tem spa?"),
    ("pt", "Quais restaurantes estão abertos hoje?"),
    ("pt", "a que horas abre a piscina"),
    ("pt", "gostaria de reservar uma mesa"),
    ("pt", "meu depósito foi devolvido?"),
    ("pt", "a minha reserva foi cancelada?"),
    ("fr", "Où est le restaurant italien ?"),
    ("fr", "c'est combien le parking"),
    ("fr", "ma fille est tombée"),
    ("fr", "mon acompte a été remboursé ?"),
    ("it", "mio marito non respira"),
    ("it", "vorrei prenotare un tavolo"),
    ("it", "Dov'è il ristorante?"),
    ("de", "Wann öffnet das Schwimmbad?"),
    ("nl", "hoe laat sluit het zwembad"),
    ("zh", "游泳池几点开门"),
    ("zh", "停車場在哪裡"),
    ("ja", "プールは何時に開きますか"),
    ("ko", "수영장은 몇 시에 열어요?"),
    ("vi", "Nhà hàng nào gần nhất?"),
    ("tl", "anong oras bukas ang pool"),
    ("tl", "May parking po ba kayo?"),
    ("ar", "متى يفتح المسبح؟"),
    ("hi", "पूल कब खुलता है"),
    ("ru", "во сколько открывается бассейн"),
]
NAMED = [
    ("en", "Is La Casa de la Playa open tonight?"),
    ("en", "tickets for Los Lonely Boys"),
    ("en", "I love Le Petit Chalet de la Montagne"),
    ("en", "menu at il forno de la villa"),
    ("en", "crème brûlée at Bar Americain?"),
    ("en", "do you have jalapeño poppers"),
    ("en", "is 桃花源 restaurant open"),
    ("es", "¿Abre hoy Todd English's Tuscany?"),
    ("zh", "请问 Michael Jordan's Steak House 几点开门"),
    ("ja", "Michael Jordan's Steak House は何時に開きますか"),
]
UNCLEAR = [
    "",
    "ok",
    "???",
    "🙂",
    "piscina?",
    "Tuscany",
    "los tigres del norte",
    "12:30",
]


@pytest.mark.parametrize(("language", "text"), WRITTEN)
def test_it_hears_the_language_of_a_question(language: str, text: str) -> None:
    another = "es" if language == "en" else "en"
    assert detect(text, default=another) == language


def test_it_knows_every_language_it_promises() -> None:
    assert {language for language, _ in WRITTEN} == set(LANGUAGES)


@pytest.mark.parametrize(("language", "text"), NAMED)
def test_it_is_not_misled_by_names(language: str, text: str) -> None:
    assert detect(text) == language


@pytest.mark.parametrize("default", ["en", "es", "fr"])
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "y el estacionamiento?"),
        ("es", "perros?"),
        ("es", "como me hago miembro"),
        ("es", "me cambian la habitacion"),
        ("es", "hay piscina para no socios"),
        ("fr", "horaire ?"),
        ("fr", "petit-dejeuner ?"),
        ("fr", "chambre familiale"),
    ],
)
def test_it_hears_short_questions_by_what_guests_ask_for(
    language: str, text: str, default: str
) -> None:
    assert detect(text, default=default) == language


@pytest.mark.parametrize("text", ["penny slots", "nickel slots", "loose slots?"])
def test_it_takes_no_word_of_english_for_another_language(text: str) -> None:
    assert detect(text) == "en"


def test_it_stays_with_a_language_that_shares_the_words() -> None:
    assert detect("cuarto familiar", default="pt") == "pt"


@pytest.mark.parametrize("default", ["en", "es", "zh"])
@pytest.mark.parametrize("text", UNCLEAR)
def test_it_stays_with_the_conversation_when_unclear(text: str, default: str) -> None:
    assert detect(text, default=default) == default


@pytest.mark.parametrize(
    "text",
    ["آیا پارکینگ دارید؟", "Коли відкривається басейн?", "Jak dojechać z lotniska"],
)
def test_it_does_not_guess_a_language_it_cannot_speak(text: str) -> None:
    assert detect(text) == "en"


def test_it_follows_alice_when_she_changes_the_language() -> None:
    assert detect("is the pool open on Sundays", default="es") == "en"
    assert detect("¿y los domingos a qué hora?", default="en") == "es"


def test_it_leaves_plain_kanji_to_a_japanese_conversation() -> None:
    assert detect("営業時間", default="ja") == "ja"
    assert detect("营业时间是几点", default="ja") == "zh"


def test_it_reads_only_the_beginning_of_a_flood() -> None:
    flood = "what is on at the arena tonight " * (READ_CHARS // 30 + 1)
    assert detect(flood + "¿qué hay en la arena esta noche? " * 1000) == "en"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("hay ramen", "es"),
        ("tienen cuartos p silla de ruedas", "es"),
        ("ramen anywhere", "en"),
    ],
)
def test_it_hears_the_language_in_which_a_question_begins(
    text: str, language: str
) -> None:
    assert detect(text) == language
