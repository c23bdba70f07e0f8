"""A signed cookie by which the web process knows staff before it reads a body.

daphne reads all of a request before anybody is asked who sends it, so strangers could
have it read the largest document. The cookie opens nothing: pages check who sends what.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, parse_cookie

NAME = "staff_upload"
PATH = "/admin/"
RENEWED_AFTER = timedelta(days=1)
_signer = signing.TimestampSigner(salt="upload permit")


def give(request: HttpRequest, page: HttpResponse) -> None:
    """To the reader of a page of the admin, once a day."""
    is_staff = request.user.is_authenticated and request.user.is_staff
    if page.status_code != HttpResponse.status_code or not is_staff:
        return
    if not _is_signed(request.COOKIES.get(NAME, ""), RENEWED_AFTER):
        page.set_cookie(
            NAME,
            _signer.sign(str(request.user.pk)),
            path=PATH,
            secure=bool(settings.SESSION_COOKIE_SECURE),
            httponly=True,
            samesite="Lax",
        )


def is_in(header: bytes) -> bool:
    """Whether the `Cookie` header of a request holds it."""
    text = parse_cookie(header.decode("latin-1")).get(NAME, "")
    return _is_signed(text, timedelta(seconds=settings.SESSION_COOKIE_AGE))


def _is_signed(text: str, age: timedelta) -> bool:
    try:
        _signer.unsign(text, max_age=age)
    except signing.BadSignature:
        return False
    return True
