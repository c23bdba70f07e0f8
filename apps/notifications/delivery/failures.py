"""Why a notification was not delivered."""

from __future__ import annotations


class NotDelivered(Exception):  # noqa: N818 - it names what has happened
    """Its text tells staff why, and names neither an address nor a person."""

    def __init__(self, problem: str, *, may_retry: bool = False) -> None:
        super().__init__(problem)
        self.may_retry = may_retry


class MailServerFails(NotDelivered):
    """It would fail for every other recipient, too, after as long a wait."""
