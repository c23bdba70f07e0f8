"""Settings of single sign-on that contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.conf import settings


def problems() -> Iterator[tuple[str, str]]:
    """Pairs of what is wrong and how to mend it."""
    if not settings.STAFF_SSO_ISSUER:
        return
    if not settings.STAFF_SSO_CLIENT_ID:
        hint = "Set STAFF_SSO_CLIENT_ID, or unset STAFF_SSO_ISSUER."
        yield "Single sign-on is on without the name of this site.", hint
    schemes = {"https"} if settings.IS_PRODUCTION else {"https", "http"}
    address = urlsplit(settings.STAFF_SSO_ISSUER)
    if address.scheme not in schemes or not address.hostname or address.query:
        yield (
            "The issuer of single sign-on is no address that can be trusted.",
            "Write STAFF_SSO_ISSUER as https://login.resort.example/staff.",
        )
