"""What is left of a guest's requests when the conversation is erased."""

from __future__ import annotations

from uuid import UUID, uuid4

from apps.reservations.models import Request
from apps.reservations.request_status import OPEN, Status

# What a guest wrote, and where to call him. A time and a number of people stay, for
# staff who have still to decide.
PERSONAL = ("text", "note", "phone")
NOBODY_SAW = (Status.DRAFT, Status.PROPOSED)


def erase(thread_id: UUID) -> None:
    """Within the transaction that erases the thread; nobody is told of them any more.

    A request that staff have still to deal with keeps what they need for it.
    """
    rows = Request.objects.filter(thread_id=thread_id)
    rows.filter(status__in=NOBODY_SAW).delete()
    for request in rows:
        if request.status not in OPEN:
            request.wish = {
                name: value
                for name, value in request.wish.items()
                if name not in (*PERSONAL, "words")
            }
        request.thread_id = uuid4()
        request.save(update_fields=["wish", "thread_id"])
