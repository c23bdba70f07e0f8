"""What a guest takes back is never sent, whatever else the message says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from apps.infrastructure import database_threads
from apps.properties.models import Property
from apps.reservations.models import Request, Reservation
from tests.apps.conversations.bookings.sample_bookings import (
    DINNER,
    ROOM,
    SHOW,
    Talk,
    dinner_at,
    room_at,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("without_key", "resort", "stay"),
]


@pytest.fixture
def stay(resort: Property) -> None:
    """A room, a dinner and a show of one guest."""
    guest = dinner_at(resort).guest
    room_at(resort, guest=guest)
    dinner_at(
        resort,
        kind=Reservation.Kind.TICKET,
        code="MS-SHOW1",
        what="Comedy Night",
        guest=guest,
    )


async def identify(talk: Talk, *texts: str) -> Talk:
    """The guest has shown all three bookings, and said these texts."""
    talk.with_codes(DINNER, ROOM, SHOW)
    if texts:
        await talk.say(*texts)
    return talk


async def statuses() -> dict[str, str]:
    """By the kind of request."""
    rows = Request.objects.order_by("created_at").values_list("kind", "status")
    return dict(await database_threads.run(list, rows))


async def test_one_proposal_is_kept_back_and_the_other_sent(talk: Talk) -> None:
    await identify(talk, "Can I get a late checkout at 1pm?", "Cancel my show")
    answer = await talk.say(
        "no wait, keep the show. but do send the late checkout please"
    )
    assert "withdrawn" in answer["answer"]
    assert "with the team now" in answer["answer"]
    expected = {"late_checkout": "waiting", "cancel": "withdrawn"}
    assert await statuses() == expected
    await talk.say("yes")
    assert await statuses() == expected


async def test_what_was_not_proposed_yet_is_asked_for(talk: Talk) -> None:
    await identify(talk, "Cancel my show")
    answer = await talk.say("no, keep the show. but do send the late checkout")
    assert "Until when" in answer["answer"] or "what time" in answer["answer"].lower()
    await talk.say("1pm", "yes")
    assert await statuses() == {"cancel": "withdrawn", "late_checkout": "waiting"}


@pytest.mark.parametrize(
    "words",
    [
        "please withdraw the cancellation, I want to keep the show",
        "forget about the cancellation",
        "I want to keep the show after all",
        "take the cancellation back please",
        "please stop the cancellation of the show",
    ],
)
@pytest.mark.parametrize("is_sent", [False, True])
async def test_another_request_than_the_one_just_proposed(
    words: str, is_sent: bool, talk: Talk
) -> None:
    await identify(talk, "Cancel my show")
    if is_sent:
        await talk.say("yes")
    await talk.say("Can I get a late checkout at 1pm?")
    answer = (await talk.say(words))["answer"]
    assert "withdrawn this: Cancellation: Comedy Night" in answer
    assert "Late checkout: Deluxe Room: this is not sent yet" in answer
    late = await database_threads.run(Request.objects.get, kind="late_checkout")
    assert "note" not in late.wish
    await talk.say("yes")
    assert await statuses() == {"cancel": "withdrawn", "late_checkout": "waiting"}


async def test_words_that_may_be_a_no_are_asked_about(talk: Talk) -> None:
    await identify(talk, "Cancel my dinner")
    answer = await talk.say("hmm, I am not so sure about that")
    assert "withdraw it" in answer["answer"]
    assert [card["status"] for card in answer["requests"]] == ["proposed"]
    await talk.say("yes")
    assert await statuses() == {"cancel": "proposed"}
    await talk.say("send it")
    assert await statuses() == {"cancel": "waiting"}


@pytest.mark.parametrize("words", ["withdraw it", "no", "leave it"])
async def test_who_was_asked_about_a_doubt_may_withdraw(words: str, talk: Talk) -> None:
    await identify(talk, "Cancel my dinner", "I am not sure", words)
    assert await statuses() == {"cancel": "withdrawn"}


async def test_a_question_between_does_not_hinder_a_withdrawal(talk: Talk) -> None:
    await identify(talk, "Cancel my dinner", "What is the dress code at Ballo?")
    answer = await talk.say("don't send it, I changed my mind")
    assert "withdrawn this: Cancellation: Ballo" in answer["answer"]
    assert await statuses() == {"cancel": "withdrawn"}


async def test_a_change_of_mind_about_something_else_withdraws_nothing(
    talk: Talk,
) -> None:
    await identify(talk, "Cancel my dinner", "What is the dress code at Ballo?")
    await talk.say("I changed my mind, we want sushi")
    assert await statuses() == {"cancel": "proposed"}


async def test_what_nobody_asked_for_is_not_proposed_by_a_no(talk: Talk) -> None:
    await identify(talk)
    answer = await talk.say("please don't cancel my dinner")
    assert "Nothing of yours is waiting" in answer["answer"]
    assert await statuses() == {}


async def test_a_no_with_a_new_time_changes_the_proposal(talk: Talk) -> None:
    await identify(talk, "Move my dinner to 9pm", "no, make it 8:30")
    request = await database_threads.run(Request.objects.get)
    assert (request.status, request.wish["starts_at"][11:16]) == ("proposed", "20:30")


async def test_a_change_taken_back_leaves_no_time_of_it(talk: Talk) -> None:
    await identify(talk, "Move my dinner to 9pm")
    await talk.say("don't move it to 9pm, leave it as it is")
    assert await statuses() == {"change": "withdrawn"}


async def test_the_time_that_is_booked_is_no_yes_to_another(talk: Talk) -> None:
    await identify(talk, "Move my dinner to 9pm", "keep it at 7", "yes")
    assert await statuses() == {"change": "proposed"}


@pytest.mark.parametrize(
    ("words", "later"),
    [
        ("yes please, and I'd like a late checkout at 1pm", "late_checkout"),
        ("no, keep it. Can I get a late checkout at 1pm?", "late_checkout"),
    ],
)
async def test_what_is_asked_besides_is_proposed(
    words: str, later: str, talk: Talk
) -> None:
    await identify(talk, "Cancel my dinner")
    await talk.say(words)
    expected = "waiting" if words.startswith("yes") else "withdrawn"
    assert await statuses() == {"cancel": expected, later: "proposed"}


async def test_a_question_about_bookings_follows_a_yes(talk: Talk) -> None:
    await identify(talk, "Cancel my show")
    answer = (await talk.say("yes, and when is my dinner?"))["answer"]
    assert "with the team now" in answer
    assert "7:00 PM" in answer
    assert await statuses() == {"cancel": "waiting"}


async def test_a_no_to_what_is_settled_withdraws_nothing_else(talk: Talk) -> None:
    await identify(talk, "Cancel my show", "Cancel my dinner")
    await database_threads.run(
        lambda: Request.objects.filter(reservation__code="MS-4F7K").update(
            status="withdrawn", version=9
        )
    )
    answer = (await talk.say("no"))["answer"]
    assert "changed in the meantime" in answer
    show = Request.objects.filter(reservation__code="MS-SHOW1")
    rows = await database_threads.run(list, show.values_list("status", flat=True))
    assert rows == ["proposed"]


async def test_another_booking_is_no_yes_to_the_first(talk: Talk) -> None:
    await identify(talk, "Cancel my show", "Cancel my dinner")
    rows = Request.objects.values_list("reservation__code", "status", "wish__note")
    assert set(await database_threads.run(list, rows)) == {
        ("MS-SHOW1", "proposed", None),
        ("MS-4F7K", "proposed", None),
    }


@pytest.mark.parametrize(
    ("language", "first", "second", "words"),
    [
        ("en", "Cancel my dinner", "Cancel my show", "cancel all of it"),
        ("en", "Cancel my dinner", "Cancel my show", "scrap the lot please"),
        ("en", "Cancel my dinner", "Cancel my show", "take it all back"),
        ("es", "Cancela mi cena", "Cancela mi espectáculo", "anula todo"),
        ("fr", "Annulez mon dîner", "Annulez mon spectacle", "annule tout"),
        ("fr", "Annulez mon dîner", "Annulez mon spectacle", "oubliez tout ça"),
    ],
)
async def test_all_that_was_sent_is_taken_back_at_once(
    language: str,
    first: str,
    second: str,
    words: str,
    begin_talk: Callable[..., Talk],
) -> None:
    yes = {"en": "yes", "es": "sí", "fr": "oui"}[language]
    talk = await identify(begin_talk(language))
    answer = (await talk.say(first, yes, second, yes, words))["answer"]
    assert "Ballo" in answer
    assert "Comedy Night" in answer
    rows = Request.objects.values_list("status", flat=True)
    assert set(await database_threads.run(list, rows)) == {"withdrawn"}


async def test_all_is_taken_back_after_other_answers(talk: Talk) -> None:
    await identify(talk, "Cancel my dinner", "yes", "Cancel my show", "yes")
    await talk.say("What is the dress code at Ballo?", "take it all back")
    rows = Request.objects.values_list("status", flat=True)
    assert set(await database_threads.run(list, rows)) == {"withdrawn"}
