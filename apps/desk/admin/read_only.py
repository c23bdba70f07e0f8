"""Lists that are kept by the house and read by staff."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Nobody adds, changes or deletes a row by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
