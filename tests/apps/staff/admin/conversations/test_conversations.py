"""Sam reads what guests asked, and changes nothing."""

from __future__ import annotations

import uuid
from datetime import datetime

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.conversations.models import Conversation, Feedback, Message, Turn
from apps.conversations.review import held_answers
from apps.properties.models import Property
from apps.reservations import requests
from apps.reservations.models import Request
from tests.apps.staff.requests.desk import make_host, towels_at

LIST = "/admin/conversations/conversation/"


@pytest.fixture
def talk(mohegan: Property) -> Conversation:
    talk = Conversation.objects.create(property=mohegan)
    turn = Turn.objects.create(conversation=talk, client_id=uuid.uuid4())
    texts = {"guest": "Is Tuscany open?", "concierge": "Open until 10:00 PM [1]."}
    for role, text in texts.items():
        Message.objects.create(conversation=talk, turn=turn, role=role, text=text)
    return talk


def test_it_shows_what_was_said(sam: Client, talk: Conversation) -> None:
    assert "Is Tuscany open?" in sam.get(LIST).content.decode()
    shown = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    page = shown.partition("<ol class")[2]
    for element in ("title", "h1"):
        heading = shown.partition(f"<{element}")[2].partition(f"</{element}>")[0]
        assert "Is Tuscany open? · " in heading
        assert str(talk.pk) not in heading.replace(f"{talk.pk}/change/", "")
    assert heading.count("Conversations") == 1
    question, answer = (
        page.index("Is Tuscany open?"),
        page.index("Open until 10:00 PM [1]."),
    )
    assert question < answer < page.index("Inspect"), "a chat, the trace beside it"
    Feedback.objects.create(conversation=talk, rating=1, comment="Too slow")
    page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    assert "The conversation: Rated 1 of 5: “Too slow”" in page


def test_it_says_what_became_of_the_guests_requests(
    sam: Client, sams_account: User, mohegan: Property, talk: Conversation
) -> None:
    towels = towels_at(mohegan)
    Request.objects.filter(pk=towels.pk).update(thread_id=talk.pk)
    towels_at(mohegan, "of another conversation")
    requests.decline(towels, sams_account, "Ask nancy@example.com", timezone.now())
    address = f"{LIST}{talk.pk}/change/"
    assert "Service" not in sam.get(address).content.decode()
    make_host(sams_account, mohegan)
    page = sam.get(address).content.decode()
    assert page.count('class="ch-request"') == 1
    assert f'href="/admin/reservations/request/{towels.pk}/change/">Service</a>' in page
    assert "declined it at" in page
    assert "nancy@example.com" not in page


def test_it_shows_each_reader_what_he_may_read(
    sam: Client, sams_account: User, talk: Conversation
) -> None:
    for codename, words in (("view_message", "Is Tuscany"), ("view_turn", "Inspect")):
        may = sams_account.user_permissions.get(codename=codename)
        sams_account.user_permissions.remove(may)
        page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
        assert words not in page
    assert "Conversation of " in page.partition("<h1")[2].partition("</h1>")[0]


@pytest.mark.parametrize("is_routed", [True, False])
def test_what_is_said_of_bookings_is_for_who_may_see_them(
    sam: Client, sams_account: User, talk: Conversation, *, is_routed: bool
) -> None:
    citation = {"n": 1, "item_id": 0, "category": "booking", "title": "Tuscany"}
    citation |= {"field_label": "Time", "quote": "at 8"}
    answer = talk.messages.get(role="concierge")
    answer.text, answer.citations = "For Smith: Tuscany at 8.", [citation]
    answer.save()
    talk.messages.filter(role="guest").update(text="Smith, when is my dinner?")
    turn = talk.turns.get()
    turn.route = "bookings" if is_routed else "property_qa"
    turn.save()
    pages = (f"{LIST}{talk.pk}/change/", LIST)
    for page in pages:
        content = sam.get(page).content.decode()
        assert "Smith" not in content
        assert "Tuscany at 8" not in content
        assert "about a booking" in content
    for page in ("inspector", "review"):
        assert sam.get(f"/admin/{page}/{turn.pk}/").status_code == 403
    by_tool = {"tool_calls": [{"tool": "my_bookings"}]}
    talk.turns.update(nodes=[{"node": "generate", "metadata": by_tool}])
    talk.messages.filter(role="concierge").update(citations=[])
    assert "Smith" not in sam.get(LIST).content.decode()
    talk.turns.update(nodes=[])
    may = Permission.objects.get(codename="view_reservation")
    sams_account.user_permissions.add(may)
    for page in pages:
        assert "Smith" in sam.get(page).content.decode()
    assert sam.get(f"/admin/inspector/{turn.pk}/").status_code == 200


