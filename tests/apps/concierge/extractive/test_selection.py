"""The speaker without a model tells the facts that most likely answer."""

import pytest

from apps.concierge.answer.briefing import Caution
from apps.concierge.extractive import facts, provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import ALL, UNKNOWN, cited_rows, prompt

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    ("question", "best", "answer"),
    [
        ("What do I wear to Ballo?", "dress_code", "The dress code at Ballo is casual"),
        ("How expensive is Ballo?", "price_band", "Prices at Ballo are upscale: $$$."),
        ("Where is Ballo?", "place", "Ballo is at Casino of the Sky."),
        ("Who may enter Ballo?", "minimum_age", "Guests of Ballo must be 21 or older."),
    ],
)
def test_it_tells_the_likeliest_fact_and_no_more(
    question: str, best: str, answer: str
) -> None:
    messages = prompt(question, prompts.BALLO, best=best)
    assert provider.answer(messages) == f"{answer.removesuffix('.')}. [1]"


@pytest.mark.parametrize("answerable", [0.0, 0.1])
def test_it_tells_nothing_that_hardly_answers(answerable: float) -> None:
    messages = prompt("Is there a helipad?", *ALL, answerable=answerable)
    assert provider.answer(messages) == UNKNOWN


def test_it_tells_no_hours_of_what_is_only_mentioned() -> None:
    wall = "amenity | Climbing Wall\n[hours_note] Hours vary; ask at the front desk."
    question = "How late is the front desk open?"
    messages = prompt(question, wall, best="hours_note", topic="hours")
    assert provider.answer(messages) == UNKNOWN


def test_a_thing_nowhere_recorded_is_not_told_by_what_is_nearest() -> None:
    messages = prompt(
        "any hovercraft rides",
        "amenity | Lake Tours\n[summary] Boat rides at dusk.",
        best="summary",
        exact=0.25,
        lacking=["hovercraft"],
        nowhere=["hovercraft"],
    )
    assert provider.answer(messages) == UNKNOWN


def test_it_knows_nothing_without_passages() -> None:
    assert provider.answer(prompt("When does Ballo open?")) == UNKNOWN


def test_it_tells_of_hours_what_holds_now_and_what_is_usual() -> None:
    messages = prompt("Ballo hours?", prompts.BALLO, best="hours", topic="hours")
    assert provider.answer(messages) == (
        "Ballo: Open now until 10:00 PM. [1] "
        "Ballo is open every day, 11:30 AM to 10:00 PM. [1]"
    )


def test_it_tells_nothing_of_now_when_another_day_is_asked() -> None:
    then = "\n[then | closed] Ballo is closed on Sunday."
    messages = prompt(
        "Ballo hours on Sunday", prompts.BALLO + then, best="hours", topic="hours"
    )
    answer = provider.answer(messages)
    assert answer.startswith("Ballo is closed on Sunday. [1]")
    assert "Open now" not in answer


def test_it_cautions_before_a_list_that_meets_the_question_in_part() -> None:
    messages = prompt(
        "any vegan places",
        prompts.BALLO,
        prompts.TUSCANY,
        best="cuisine",
        answerable=0.9,
        caution=Caution(before="This comes nearest:"),
    )
    answer = provider.answer(messages)
    assert answer.startswith("This comes nearest:\n\n- ")
    assert cited_rows(answer, messages) == {"Ballo", "Tuscany"}


def test_it_lists_rows_of_the_same_sort() -> None:
    messages = prompt("Which restaurants are Italian?", *ALL, best="cuisine")
    answer = provider.answer(messages)
    assert "- Ballo: Italian. [1]" in answer.splitlines()
    assert {"Ballo", "Tuscany"} <= cited_rows(answer, messages)
    assert "Junior Suite" not in cited_rows(answer, messages)


def test_it_lists_nothing_that_is_closed_when_open_ones_are_asked() -> None:
    messages = prompt("What restaurants are open now?", *ALL, best="now")
    answer = provider.answer(messages)
    assert cited_rows(answer, messages) == {"Ballo", "Johnny Rockets"}
    assert answer.count("Open now until 10:00 PM.") == 1


def test_it_names_one_place_though_several_are_asked_for() -> None:
    messages = prompt("Where can I get a massage?", prompts.SPA, best="summary")
    answer = provider.answer(messages)
    assert answer == "Mandara Spa: Massages and facials with ideas from Bali. [1]"


def test_it_gives_the_reasons_that_rows_were_chosen_by() -> None:
    messages = prompt(
        "somewhere cheap", prompts.ROCKETS, prompts.TUSCANY, fits="price_band"
    )
    assert provider.answer(messages).splitlines() == [
        "- Johnny Rockets: Prices are inexpensive: $. [1]",
        "- Tuscany: Prices are fine-dining: $$$$. [2]",
    ]


def test_it_tells_the_extreme_alone() -> None:
    messages = prompt(
        "largest room", prompts.SUITE, prompts.DELUXE, fits="size_sqft", is_extreme=True
    )
    assert provider.answer(messages) == "The Junior Suite measures 650 sq ft. [1]"


