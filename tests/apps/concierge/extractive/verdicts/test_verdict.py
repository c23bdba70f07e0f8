"""The speaker without a model says yes or no where the record does."""

import re

import pytest

from apps.concierge.extractive import provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import named, prompt

pytestmark = pytest.mark.usefixtures("without_key")


@pytest.mark.parametrize(
    ("question", "passage", "best", "verdict"),
    [
        ("Is Ballo open now?", prompts.BALLO, "now", "Yes."),
        ("Is Tuscany open now?", prompts.TUSCANY, "now", "No."),
        ("Is Ballo closed?", prompts.BALLO, "now", "No."),
        ("Is Tuscany closed?", prompts.TUSCANY, "now", "Yes."),
        ("Is Ballo open until 11 PM?", prompts.BALLO, "now", ""),
        ("Does Ballo close at 9?", prompts.BALLO, "now", ""),
        ("Is Ballo open on Mondays?", prompts.BALLO, "hours", ""),
        ("Is Ballo expensive?", prompts.BALLO, "price_band", "Yes."),
        ("Is Ballo cheap?", prompts.BALLO, "price_band", "No."),
        ("Is Johnny Rockets cheap?", prompts.ROCKETS, "price_band", "Yes."),
        ("Is River Band free?", prompts.BAND, "is_free", "Yes."),
        ("Does River Band cost anything?", prompts.BAND, "is_free", "No."),
        ("Can kids come to Ballo?", prompts.BALLO, "minimum_age", "No."),
        ("Can my 16 year old enter Ballo?", prompts.BALLO, "minimum_age", "No."),
        ("Can I go to Ballo at age 22?", prompts.BALLO, "minimum_age", "Yes."),
        ("Do I have to be 21 for Ballo?", prompts.BALLO, "minimum_age", "Yes."),
        ("Can I wear jeans to Ballo?", prompts.BALLO, "dress_code", "Yes."),
        ("Do I need a jacket at Ballo?", prompts.BALLO, "dress_code", "No."),
        ("Do I need to book Ballo?", prompts.BALLO, "reservations", "Yes."),
        ("Can I walk in to Ballo?", prompts.BALLO, "reservations", "No."),
        ("Do I need to book?", prompts.ROCKETS, "reservations", "No."),
        ("Can I just walk in?", prompts.ROCKETS, "reservations", "Yes."),
        ("Is the spa only for guests?", prompts.SPA, "hotel_guests_only", "Yes."),
        ("Can anybody use the spa?", prompts.SPA, "hotel_guests_only", "No."),
        ("Do you have massages?", prompts.SPA, "summary", "Yes."),
        ("Do we need to bring oils for massages?", prompts.SPA, "summary", ""),
        ("Do you have massages on Thursday?", prompts.SPA, "summary", ""),
        ("Do I need a massage?", prompts.SPA, "summary", ""),
        ("Can anybody get a massage?", prompts.SPA, "summary", "No."),
        ("Can my 14 yr old go to the camp?", prompts.CAMP, "summary", "No."),
        ("Can my 3 year old go to the camp?", prompts.CAMP, "summary", "No."),
        ("Can I drop off my 8 year old?", prompts.CAMP, "summary", "Yes."),
        ("Is 13 too old for the camp?", prompts.CAMP, "summary", "Yes."),
        ("Is 9 too old for the camp?", prompts.CAMP, "summary", "No."),
        ("Can my 14 year old swim there?", prompts.CAMP, "summary", ""),
        ("Are children allowed at Hearth?", prompts.HEARTH, "kids", ""),
        ("Can my 12 year old come to Hearth?", prompts.HEARTH, "kids", ""),
        ("Are children allowed at the Barn?", prompts.BARN, "kids", "Yes."),
        ("Is Ballo Italian?", prompts.BALLO, "cuisine", "Yes."),
        ("Is Ballo Chinese?", prompts.BALLO, "cuisine", ""),
        ("Is Ballo in the Casino of the Earth?", prompts.BALLO, "place", ""),
        ("Is Ballo in the Casino of the Sky?", prompts.BALLO, "place", "Yes."),
        ("Does the Junior Suite fit 4?", prompts.SUITE, "capacity", "Yes."),
        ("Does the Junior Suite fit 6?", prompts.SUITE, "capacity", ""),
        ("What is the dress code?", prompts.BALLO, "dress_code", ""),
    ],
)
def test_it_says_yes_or_no_where_the_record_does(
    question: str, passage: str, best: str, verdict: str
) -> None:
    answer = provider.answer(prompt(question, passage, best=best))
    opening = re.match(r"(Yes|No)\.(?= )", answer)
    assert (opening[0] if opening else "") == verdict
    assert answer.endswith("[1]")