def test_it_says_who_decided_on_an_answer_that_waited(
    sam: Client, sams_account: User, talk: Conversation
) -> None:
    held = {"text": "Until 10:00 PM, said the model."}
    row = talk.messages.get(role="concierge")
    Message.objects.filter(pk=row.pk).update(kind="waiting", held=held)
    approval = f"/admin/approvals/{row.pk}/"
    sam.post(approval, {"decline": "1", "seen": ""})
    sam.post(approval, {"send": "1", "seen": "", "text": "Too late"})
    row.refresh_from_db()
    stamp = held_answers.promised_at(row)
    sam.post(approval, {"send": "1", "seen": stamp, "text": "Open until 9:00 PM."})
    inspector = f"/admin/inspector/{row.turn_id}/"
    for address in (f"{LIST}{talk.pk}/change/", inspector):
        page = sam.get(address).content.decode()
        texts = (
            f"Not sent, by decision of {sams_account}: the guest was promised",
            "Until 10:00 PM, said the model.",
            f"Written and sent by {sams_account} (",
        )
        places = [page.index(text) for text in texts]
        assert places == sorted(places)
        assert "Too late" not in page
    Message.objects.filter(pk=row.pk).update(kind="waiting", held=held, decisions=[])
    sam.post(approval, {"send": "1", "seen": "", "text": "It closes at 9."})
    page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    rewritten = page.index(f"Rewritten and sent by {sams_account} (")
    assert rewritten < page.index("Until 10:00 PM, said the model.")


def test_it_names_the_fields_behind_an_answer(sam: Client, talk: Conversation) -> None:
    citation = {"n": 1, "title": "Tuscany", "field_label": "Opening hours"}
    Message.objects.filter(role="concierge").update(citations=[citation])
    page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    assert "[1] Tuscany, Opening hours" in page


def test_its_times_are_on_the_resorts_clock(sam: Client, talk: Conversation) -> None:
    moment = datetime.fromisoformat("2026-11-23T02:42:00+00:00")
    Message.objects.update(created_at=moment)
    Conversation.objects.update(created_at=moment)
    turn = Turn.objects.get()
    feedback = Feedback.objects.create(conversation=talk, turn=turn, rating=1)
    Feedback.objects.filter(pk=feedback.pk).update(created_at=moment)
    on_resorts_clock = "Nov. 22, 2026, 9:42 PM EST"
    assert on_resorts_clock in sam.get(LIST).content.decode()
    page = sam.get(f"{LIST}{talk.pk}/change/").content.decode()
    assert page.count(on_resorts_clock) == 3
    assert "Is Tuscany open? · Nov. 22, 9:42 PM EST" in page
    assert "2:42" not in page


def test_it_finds_a_conversation_by_its_words(sam: Client, talk: Conversation) -> None:
    rows = sam.get(LIST, {"q": "tuscany"}).context["cl"].result_list
    assert [(row.pk, row.questions) for row in rows] == [(talk.pk, 1)]
    assert not sam.get(LIST, {"q": "sushi"}).context["cl"].result_list
    by_id = sam.get(LIST, {"q": str(talk.pk)}).context["cl"].result_list
    assert [row.pk for row in by_id] == [talk.pk]


def test_it_lets_nobody_rewrite_a_conversation(sam: Client, talk: Conversation) -> None:
    answer = sam.post(f"{LIST}{talk.pk}/change/", {"channel": "sms"})
    assert answer.status_code == 403
    assert sam.post(f"{LIST}{talk.pk}/delete/", {"post": "yes"}).status_code == 403
    assert Message.objects.count() == 2


def test_it_keeps_conversations_from_guests(alice: Client, talk: Conversation) -> None:
    assert alice.get(LIST).status_code == 302


@pytest.fixture
def told_off(talk: Conversation) -> Conversation:
    """Alice has given her number, and the answer has a trace."""
    guest = Message.objects.get(conversation=talk, role="guest")
    guest.text = "Call me at 860-555-0142, is Tuscany open?"
    guest.save()
    Turn.objects.filter(conversation=talk).update(
        route="hours_schedule",
        status="done",
        provider="extractive",
        duration_ms=41,
        nodes=[{"node": "compliance_gate", "duration_ms": 2.0}],
    )
    return talk


