"""The command `memory`: each guest sees and deletes his own facts alone."""

from __future__ import annotations

import asyncio
import json
from base64 import b64decode
from io import BytesIO
from typing import Any
from uuid import UUID, uuid4
from zipfile import ZipFile

import pytest
from django.utils import timezone

from apps.conversations.models import Conversation
from apps.conversations.turns.memory.memory_session import SAME_MOMENT
from apps.guests import consents
from apps.guests.models import Consent, Guest, GuestFact
from apps.infrastructure import database_threads
from apps.properties.models import Property
from tests import factories
from tests.guest import Event, guest, only
from tests.guest import Guest as Page
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")
VEGETARIAN = "I'm vegetarian"
QUESTION = "Is parking free?"
COMMANDS_PER_MINUTE = 100


def tell(thread: str) -> Guest:
    """As if the guest of this thread had said so."""
    talk = Conversation.objects.get(pk=thread)
    stored = Guest.objects.create(property=talk.property)
    rows = {"dietary_needs": ["vegetarian"], "party_size": 4}
    for key, value in rows.items():
        GuestFact.objects.create(
            guest=stored,
            key=key,
            value=value,
            quote=VEGETARIAN if key == "dietary_needs" else "we are four",
            turn_id=uuid4(),
            language="en",
            confidence=0.9,
            collected_at=timezone.now(),
        )
    Conversation.objects.filter(pk=thread).update(guest=stored)
    return stored


async def tell_two_facts(page: Page) -> Guest:
    """A page whose guest has told two facts."""
    await page.hello()
    await page.ask(QUESTION)
    return await database_threads.run(tell, page.thread)


async def memory(page: Page, action: str = "list", **more: Any) -> Event:
    await page.say(type="memory", action=action, **more)
    return (await page.until("memory", "memory_export", "error"))[-1]


async def in_any_order(page: Page, *types: str) -> None:
    """Waits until an event of each type has come."""
    missing = set(types)
    while missing:
        event = await page.next()
        assert event["type"] != "error", event
        missing.discard(event["type"])


