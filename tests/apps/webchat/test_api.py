"""The HTTP door, as a program uses it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from apps.conversations.models import Conversation, Feedback, Message
from apps.conversations.thread_secrets import new as new_secret
from apps.properties.models import Property
from tests import minutes
from tests.apps.webchat.api import ask, events, failure, key, post
from tests.guest import shown
from tests.site import Site, start

pytestmark = pytest.mark.usefixtures("resort")
MOST_CHARS = 4096


@pytest.fixture(scope="module")
def strict(django_db_setup: None) -> Iterator[Site]:
    """A site with a key and little patience."""
    with start(
        "strict-web",
        API_KEY="sams-key",
        RATE_LIMIT_PER_MINUTE="2",
        RATE_LIMIT_ADDRESS_PER_MINUTE="1000",
    ) as site:
        yield site


def test_it_streams_a_cited_answer(site: Site) -> None:
    answer_events = events(ask(site))
    assert answer_events[0]["type"] == "metadata"
    assert [event["type"] for event in answer_events[-3:]] == [
        "sources",
        "followups",
        "done",
    ]
    assert "smart casual" in shown(answer_events)
    assert not [event for event in answer_events if event["type"] == "graph_node"]


def test_it_goes_on_in_a_thread(site: Site) -> None:
    opened = key(events(ask(site)))
    again = events(ask(site, "Is parking free?", **opened))
    assert key(again) == opened
    thread = opened["thread_id"]
    assert Message.objects.filter(conversation_id=thread).count() == 4


def test_a_thread_stays_at_its_property(site: Site, foxwoods: Property) -> None:
    opened = key(events(ask(site, property=foxwoods.slug)))
    assert key(events(ask(site, "Is parking free?", **opened))) == opened
    [conversation] = Conversation.objects.all()
    assert conversation.property == foxwoods


@pytest.mark.parametrize("secret", ["", "guess" * 8])
def test_it_opens_no_thread_without_its_secret(site: Site, secret: str) -> None:
    answer_events = events(ask(site))
    thread = answer_events[0]["thread_id"]
    guess = {"thread_id": thread, "thread_secret": secret}
    assert events(ask(site, "What did I ask?", **guess))[0]["thread_id"] != thread
    assert Message.objects.filter(conversation_id=thread).count() == 2
    first = {"Last-Event-ID": f"{answer_events[0]['turn']}:0"}
    assert failure(ask(site, **guess, headers=first)) == (404, "no_such_turn")
    opinion = {**guess, "turn_id": answer_events[0]["turn_id"], "rating": 1}
    assert failure(post(site, "/feedback", json=opinion)) == (404, "no_such_thread")
    assert not Feedback.objects.exists()


def test_it_resumes_after_the_last_event(site: Site) -> None:
    answer_events = events(ask(site))
    cut = answer_events[1]
    last = {"Last-Event-ID": f"{cut['turn']}:{cut['seq']}"}
    later_events = events(ask(site, **key(answer_events), headers=last))
    assert {event["type"] for event in later_events} >= {"done"}
    assert all(event["seq"] > cut["seq"] for event in later_events)
    assert Message.objects.filter(role="guest").count() == 1


def test_it_can_be_followed_by_a_browsers_event_source(site: Site) -> None:
    """The cookie is the key, for an address is written to logs."""
    answer = ask(site)
    opening = events(answer)[0]
    path = f"/chat/{opening['turn_id']}"
    cookie = answer.headers["set-cookie"]
    for part in ("HttpOnly", "SameSite=Strict", "Max-Age=600", f"Path={path}"):
        assert part in cookie
    where = f"{site.url}{path}?thread_id={opening['thread_id']}"
    assert events(httpx.get(where, cookies=answer.cookies))[-1]["type"] == "done"
    assert failure(httpx.get(where)) == (404, "no_such_turn")
    foreign = f"{site.url}{path}?thread_id={uuid4()}"
    assert failure(httpx.get(foreign, cookies=answer.cookies)) == (404, "no_such_turn")


def test_it_answers_an_event_source_that_reconnects_after_the_end(site: Site) -> None:
    answer = ask(site)
    answer_events = events(answer)
    first, ending = answer_events[0], answer_events[-1]
    where = f"{site.url}/chat/{first['turn_id']}?thread_id={first['thread_id']}"
    headers = {"Last-Event-ID": f"{ending['turn']}:{ending['seq']}"}
    cookies = answer.cookies
    again = events(httpx.get(where, headers=headers, cookies=cookies, timeout=10))
    assert again[-1]["text"] == ending["text"]
    assert httpx.get(f"{site.url}/health", timeout=10).is_success


def test_it_takes_the_same_question_once(site: Site) -> None:
    """A client that asks again may not have heard the secret; it brings its own."""
    mine = {"thread_id": str(uuid4()), "thread_secret": "of-my-own-making" * 3}
    same = str(uuid4())
    for _ in range(2):
        ask(site, client_id=same, **mine)
    assert Message.objects.filter(role="guest").count() == 1


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"message": ""}, "message"),
        ({"message": "x" * (MOST_CHARS + 1)}, "message"),
        ({}, "message"),
        ({"message": "Hello", "thread_id": "seven"}, "thread_id"),
        ({"message": "Hello", "thread_secret": "short"}, "thread_secret"),
        ({"message": "\u0000\u0001"}, "message"),
    ],
)
def test_it_says_which_field_is_wrong(
    site: Site, body: dict[str, Any], field: str
) -> None:
    answer = post(site, json=body)
    assert failure(answer) == (422, "invalid")
    assert field in answer.json()["error"]["message"]


@pytest.mark.parametrize("is_first", [True, False])
def test_it_names_the_emergency_number_where_a_message_is_too_long(
    site: Site, resort: Property, is_first: bool
) -> None:
    resort.jurisdiction.helplines.get_or_create(
        purpose="emergency", defaults={"name": "Emergency services", "phone": "911"}
    )
    cry, story = "My wife is not breathing, help! ", "We came by bus. " * 300
    answer = post(site, json={"message": cry + story if is_first else story + cry})
    assert failure(answer) == (422, "invalid")
    assert "911" in answer.json()["error"]["message"]


def test_it_takes_the_longest_message(site: Site) -> None:
    assert ask(site, "x" * MOST_CHARS).status_code == 200


def test_it_refuses_what_is_too_large(site: Site) -> None:
    assert failure(ask(site, "x" * 70_000)) == (413, "too_large")


def test_it_counts_a_body_that_hides_its_length(site: Site) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = post(site, content=pieces(), headers={"content-type": "application/json"})
    assert failure(answer) == (413, "too_large")


def test_it_takes_json_only(site: Site) -> None:
    assert failure(post(site, data={"message": "Hello"})) == (415, "not_json")


def test_it_serves_no_page_of_another_site(site: Site) -> None:
    evil = {"Origin": "https://evil.example"}
    assert failure(ask(site, headers=evil)) == (403, "foreign_origin")
    assert ask(site, headers={"Origin": site.url}).status_code == 200


def test_it_knows_no_other_property(site: Site) -> None:
    assert failure(ask(site, property="atlantis")) == (404, "no_such_place")


def test_it_asks_for_the_key(strict: Site) -> None:
    assert failure(ask(strict)) == (401, "no_key")
    assert failure(ask(strict, headers={"X-API-Key": "guess"})) == (401, "no_key")
    assert ask(strict, headers={"X-API-Key": "sams-key"}).status_code == 200


def test_it_says_how_long_to_wait(strict: Site) -> None:
    minutes.wait_for_the_next()
    headers = {"X-API-Key": "sams-key"}
    opened = key(events(ask(strict, headers=headers)))
    answers = [ask(strict, **opened, headers=headers) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert 0 < int(answers[-1].headers["retry-after"]) <= 60


def test_it_counts_readers_of_a_thread_that_nobody_knows(strict: Site) -> None:
    minutes.wait_for_the_next()
    where = f"{strict.url}/chat/{uuid4()}?thread_id={uuid4()}"
    headers = {"X-API-Key": "sams-key", "Cookie": f"thread_secret={new_secret()}"}
    statuses = [httpx.get(where, headers=headers, timeout=10) for _ in range(11)]
    assert [one.status_code for one in statuses] == [404] * 10 + [429]


def test_it_rests_with_the_property(site: Site, resort: Property) -> None:
    resort.bot_mode = Property.BotMode.PAUSED
    resort.save()
    assert failure(ask(site)) == (503, "paused")


@pytest.mark.parametrize("path", ["/chat", "/feedback"])
@pytest.mark.parametrize(
    "content",
    [b'{"message": ', b"hello", b"\xff", b"[" * 50_000],
    ids=["cut short", "no JSON", "no UTF-8", "too deep"],
)
def test_it_refuses_broken_json_in_the_shape_of_every_error(
    site: Site, path: str, content: bytes
) -> None:
    headers = {"content-type": "application/json"}
    answer = post(site, path, content=content, headers=headers)
    assert failure(answer) == (400, "broken_json")
    assert answer.json()["error"]["message"] == "The body is not valid JSON."