def test_personal_data_is_hidden_until_somebody_reveals_it(
    sam: Client, sams_account: User, told_off: Conversation
) -> None:
    address = f"{LIST}{told_off.pk}/"
    page = sam.get(f"{address}change/").content.decode()
    assert "555-0142" not in page
    assert "Call me at [phone]" in page
    assert "555-0142" in sam.get(f"{address}reveal/").content.decode()
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (sams_account, str(told_off.pk))
    assert "555-0142" not in sam.get(f"{address}change/").content.decode()


def test_who_may_not_reveal_cannot(
    sam: Client, sams_account: User, told_off: Conversation
) -> None:
    may = Permission.objects.get(codename="reveal_conversation")
    sams_account.user_permissions.remove(may)
    assert sam.get(f"{LIST}{told_off.pk}/reveal/").status_code == 403
    assert not LogEntry.objects.exists()


def test_it_shows_how_an_answer_came_about(sam: Client, told_off: Conversation) -> None:
    page = sam.get(f"{LIST}{told_off.pk}/change/").content.decode()
    assert "Done, hours_schedule" in page
    assert "compliance_gate 2 ms" in page
    assert "41 ms" in page


@pytest.mark.parametrize(
    ("need", "changes"),
    [
        ("stopped", {"guardrail": "self_harm"}),
        ("failed", {"status": "failed"}),
    ],
)
def test_it_finds_what_needs_a_look(
    sam: Client, talk: Conversation, need: str, changes: dict[str, str]
) -> None:
    def matching_count() -> int:
        return len(sam.get(LIST, {"attention": need}).context["cl"].result_list)

    assert not matching_count()
    Turn.objects.filter(conversation=talk).update(**changes)
    assert matching_count() == 1


def test_a_long_list_asks_the_database_no_more_often(
    sam: Client, talk: Conversation, mohegan: Property
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as queries_made:
            assert sam.get(LIST).status_code == 200
        return len(queries_made)

    query_count = queries()
    for _ in range(20):
        Conversation.objects.create(property=mohegan)
    assert queries() == query_count


@pytest.fixture
def reader(sam: Client, sams_account: User) -> Client:
    """Sam, who may read conversations and not reveal what is redacted in them."""
    may = Permission.objects.get(codename="reveal_conversation")
    sams_account.user_permissions.remove(may)
    return sam


@pytest.mark.parametrize("guess", ["860", "555-0142", "tuscany"])
def test_it_finds_no_words_for_staff_who_may_not_reveal_them(
    reader: Client, told_off: Conversation, guess: str
) -> None:
    page = reader.get(LIST, {"q": guess})
    assert not page.context["cl"].result_list
    assert "An ID or a reference" in page.content.decode()


def test_it_finds_an_id_or_a_reference_for_everybody(
    reader: Client, told_off: Conversation
) -> None:
    Turn.objects.filter(conversation=told_off).update(reference="AB12CD34")
    for term in (str(told_off.pk), "AB12CD34"):
        rows = reader.get(LIST, {"q": term}).context["cl"].result_list
        assert [row.pk for row in rows] == [told_off.pk]


LOOKUPS = ["secret_hash__startswith", "secret_hash", "summary__contains"]


@pytest.mark.parametrize("lookup", [*LOOKUPS, "messages__text__contains"])
def test_it_looks_up_nothing_that_the_list_does_not_show(
    sam: Client, talk: Conversation, lookup: str
) -> None:
    assert sam.get(LIST, {lookup: "a"}).status_code == 400


def test_it_shows_the_list_of_a_filter(sam: Client, talk: Conversation) -> None:
    page = sam.get(LIST, {"channel__exact": "web", "turns__guardrail": ""})
    assert [row.pk for row in page.context["cl"].result_list] == [talk.pk]


def test_unanswered_are_those_that_the_records_did_not_answer(
    sam: Client, talk: Conversation
) -> None:
    turn = talk.turns.get()
    answer = talk.messages.get(role="concierge")
    answer.kind = "notice"
    answer.save()

    def is_listed() -> bool:
        page = sam.get(f"{LIST}?attention=unanswered").content.decode()
        return "Is Tuscany open?" in page

    turn.route = "greeting"
    turn.save()
    assert not is_listed(), "thanks are no answer that is missing"
    turn.route = "property_qa"
    turn.save()
    assert is_listed()
