"""The name that somebody comes in by, for whoever counts wrong passwords."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest


def of(request: HttpRequest | None, credentials: Mapping[str, Any] | None) -> str:
    """From what the login was tried with, else from the form itself."""
    given = (credentials or {}).get("username")
    typed = request.POST.get("login", "") if request else ""
    return str(given or typed).casefold()
