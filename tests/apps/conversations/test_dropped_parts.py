"""A question of several things, or of one that no record has: each is heard."""

from __future__ import annotations

import pytest

from apps.conversations.turns.runner import TurnRunner
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests.turns import ask, ask_in_turn

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    ("text", "answer_part"),
    [
        ("do rooms have fridge n microwave", "“microwave”"),
        ("is there a sauna and a tennis court", "“tennis”"),
        ("valet free for members?", "Ascend tier: Free valet"),
        ("do members get free valet", "for a fee"),
        ("is there valet n how much", "do not give a price"),
        ("comedy club who is on", "do not say who is playing"),
        (
            "do u have craps and whats the min bet",
            "Table games, the records do not say",
        ),
        ("breakfast buffet how much", "Prices at Mohegan Sun Buffet"),
        ("military discount", "The records do not say exactly that"),
        ("is there a club n whats the cover", "no cover charge for Avalon"),
        ("bingo?", "The records do not mention “bingo”"),
        ("when is bingo and how much is a packet", "do not mention “bingo”"),
        ("tesla chargers in the garage?", "do not mention “tesla chargers”"),
        ("tee time sat morning 4 guys", "Golf Club"),
        ("any shows for kids", "The records do not say exactly that"),
    ],
)
async def test_no_part_of_a_question_is_dropped_in_silence(
    demo: Property, turns: TurnRunner, text: str, answer_part: str
) -> None:
    result = await ask(demo, turns, text, "en")
    assert answer_part in result["answer"]


@pytest.mark.parametrize(
    ("text", "answer_parts"),
    [
        (
            "bachelorette weekend 8 girls, spa then dinner then dancing what do u "
            "suggest",
            ["Spa", "Lantern Bar & Grill", "Avalon Nightclub"],
        ),
        (
            "we want dinner, a comedy show and a drink somewhere quiet, what do you "
            "suggest",
            ["Lantern Bar & Grill", "Comix Roadhouse", "Birdcage Bar"],
        ),
        (
            "coffee pls then pool for kids, salon for me, show at nite. possible?",
            ["Indoor Pool", "Wolf Den", "nothing about \u201csalon\u201d"],
        ),
        (
            "primero cena, luego karaoke y por la noche casino",
            ["Sobre \u00abkaraoke\u00bb no encuentro nada"],
        ),
    ],
)
async def test_each_wish_of_a_list_has_its_part(
    demo: Property, turns: TurnRunner, text: str, answer_parts: list[str]
) -> None:
    answer = (await ask(demo, turns, text))["answer"]
    assert [part for part in answer_parts if part not in answer] == [], answer
    assert "do not mention" not in answer


@pytest.mark.parametrize(
    "text",
    ["and something to do after, dancing maybe", "somewhere to dance afterwards?"],
)
async def test_what_comes_after_is_asked_anew(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    texts = ("where can we get a good steak", text, "is there a dress code for that")
    _, dancing, dress_code = await ask_in_turn(demo, turns, *texts)
    assert "Avalon Nightclub" in dancing["answer"]
    assert "no dress code for Avalon Nightclub" in dress_code["answer"]


@pytest.mark.parametrize(
    "text",
    [
        "bowling",
        "bowling prices",
        "is there bowling?",
        "where is the bingo hall",
        "Is the zip line suitable for a 68 year old?",
        "gordon ramsay place do u need a reservation",
        "what time does the gordon ramsay restaurant close",
        "do they give free drinks while ur playing",
        "can i take pics on the casino floor for insta",
    ],
)
async def test_what_the_resort_lacks_is_no_word_of_another_row(
    demo: Property, turns: TurnRunner, text: str
) -> None:
    result = await ask(demo, turns, text, "en")
    assert result["citations"] == []


async def test_a_new_thing_is_none_of_what_was_talked_about(
    demo: Property, turns: TurnRunner
) -> None:
    texts = ("is there a spa", "and how much is the zipline")
    _, zipline = await ask_in_turn(demo, turns, *texts)
    assert "do not mention “zipline”" in zipline["answer"]
    assert "Spa" not in zipline["answer"]


async def test_a_thing_that_no_record_has_is_named_before_what_comes_near(
    demo: Property, turns: TurnRunner
) -> None:
    foxwoods = await database_threads.run(Property.objects.get, slug="foxwoods")
    answer = (await ask(foxwoods, turns, "is there an arcade"))["answer"]
    assert answer.startswith("The records do not mention “arcade”.")
    assert "Karting" in answer


async def test_each_of_few_that_may_be_meant_is_told(
    demo: Property, turns: TurnRunner
) -> None:
    foxwoods = await database_threads.run(Property.objects.get, slug="foxwoods")
    result = await ask(foxwoods, turns, "What's the dress code at the steakhouse?")
    for name in ("Cedars Steakhouse", "David Burke Prime"):
        assert f"- {name}: Dress code: Business casual" in result["answer"]


async def test_no_rule_on_pets_is_told_of_a_friend(
    demo: Property, turns: TurnRunner
) -> None:
    foxwoods = await database_threads.run(Property.objects.get, slug="foxwoods")
    result = await ask(foxwoods, turns, "can i have my friend stay in my room", "en")
    assert result["citations"] == []
