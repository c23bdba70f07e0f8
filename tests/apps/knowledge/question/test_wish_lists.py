from __future__ import annotations

import pytest

from apps.knowledge.question import wish_lists


@pytest.mark.parametrize(
    ("text", "language", "wishes"),
    [
        (
            "birthday trip 6 guys, spa then dinner then dancing what do u suggest",
            "en",
            ["spa", "dinner", "dancing"],
        ),
        (
            "we want dinner, a comedy show and a drink somewhere quiet after, "
            "what do you suggest",
            "en",
            ["dinner", "a comedy show", "a drink somewhere quiet"],
        ),
        (
            "coffee pls then pool for kids, salon for me, show at night. possible?",
            "en",
            ["coffee", "pool for kids", "salon", "show at night"],
        ),
        ("massage > lunch > blackjack", "en", ["massage", "lunch", "blackjack"]),
        (
            "spa, helicopter tour and dinner",
            "en",
            ["spa", "helicopter tour", "dinner"],
        ),
        ("sushi or chinese, then slots", "en", ["sushi or chinese", "slots"]),
        ("bow & arrow then the pool", "en", ["bow & arrow", "the pool"]),
        (
            "non-casino stuff for granny who doesn't gamble, then dinner with a view",
            "en",
            ["things to do", "dinner with a view"],
        ),
        (
            "somos 8 amigas, queremos spa, cena y bailar, que nos recomiendas",
            "es",
            ["queremos spa", "cena", "bailar"],
        ),
        (
            "massage, boutiques et concert, dans quel ordre ?",
            "fr",
            ["massage", "boutiques", "concert"],
        ),
        ("bowling puis resto puis casino", "fr", ["bowling", "resto", "casino"]),
    ],
)
def test_each_wish_of_a_list_is_one(
    text: str, language: str, wishes: list[str]
) -> None:
    names = ["bow and arrow"] if text.startswith("bow &") else []
    assert list(wish_lists.of(text, language, names)) == wishes


@pytest.mark.parametrize(
    "text",
    [
        "fish and chips",
        "is it open and free",
        "breakfast, lunch and dinner",
        "steam room and sauna somewhere?",
        "is there a sauna and a tennis court",
        "a hotel room with pool and spa",
        "open now pizza and beer",
        "dinner and a show",
        "can I pay for dinner and spa with points",
        "a good steak, and do I need a jacket?",
        "where are the slot machines and is parking free?",
        "spa and pool, which is better?",
        "where can we eat after the show",
    ],
)
def test_other_messages_are_no_list(text: str) -> None:
    assert wish_lists.of(text, "en") == ()
