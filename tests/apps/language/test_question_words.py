"""Spanish and French questions in the words of the records."""

from __future__ import annotations

import pytest

from apps.language.translation import question_words


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        (
            "\u00bfA qu\u00e9 hora abre la piscina?",
            "\u00bfwhat time does open the pool?",
        ),
        ("donde esta el gimnasio", "where is the gym"),
        ("Hay restaurantes baratos", "is there restaurants cheap"),
        ("se puede fumar en la habitacion", "can I smoke in the room"),
        ("y hasta que hora", "and until what time"),
        ("y despues adonde", "and later where"),
        ("mejor a las 9 de la noche", "best at 9 pm"),
        ("como llego en coche desde Boston", "how do I drive to you from Boston"),
        ("\u00bfhay una m\u00e1s barata?", "\u00bfis there a cheaper one?"),
        ("hay algo m\u00e1s barato", "is there anything cheaper"),
        ("", ""),
    ],
)
def test_it_says_what_is_asked_for(text: str, translation: str) -> None:
    assert question_words.english(text, "es") == translation


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("À quelle heure ouvre la piscine ?", "what time does open the pool ?"),
        (
            "Quels restaurants sont ouverts maintenant ?",
            "which restaurants are open now ?",
        ),
        ("Quelle est l\u2019adresse ?", "what is the address ?"),
        ("Le parking est gratuit", "Le parking is free"),
        ("combien d'étages dans la tour", "how many floors in the tower"),
        ("il faut un billet ?", "do I need a ticket ?"),
        ("et jusqu'à quelle heure", "and until what time"),
        ("plutôt samedi vers 19h30", "rather saturday around 19h30"),
        ("avez-vous une moins chère ?", "do you have a cheaper one ?"),
        ("y a-t-il un plus grand", "is there a bigger one"),
        ("pour un plus grand groupe", "for a bigger group"),
        ("je voudrais une plus grande chambre", "I would like a bigger room"),
        ("elle a une baignoire ?", "does it have a bathtub ?"),
        ("c'est combien une chambre", "how much is a room"),
        ("comparez Ballo et Tuscany", "compare Ballo and Tuscany"),
        ("comparer Ballo avec Tuscany", "compare Ballo with Tuscany"),
        (
            "comment venir de Boston en voiture",
            "how do I get to you from Boston by car",
        ),
    ],
)
def test_it_says_what_is_asked_for_in_french(text: str, translation: str) -> None:
    assert question_words.english(text, "fr") == translation


@pytest.mark.parametrize("language", ["en", "fr", ""])
@pytest.mark.parametrize(
    "text",
    ["Is John Cena there?", "Ariana Grande tickets", "What does la salida mean?"],
)
def test_it_leaves_the_words_of_other_languages(text: str, language: str) -> None:
    assert question_words.english(text, language) == text
