"""Alice types short forms; later steps read plain words."""

import pytest

from apps.language.chat_language import written_out


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("u open rn?", "you open right now?"),
        ("Whats good 4 dinner tmrw", "what is good 4 dinner tomorrow"),
        ("table w/o kids, plz", "table without kids, please"),
        ("any tournies tn?", "any tournaments tonight?"),
        ("Brunch on SUN", "Brunch on sunday"),
        ("we'd like dinner wed", "we would like dinner wednesday"),
        ("We\u2019d go, wed also like", "we would go, we would also like"),
        ("arriving wed need a crib", "arriving wednesday need a crib"),
        ("free wed want a table at 8", "free wednesday want a table at 8"),
        (
            "hi, wed need a crib and wed want a table",
            "hi, we would need a crib and we would want a table",
        ),
        (
            "for our anniversary wed love a cake",
            "for our anniversary we would love a cake",
        ),
        ("Is the pool free?", "Is the pool free?"),
        ("", ""),
        ("50 min massage, min bet", "50 minutes massage, minimum bet"),
        ("it isnt, theyre closed, idk", "it is not, they are closed, i do not know"),
    ],
)
def test_it_writes_short_forms_out(text: str, plain: str) -> None:
    assert written_out(text, "en") == plain


@pytest.mark.parametrize("text", ["what's open", "what\u2019s open", "whats open"])
def test_it_reads_every_apostrophe(text: str) -> None:
    assert written_out(text, "en") == "what is open"


@pytest.mark.parametrize("sign", ["\u200b", "\u2060", "\ufeff", "\u00ad", "\u200e"])
def test_it_drops_signs_that_nobody_sees(sign: str) -> None:
    text = f"is Tus{sign}cany op{sign}en r{sign}n"
    assert written_out(text, "en") == "is Tuscany open right now"


def test_it_leaves_possessives_alone() -> None:
    assert written_out("Ballo's menu and/or bar", "en") == "Ballo's menu and/or bar"


def test_it_changes_no_word_of_a_name() -> None:
    names = {"mohegan", "sun"}
    assert written_out("Mohegan Sun rn", "en", names) == "Mohegan Sun right now"


def test_it_changes_whole_words_only() -> None:
    assert written_out("sunset tour, hrs", "en") == "sunset tour, hours"


@pytest.mark.parametrize(
    ("language", "text", "plain"),
    [
        ("es", "q hab tiene tina xa dos", "que habitacion tiene tina para dos"),
        ("es", "el finde, pls", "el fin de semana, please"),
        ("fr", "c ouvert qd svp", "c'est ouvert quand s'il vous plait"),
        ("fr", "un resto dispo pr deux", "un restaurant disponible pour deux"),
    ],
)
def test_it_knows_the_short_forms_of_other_languages(
    language: str, text: str, plain: str
) -> None:
    assert written_out(text, language) == plain


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "ya abre a las siete u ocho"),
        ("fr", "une table pour mon anniversaire"),
        ("fr", "y'a une piscine"),
        ("pt", "tem piscina em casa"),
    ],
)
def test_it_takes_no_word_of_a_language_for_an_english_short_form(
    language: str, text: str
) -> None:
    assert written_out(text, language) == text


def test_short_forms_of_another_language_mean_nothing_in_english() -> None:
    assert written_out("a c or d, pr", "en") == "a c or d, pr"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("any good 🍣 around?", "any good sushi around?"),
        ("🏊🏽\u200d♀️?", "pool ♀?"),
        ("sushi 🍣", "sushi"),
        ("see you at 8! 🎰", "see you at 8!"),
        ("thanks 😀", "thanks 😀"),
        ("pool 🏊\nparking  🅿️?", "pool\nparking?"),
    ],
)
def test_it_reads_emoji_as_words(text: str, plain: str) -> None:
    assert written_out(text, "en") == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("I'd kill for a coffee", "i want a coffee"),
        ("omg i could murder a pizza", "omg i want a pizza"),
        ("dying for sushi", "i want sushi"),
        ("we're absolutely desperate for a drink", "i want a drink"),
        ("My wife is craving a steak", "i want a steak"),
        ("could really go for some ramen rn", "i want some ramen right now"),
        ("Im in the mood for jazz", "i want jazz"),
        ("I'd murder someone for a curry", "i want a curry"),
        ("omg we are absolutely starving", "omg i am hungry"),
        ("my dad could eat a whole horse rn", "i am hungry right now"),
        ("we absolutely killed it at the tables", "won big at the tables"),
        ("a man was killed at the tables", "a man was killed at the tables"),
        ("I am hungry", "I am hungry"),
        ("Is there a murder mystery dinner?", "Is there a murder mystery dinner?"),
        ("Is it a fancy place?", "Is it a fancy place?"),
        ("The view is to die for", "The view is to die for"),
    ],
)
def test_it_reads_a_figure_of_speech_as_what_it_means(text: str, plain: str) -> None:
    assert written_out(text, "en") == plain


def test_a_name_of_everyday_words_leaves_a_figure_of_speech_what_it_is() -> None:
    names = {"a", "go", "the", "eat"}
    assert written_out("i could eat a horse", "en", names) == "i am hungry"
    assert written_out("in the mood for jazz", "en", names) == "i want jazz"


def test_it_takes_no_name_for_a_figure_of_speech() -> None:
    names = {"murder", "pie"}
    assert written_out("could murder pie", "en", names) == "could murder pie"