def test_it_says_yes_to_nothing_but_the_records_own_question() -> None:
    messages = prompt("Parking costs $35 a day?", prompts.PARKING, best="answer")
    assert provider.answer(messages) == (
        "Self-parking is free in every garage. [1] Valet parking is $20. [1]"
    )


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("Is breakfast included in Deluxe?", f"{prompts.IN_PART.before} "),
        ("Does the Deluxe offer a safe?", "Yes. "),
    ],
)
def test_it_says_no_yes_to_a_thing_that_the_record_lacks(
    question: str, opening: str
) -> None:
    room = "room | Deluxe\n[features] The Deluxe has a safe."
    messages = prompt(question, room, best="features")
    assert provider.answer(messages) == f"{opening}The Deluxe has a safe. [1]"


@pytest.mark.parametrize(("tier", "verdict"), [("gold", "Yes. "), ("silver", "")])
def test_it_says_yes_to_the_tier_of_the_record_alone(tier: str, verdict: str) -> None:
    club = "promo | Club\n[tier_2] Club, Gold tier: Free valet."
    messages = prompt(f"Do {tier} members get free valet?", club, best="tier_2")
    assert provider.answer(messages) == f"{verdict}Club, Gold tier: Free valet. [1]"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Do gold members get a lounge?", "Yes. "), ("Do members get a lounge?", "")],
)
def test_it_says_no_yes_of_a_tier_that_is_not_named(
    question: str, verdict: str
) -> None:
    club = "promo | Club\n[tier_2] Club, Gold tier: Members get a lounge."
    answer = provider.answer(prompt(question, club, best="tier_2"))
    assert answer == f"{verdict}Club, Gold tier: Members get a lounge. [1]"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is the Junior Suite larger than the Deluxe Room?", "Yes. "),
        ("Is the Deluxe Room larger than the Junior Suite?", "No. "),
        ("Is it larger than the Deluxe Room?", "Yes. "),
        ("Is it larger than the Junior Suite?", "No. "),
        ("Are the Junior Suite and the Deluxe Room the largest?", ""),
        ("Tell me, the Junior Suite larger than the Deluxe Room?", ""),
    ],
)
def test_it_says_which_of_two_rows_comes_first(question: str, verdict: str) -> None:
    names = {"Junior Suite": "junior suite", "Deluxe Room": "deluxe room"}
    messages = prompt(
        question,
        prompts.SUITE,
        prompts.DELUXE,
        fits="size_sqft",
        is_extreme=True,
        **named(question, names),
    )
    answer = provider.answer(messages)
    assert answer.startswith(f"{verdict}The Junior Suite measures 650 sq ft. [1]")


def test_neither_of_two_equal_rows_comes_first() -> None:
    question = "Is the Junior Suite larger than the Corner Suite?"
    corner = prompts.SUITE.replace("Junior", "Corner")
    names = {"Junior Suite": "junior suite", "Corner Suite": "corner suite"}
    messages = prompt(
        question,
        prompts.SUITE,
        corner,
        fits="size_sqft",
        is_extreme=True,
        **named(question, names),
    )
    assert provider.answer(messages).startswith("The Junior Suite measures")
