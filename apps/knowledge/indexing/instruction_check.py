"""Whether a text gives orders to the concierge.

The check is a setting, because it belongs to the guardrails, a layer above.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from django.conf import settings
from django.utils.module_loading import import_string


def gives_orders(text: str) -> bool:
    return _check()(text)


@cache
def _check() -> Callable[[str], bool]:
    check: Callable[[str], bool] = import_string(settings.INSTRUCTION_CHECK)
    return check