async def test_it_lists_each_fact_in_words_with_its_source(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
        shown = await memory(alice)
    assert shown["facts"] == [
        {
            "key": "dietary_needs",
            "label": "Food",
            "value": "vegetarian",
            "quote": VEGETARIAN,
        },
        {
            "key": "party_size",
            "label": "People in your party",
            "value": "4",
            "quote": "we are four",
        },
    ]
    assert shown["is_kept"] is False


async def test_it_forgets_one_fact_and_then_the_rest(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
        left = await memory(alice, "forget", fact="dietary_needs")
        assert [fact["key"] for fact in left["facts"]] == ["party_size"]
        assert (await memory(alice, "forget"))["facts"] == []
    assert not await GuestFact.objects.aexists()


async def test_forgetting_wins_over_an_answer_that_still_runs(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        for number in range(3):
            await alice.start(f"I'm vegan. Is parking free? {number}")
            await alice.say(type="memory", action="forget")
            await in_any_order(alice, "memory", "done")
            assert (await memory(alice))["facts"] == []
        await alice.ask("I'm vegetarian. Is Ballo open?")
        assert len((await memory(alice))["facts"]) == 1


async def test_of_two_answers_at_the_same_moment_the_refusal_counts(
    site: Site,
) -> None:
    async with guest(site) as alice, guest(site) as tab:
        stored = await tell_two_facts(alice)
        await tab.hello(alice.thread, alice.secret)
        for first, second in (("agree", "decline"), ("decline", "agree")) * 3:
            await asyncio.gather(memory(alice, first), memory(tab, second))
            await stored.arefresh_from_db()
            assert not stored.is_remembered
            assert (await memory(alice))["is_kept"] is False
        await asyncio.sleep(SAME_MOMENT.total_seconds())
        assert (await memory(alice, "agree"))["is_kept"] is True


async def test_without_consent_a_new_conversation_knows_nothing(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
    async with guest(site) as again:
        await again.hello()
        await again.ask(QUESTION)
        assert (await memory(again))["facts"] == []


async def test_with_consent_a_new_conversation_joins_the_guest(site: Site) -> None:
    async with guest(site) as alice:
        stored = await tell_two_facts(alice)
        agreed = await memory(alice, "agree")
    key = agreed["memory_key"]
    assert agreed["is_kept"] is True
    async with guest(site) as again:
        await again.say(type="hello", thread=None, memory_key=key)
        await again.until("history")
        events = await again.ask(QUESTION)
        shown = await memory(again)
    thread = only(events, "metadata")["thread_id"]
    assert thread != alice.thread
    assert len(shown["facts"]) == 2
    assert (await Conversation.objects.aget(pk=thread)).guest_id == stored.pk


async def test_the_ledger_holds_the_text_that_was_shown(site: Site) -> None:
    async with guest(site) as alice:
        stored = await tell_two_facts(alice)
        await memory(alice, "agree")
        await memory(alice, "decline")
    rows = [row async for row in Consent.objects.order_by("number")]
    assert [(row.is_given, row.scope, row.channel) for row in rows] == [
        (True, "memory", "web"),
        (False, "memory", "web"),
    ]
    assert rows[0].subject == str(stored.pk)
    assert rows[0].text_shown.startswith("Remember me on this device for next time? If")
    assert await database_threads.run(lambda: list(consents.verify())) == []


async def test_a_key_opens_nothing_once_the_consent_is_taken_back(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
        key = (await memory(alice, "agree"))["memory_key"]
        assert len((await memory(alice, "decline"))["facts"]) == 2
    assert await facts_with(site, key) == []


async def test_switched_off_in_a_new_tab_it_ends_with_the_conversation(
    site: Site,
) -> None:
    async with guest(site) as alice, guest(site) as tab:
        stored = await tell_two_facts(alice)
        key = (await memory(alice, "agree"))["memory_key"]
        await tab.say(type="hello", thread=None, memory_key=key)
        await tab.until("history")
        declined = await memory(tab, "decline", memory_key=key)
        shown = await memory(alice)
    assert declined["is_kept"] is False
    assert (shown["is_kept"], len(shown["facts"])) == (False, 2)
    # Staff see the consents beside the conversation.
    thread = await Conversation.objects.aget(pk=alice.thread)
    assert thread.guest_id == stored.pk
    assert await facts_with(site, key) == []


async def facts_with(site: Site, key: str, slug: str = "mohegan-sun") -> list[Any]:
    """What a page sees that has this key and a thread of its own."""
    async with guest(site, slug) as page:
        await page.say(type="hello", thread=None, memory_key=key)
        await page.until("history")
        before = await memory(page, memory_key=key)
        await page.ask(QUESTION)
        after = await memory(page)
    assert before["facts"] == after["facts"]
    return list(after["facts"])


async def test_a_forged_key_and_one_of_another_property_open_nothing(
    site: Site, resort: Property
) -> None:
    await database_threads.run(foxwoods_of, resort)
    async with guest(site) as alice:
        stored = await tell_two_facts(alice)
        key = (await memory(alice, "agree"))["memory_key"]
    assert len(await facts_with(site, key)) == 2
    other_secret = f"{stored.pk.hex}.{'A' * 43}"
    other_guest = f"{uuid4().hex}.{key.split('.')[1]}"
    for forged in (other_secret, other_guest, stored.pk.hex, "x" * 500):
        assert await facts_with(site, forged) == []
    assert await facts_with(site, key, "foxwoods") == []
    # A key of nobody must not take what is stored from its owner.
    assert len(await facts_with(site, key)) == 2


def opened(exported: Event) -> ZipFile:
    return ZipFile(BytesIO(b64decode(exported["archive"])))


def foxwoods_of(resort: Property) -> Property:
    return factories.PropertyFactory.create(
        slug="foxwoods", name="Foxwoods", jurisdiction=resort.jurisdiction
    )


async def test_a_foreign_thread_shows_and_deletes_nothing(site: Site) -> None:
    async with guest(site) as alice, guest(site) as mallory:
        await tell_two_facts(alice)
        for secret in ("", "guess" * 8):
            await mallory.hello(alice.thread, secret)
            frame = {"thread": alice.thread, "secret": secret}
            for action in ("list", "forget", "agree"):
                shown = await memory(mallory, action, fact="dietary_needs", **frame)
                assert shown["facts"] == []
                assert "memory_key" not in shown
            exported = await memory(mallory, "export", **frame)
            assert exported["data"] == {}
            assert opened(exported).namelist() == []
    assert await GuestFact.objects.acount() == 2
    assert not await Consent.objects.aexists()


async def test_a_key_joins_no_conversation_that_has_begun(site: Site) -> None:
    async with guest(site) as alice, guest(site) as bob:
        await tell_two_facts(alice)
        key = (await memory(alice, "agree"))["memory_key"]
        await bob.hello()
        await bob.ask(QUESTION)
        await bob.say(
            type="hello", thread=bob.thread, secret=bob.secret, memory_key=key
        )
        await bob.until("history")
        await bob.ask("Is Ballo open?")
    assert (await Conversation.objects.aget(pk=UUID(bob.thread))).guest_id is None


async def test_it_exports_all_that_is_stored(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
        await memory(alice, "agree")
        exported = await memory(alice, "export")
    data = exported["data"]
    quotes = {fact["quote"] for fact in data["facts"]}
    assert quotes == {VEGETARIAN, "we are four"}
    assert data["is_remembered"] is True
    assert len(data["consents"]) == 1
    # It would say how often guests of this property have agreed or refused.
    assert "number" not in data["consents"][0]
    with opened(exported) as archive:
        assert json.loads(archive.read("guest.json")) == data
        thread = json.loads(archive.read(f"conversations/{alice.thread}.json"))
    assert QUESTION in str(thread["messages"])


async def test_an_export_holds_no_number_of_a_card(site: Site) -> None:
    async with guest(site) as alice:
        await alice.hello()
        await alice.ask("my card is 4111 1111 1111 1111, is parking free?")
        exported = await memory(alice, "export")
    with opened(exported) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    assert any("my card is [card]" in text for text in texts)
    assert not any("4111" in text for text in texts)


async def test_forgetting_the_chat_says_what_becomes_of_the_memory(site: Site) -> None:
    async with guest(site) as alice:
        await tell_two_facts(alice)
        await alice.say(type="forget")
        assert (await alice.until("forgotten"))[-1]["memory"] == "erased"
    async with guest(site) as again:
        await again.hello()
        await again.ask(QUESTION)
        await again.say(type="forget")
        assert (await again.until("forgotten"))[-1]["memory"] == ""
    assert not await GuestFact.objects.aexists()


async def test_a_flood_is_refused_with_a_reason(site: Site) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        # A minute that begins meanwhile lets more through.
        for _ in range(2 * COMMANDS_PER_MINUTE):
            await mallory.say(type="memory", action="list")
            refused = (await mallory.until("memory", "memory_refused"))[-1]
            if refused["type"] == "memory_refused":
                break
        assert "Please press again in" in refused["message"]
        assert refused["phone"] in refused["message"]
        await mallory.say(type="ping")  # the conversation goes on
        await mallory.until("pong")


@pytest.mark.parametrize("action", ["", "erase", "list; drop table", None])
async def test_it_refuses_what_no_page_asks(site: Site, action: Any) -> None:
    async with guest(site) as mallory:
        await mallory.hello()
        await mallory.say(type="memory", action=action)
        assert (await mallory.until("error", "memory"))[-1]["type"] == "error"