def test_it_tells_all_that_are_level_with_the_extreme() -> None:
    corner_suite = (
        "room | Corner Suite\n[size_sqft | 650] The Corner Suite measures 650 sq ft"
    )
    messages = prompt(
        "largest room", prompts.SUITE, corner_suite, fits="size_sqft", is_extreme=True
    )
    assert cited_rows(provider.answer(messages), messages) == {
        "Junior Suite",
        "Corner Suite",
    }


def test_it_compares_what_the_guest_names() -> None:
    named = [fact.item_id for fact in facts.read(prompt("", *ALL[:2])).facts]
    messages = prompt(
        "Ballo or Tuscany, price?", *ALL, named=named, topic="price", best="price_band"
    )
    ballo, tuscany = provider.answer(messages).splitlines()
    assert ballo.startswith("- Ballo: Prices are upscale: $$$.")
    assert tuscany == "- Tuscany: Prices are fine-dining: $$$$. [2]"


def test_it_tells_both_rows_of_a_comparison() -> None:
    bigger = prompt(
        "Is it bigger than the Deluxe Room?",
        prompts.SUITE,
        prompts.DELUXE,
        best="size_sqft",
        fits="size_sqft",
        is_extreme=True,
    )
    answer = provider.answer(bigger)
    assert answer.startswith("Yes. The Junior Suite measures 650 sq ft.")
    assert "400 sq ft" in answer


def test_it_says_first_that_a_place_is_closed_tonight() -> None:
    """ "Steak tonight?" asks for an evening, not for a description."""
    prime = """restaurant | Prime
[summary] A steakhouse of the old school.
[now | Closed now] Prime: Closed now; opens Thursday at 5:00 PM."""
    messages = prompt("steak tonight?", prime, best="summary", topic="about")
    answer = provider.answer(messages)
    assert answer.startswith("No. Prime: Closed now; opens Thursday at 5:00 PM.")


@pytest.mark.parametrize(("day", "start"), [("this weekend", "No. "), ("in May", "")])
def test_it_says_no_to_what_is_out_of_season(day: str, start: str) -> None:
    golf = """amenity | Golf Club
[hours_note] Open in season, April to November.
[now | Closed] Golf Club is closed now: Open in season, April to November."""
    messages = prompt(f"Can we play golf {day}?", golf, best="hours_note")
    answer = provider.answer(messages)
    assert answer.startswith(f"{start}Golf Club")


GYM = """amenity | Fitness Center
[summary] Machines and free weights.
[hours | every day, 24 hours] Fitness Center is open every day, 24 hours."""
POOL = """amenity | Indoor Pool
[hours | every day, 6:00 AM to 10:00 PM] Indoor Pool is open 6:00 AM to 10:00 PM."""
ALLEY = """amenity | Bowling Center
[summary] Bowling for all ages."""
LANES = """restaurant | Luxury Lanes
[reservations] Bowl in style. A full kitchen is behind the lanes."""


def test_it_tells_both_rows_that_are_asked_for_in_one_breath() -> None:
    messages = prompt("gym and pool hours", POOL, GYM, best="hours", topic="hours")
    answer = provider.answer(messages)
    assert cited_rows(answer, messages) == {"Indoor Pool", "Fitness Center"}


def test_it_tells_one_row_where_nothing_joins_two() -> None:
    messages = prompt("pool hours", POOL, GYM, best="hours", topic="hours")
    assert cited_rows(provider.answer(messages), messages) == {"Indoor Pool"}


def test_it_tells_first_of_the_row_that_serves_both_wishes() -> None:
    messages = prompt("bowl and dine", ALLEY, LANES, prompts.TUSCANY, best="summary")
    answer = provider.answer(messages)
    assert answer.startswith("Luxury Lanes: Bowl in style. [2]")
    assert cited_rows(answer, messages) == {"Luxury Lanes", "Bowling Center"}


def test_it_prefers_a_likely_sentence_that_has_every_word() -> None:
    club = """promo | Club
[tier_1] Club, Gold tier: Free valet parking."""
    garage = """faq | Is parking free?
[answer] Self-parking is free. Valet parking is there for a fee."""
    messages = prompt("is valet free for gold", garage, club, best="answer tier_1")
    answer = provider.answer(messages)
    assert answer == "Yes. Club, Gold tier: Free valet parking. [2]"


def test_it_tells_the_sentence_with_the_food_and_not_the_kitchen() -> None:
    grill = """restaurant | Grill
[cuisine | American] The cuisine at Grill is American.
[summary] The kitchen grills a steak at any hour."""
    messages = prompt("does grill have steak", grill, best="summary", topic="food")
    answer = provider.answer(messages)
    assert answer == "Yes. Grill: The kitchen grills a steak at any hour. [1]"
    messages = prompt("what does grill serve", grill, best="summary", topic="food")
    assert provider.answer(messages).startswith("The cuisine at Grill is American.")
