"""Staff hand out or erase all that is stored of a conversation or its guest."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from asgiref.sync import async_to_sync
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from unfold.decorators import action

from apps.conversations import archive, erasure
from apps.conversations.models import Conversation
from apps.guests.models import Guest
from apps.infrastructure import loop_clients

LIST = "admin:conversations_conversation_changelist"


class GuestDataActions:
    """A mixin for the admin of conversations. The audit log notes who did either."""

    @action(
        description="Download all data", url_path="download", permissions=["reveal"]
    )
    def download(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """A zip of the conversation; of a known guest, with all of the others."""
        conversation = self._conversation(request, object_id)
        self._log(request, conversation, "Downloaded all data.")
        return HttpResponse(
            async_to_sync(_archive)(conversation.pk, conversation.guest),
            content_type="application/zip",
            headers={
                "Content-Disposition": f'attachment; filename="{conversation.pk}.zip"',
                "Cache-Control": "no-store",
            },
        )

    @action(description="Erase", url_path="erase", permissions=["erase"])
    def erase(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Asks first; then erases the conversation, or all of its guest's."""
        conversation = self._conversation(request, object_id)
        if request.method != "POST":
            return render(
                request,
                "admin/staff/erase_conversation.html",
                self._page(request, conversation),
            )
        guest = conversation.guest if "guest" in request.POST else None
        what = "Erased with all of the guest's." if guest else "Erased."
        self._log(request, conversation, what)
        async_to_sync(_erase)(conversation, guest)
        messages.success(request, "The words are erased; only counts stay.")
        return redirect(LIST)

    def has_erase_permission(
        self, request: HttpRequest, object_id: str | None = None
    ) -> bool:
        return bool(request.user.has_perm("conversations.erase_conversation"))

    def _page(self, request: HttpRequest, conversation: Conversation) -> dict[str, Any]:
        guest = conversation.guest
        return {
            **self.admin_site.each_context(request),  # type: ignore[attr-defined]
            "title": "Erase a conversation",
            "conversation": conversation,
            "guest_count": guest.conversations.count() if guest else 0,
        }

    def _conversation(self, request: HttpRequest, object_id: str) -> Conversation:
        """Raises Http404 for one that is gone, or another property's."""
        conversation = self.get_object(request, object_id)  # type: ignore[attr-defined]
        if conversation is None:
            raise Http404
        return conversation  # type: ignore[no-any-return]

    def _log(
        self, request: HttpRequest, conversation: Conversation, message: str
    ) -> None:
        self.log_change(request, conversation, message)  # type: ignore[attr-defined]


async def _archive(thread_id: UUID, guest: Guest | None) -> bytes:
    try:
        if guest:
            return await archive.of_guest(guest)
        return await archive.of_threads([thread_id], {})
    finally:
        await loop_clients.close()


async def _erase(conversation: Conversation, guest: Guest | None) -> None:
    try:
        if guest:
            await erasure.forget_guest(guest)
        else:
            await erasure.forget(conversation)
    finally:
        await loop_clients.close()
