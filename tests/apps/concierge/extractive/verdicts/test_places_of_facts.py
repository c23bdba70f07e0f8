"""A yes is said of the place that is asked about, and of a thing that is named."""

import pytest

from apps.concierge.answer.briefing import Caution
from apps.concierge.extractive import provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import named, prompt

pytestmark = pytest.mark.usefixtures("without_key")

IN_ROOMS = """faq | Is the Wi-Fi free?
[answer] Yes, Wi-Fi costs nothing in the guest rooms."""
EVERYWHERE = """faq | Is the Wi-Fi free?
[answer] Yes, Wi-Fi costs nothing in the rooms and in the casino."""
ROOM = """room | Lake Room
[features] The Lake Room has a safe and free Wi-Fi."""
GARAGE = """faq | Is parking free?
[answer] Yes, parking is free in all of our garages."""
TO_ROOMS = """amenity | Room service
[summary] Our kitchen brings food to your room at any hour."""
GYM = """amenity | Gym
[fee | Free for hotel guests] Fee for Gym: Free for hotel guests."""
CLUB = """promo | Club
[tier_1] Club, Silver tier: Points on every stay.
[tier_2] Club, Gold tier: Free valet."""

DINING = """promo | Dining Club
[tier_2] Dining Club: Members pay less for dinner."""


@pytest.mark.parametrize(
    ("question", "passage", "best", "opening"),
    [
        (
            "Is the Wi-Fi in the casino free?",
            IN_ROOMS,
            "answer",
            prompts.IN_PART.before,
        ),
        ("Free Wi-Fi on the casino floor?", IN_ROOMS, "answer", prompts.IN_PART.before),
        ("Is the Wi-Fi in the guest rooms free?", IN_ROOMS, "answer", "Yes"),
        ("Is the Wi-Fi free?", IN_ROOMS, "answer", "Yes"),
        ("Is the Wi-Fi in the casino free?", EVERYWHERE, "answer", "Yes"),
        (
            "Is there free Wi-Fi in the casino?",
            ROOM,
            "features",
            prompts.IN_PART.before,
        ),
        (
            "Do you bring food in the casino?",
            TO_ROOMS,
            "summary",
            prompts.IN_PART.before,
        ),
        ("Do you bring food to the room?", TO_ROOMS, "summary", "Yes"),
        ("Is parking in the casino free?", GARAGE, "answer", "Yes"),
    ],
)
def test_it_says_yes_of_the_place_that_is_asked_about(
    question: str, passage: str, best: str, opening: str
) -> None:
    answer = provider.answer(prompt(question, passage, best=best))
    assert answer.startswith(opening)


@pytest.mark.parametrize(
    ("question", "names", "opening"),
    [
        ("Is there a resort fee?", {}, prompts.IN_PART.before),
        ("Is there a fee?", {}, "Fee for Gym"),
        ("Is there a fee for the gym?", {"Gym": "gym"}, "No. "),
        ("Is there a gym fee?", {}, "No. "),
    ],
)
def test_it_says_nothing_of_the_price_of_what_is_not_named(
    question: str, names: dict[str, str], opening: str
) -> None:
    messages = prompt(question, GYM, best="fee", **named(question, names))
    assert provider.answer(messages).startswith(opening)


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("What do I get with Gold?", "Club, Gold tier: "),
        ("Benefits of gold?", "Club, Gold tier: "),
        ("What does the Club's Gold level bring?", "Club, Gold tier: "),
        ("Which airline does Gold fly?", "Near: "),
        ("What do members get?", "Near: "),
    ],
)
def test_it_needs_no_caution_for_a_tier_that_is_named(
    question: str, opening: str
) -> None:
    messages = prompt(
        question, CLUB, best="tier_2", topic="benefits", caution=Caution("Near:")
    )
    assert provider.answer(messages).startswith(opening)


def test_it_tells_of_the_named_tier_alone() -> None:
    messages = prompt("What do I get as a Gold member?", CLUB, DINING, best="tier_2")
    assert provider.answer(messages) == "Club, Gold tier: Free valet. [1]"
