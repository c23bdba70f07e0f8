"""What a guest sees of his memory on the page, and what he may do with it."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.conversations import archive
from apps.conversations.models import Conversation
from apps.conversations.replay import recordings
from apps.conversations.stream.events import Event
from apps.conversations.turns.memory import forgetting
from apps.guests import consents, fact_sources, fact_words, keys, profile
from apps.guests.keys import GuestKey
from apps.guests.models import Consent, Guest
from apps.infrastructure import database_threads

if TYPE_CHECKING:
    from apps.conversations.turns.chat_session import ChatSession

BUTTON = "button on the page"
# Nobody reads the text and changes his mind within this time.
SAME_MOMENT = timedelta(seconds=1)


class MemorySession:
    """The memory of the guest of a chat session.

    A guest is known by the secret of a thread, or by the key that his page got when he
    agreed to be remembered; both are checked again each time.
    """

    def __init__(self, chat: ChatSession) -> None:
        self._chat = chat
        self._key = ""

    def choose_key(self, key: str) -> None:
        """Sets the key that the page has sent, whether or not it is a guest's."""
        self._key = key or self._key

    @property
    def key(self) -> GuestKey:
        return keys.parse(self._key)

    async def shown(self, **further: str) -> Event:
        """The `memory` event: all that is remembered, in the page's language."""
        guest = await self._guest()
        rows = await database_threads.run(_facts, guest, self._chat.language)
        is_kept = bool(guest and guest.is_remembered)
        return {"type": "memory", "facts": rows, "is_kept": is_kept, **further}

    async def forget(self, fact: str) -> Event:
        """Deletes a fact, or all where none is named."""
        guest = await self._guest()
        if not fact:
            thread = self._chat.thread_id if await self._chat.is_open() else None
            await database_threads.run(
                forgetting.everything, guest, thread, with_waiting=True
            )
        elif guest:
            await database_threads.run(profile.forget, guest, fact)
        return await self.shown()

    async def consent(self, is_given: bool, text_shown: str) -> Event:
        """Notes what the guest answered to this text; a yes brings a new key."""
        guest = await self._guest()
        if guest is None:
            return await self.shown()
        thread = self._chat.thread_id if await self._chat.is_open() else None
        key = await database_threads.run(
            _record, guest, is_given, self._chat.channel, text_shown, thread
        )
        self._key = key
        return await self.shown(memory_key=key)

    async def export(self) -> Event:
        """All that is stored of the guest and the thread, as a file to keep.

        data: the guest's facts and consents; archive: a zip, in base64.
        """
        files = await self._files()
        zipped = b64encode(await self.archive()).decode()
        data = files.get("guest.json", {})
        return {"type": "memory_export", "data": data, "archive": zipped}

    async def archive(self) -> bytes:
        """A zip of the open thread; with the guest's key, of all his threads."""
        owner = await self._owner()
        threads = Conversation.objects.filter(guest=owner) if owner else ()
        ids = set(await database_threads.run(_ids, threads))
        if await self._chat.is_open():
            ids.add(self._chat.thread_id)
        return await archive.of_threads(sorted(ids), await self._files())

    async def _files(self) -> dict[str, Any]:
        """What is handed out of the guest: with his key all, with the secret of a
        thread what that thread may tell."""
        if owner := await self._owner():
            return await database_threads.run(archive.files_of, owner)
        guest, thread_id = await self._guest(), self._chat.thread_id
        return await database_threads.run(archive.files_in_thread, guest, thread_id)

    async def _owner(self) -> Guest | None:
        """The remembered guest whose key the page has sent."""
        return await database_threads.run(keys.owner, self._chat.place.pk, self._key)

    async def forget_chat(self) -> Event:
        """Erases the thread; says whether facts of other threads are still kept."""
        guest = await self._guest()
        had_facts = await database_threads.run(_has_facts, guest)
        await self._chat.forget()
        has_facts = await database_threads.run(_has_facts, guest)
        memory = "kept" if has_facts else "erased" if had_facts else ""
        return {"type": "forgotten", "memory": memory}

    async def _guest(self) -> Guest | None:
        if await self._chat.is_open():
            thread_id = self._chat.thread_id
            rows = Guest.objects.filter(conversations=thread_id)
            if guest := await database_threads.run(rows.first):
                return guest
        return await self._owner()


def _facts(guest: Guest | None, language: str) -> list[dict[str, str]]:
    rows = guest.facts.filter(superseded_at=None) if guest else ()
    return [
        {
            "key": row.key,
            "label": fact_words.label(row.key, language),
            "value": fact_words.value(row.key, row.value, language),
            "quote": fact_words.sentences(
                row.value, row.quote, fact_sources.words(row.choice_quotes)
            ),
        }
        for row in rows
    ]


def _ids(threads: Iterable[Conversation]) -> list[UUID]:
    return [thread.pk for thread in threads]


def _has_facts(guest: Guest | None) -> bool:
    return bool(guest and guest.pk and guest.facts.exists())


@transaction.atomic
def _record(
    guest: Guest, is_given: bool, channel: str, text_shown: str, thread: UUID | None
) -> str:
    """The new key of the guest; empty where he does not want to be remembered.

    Of an answer from each of two tabs at the same moment, the refusal counts.
    """
    if not _is_still_asked(guest, thread):
        return ""
    if is_given and _has_just_refused(guest):
        return ""
    consents.record(
        guest.property,
        str(guest.pk),
        Consent.Scope.MEMORY,
        is_given=is_given,
        channel=channel,
        source=BUTTON,
        text_shown=text_shown,
        said_at=timezone.now(),
        guest=guest,
    )
    if is_given:
        return keys.issue(guest)
    keys.revoke(guest)
    recordings.forget_of_guest(guest.pk)
    _keep_in_one_thread(guest, thread)
    return ""


def _keep_in_one_thread(guest: Guest, thread: UUID | None) -> None:
    """The facts end with the conversation in which the guest took his consent back; of
    a page that has asked nothing yet, with the latest one."""
    threads = Conversation.objects.filter(guest=guest)
    newest = threads.order_by("-last_message_at").values_list("pk", flat=True).first()
    last = thread or newest
    if last is None:
        guest.delete()
        return
    threads.exclude(pk=last).update(guest=None)


def _is_still_asked(guest: Guest, thread: UUID | None) -> bool:
    """Whether the guest still exists, and the thread is still his. Locks them.

    A refusal in another tab takes the guest's other threads from him.
    """
    rows = Conversation.objects.filter(guest=guest).order_by("pk")
    threads = list(rows.select_for_update(of=("self",)).values_list("pk", flat=True))
    locked = Guest.objects.select_for_update().filter(pk=guest.pk).first()
    return locked is not None and (thread is None or thread in threads)


def _has_just_refused(guest: Guest) -> bool:
    entries = consents.history(guest.property, str(guest.pk))
    newest = entries.filter(scope=Consent.Scope.MEMORY).first()
    if newest is None or newest.is_given:
        return False
    return newest.said_at > timezone.now() - SAME_MOMENT
