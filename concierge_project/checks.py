"""Settings that contradict each other stop the start, with the mend in the sentence."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from yaml import YAMLError

from apps.llm import model_settings, prices
from apps.sms import settings_check
from apps.staff.accounts.single_sign_on import settings_check as single_sign_on


def connect() -> None:
    register(passages_can_be_cut)
    register(production_is_meant)
    register(guests_hear_real_answers)
    register(second_messages_have_a_policy)
    register(prices_can_be_read)
    register(text_messages_can_be_answered)
    register(models_can_be_asked)
    register(staff_can_sign_in_elsewhere)
    register(heartbeat_has_an_address)


def passages_can_be_cut(**_: Any) -> list[CheckMessage]:
    """An overlap as long as the passage would cut for ever."""
    size, overlap = settings.RAG_CHUNK_CHARS, settings.RAG_CHUNK_OVERLAP_CHARS
    if 0 <= overlap <= size // 2:
        return []
    return [
        Error(
            f"Passages of {size} characters cannot share {overlap}.",
            hint="Set RAG_CHUNK_OVERLAP_CHARS to at most half of RAG_CHUNK_CHARS.",
            id="concierge.E001",
        )
    ]


def production_is_meant(**_: Any) -> list[CheckMessage]:
    """Debug pages tell strangers how the house is built."""
    if not (settings.IS_PRODUCTION and settings.DEBUG):
        return []
    return [
        Error(
            "Debug pages are on in production.",
            hint="Unset DEBUG, or set ENVIRONMENT=development.",
            id="concierge.E002",
        )
    ]


def guests_hear_real_answers(**_: Any) -> list[CheckMessage]:
    """The stub says the same to everybody."""
    if not settings.STUB_MODELS:
        return []
    if not settings.IS_PRODUCTION and settings.STUB_MODELS in ("instant", "seed"):
        return []
    return [
        Error(
            "Guests would hear the stub of the benchmarks.",
            hint="Unset STUB_MODELS; benchmarks set it to `instant` or `seed`.",
            id="concierge.E003",
        )
    ]


def second_messages_have_a_policy(**_: Any) -> list[CheckMessage]:
    """A misspelt policy would be none."""
    return [
        Error(
            f"“{policy}” is no way to treat a second message.",
            hint=f"Set SECOND_MESSAGE_{channel.upper()} to queue, replace or refuse.",
            id="concierge.E004",
        )
        for channel, policy in settings.SECOND_MESSAGE.items()
        if policy not in ("queue", "replace", "refuse")
    ]


def prices_can_be_read(**_: Any) -> list[CheckMessage]:
    """Every answer of a model is reckoned by the table; without it none would end."""
    try:
        prices.table()
    except (OSError, ValueError, YAMLError) as error:
        reason = str(error).splitlines()[0]
    else:
        return []
    return [
        Error(
            f"The table of prices cannot be read: {reason}.",
            hint="Mend the file that PRICE_TABLE names, or unset it.",
            id="concierge.E005",
        )
    ]


def text_messages_can_be_answered(**_: Any) -> list[CheckMessage]:
    """A door that half works would lose what guests write."""
    return [
        Error(problem, hint=hint, id="concierge.E006")
        for problem, hint in settings_check.problems()
    ]


def models_can_be_asked(**_: Any) -> list[CheckMessage]:
    """A misspelt server or role would leave guests with another model, unnoticed."""
    return [
        Error(problem, hint=hint, id="concierge.E007")
        for problem, hint in model_settings.problems()
    ]


def staff_can_sign_in_elsewhere(**_: Any) -> list[CheckMessage]:
    """A button that leads nowhere, or to an address that anybody can take over."""
    return [
        Error(problem, hint=hint, id="concierge.E008")
        for problem, hint in single_sign_on.problems()
    ]


def heartbeat_has_an_address(**_: Any) -> list[CheckMessage]:
    """A misspelt address would be noticed by the alarm alone."""
    url = settings.HEARTBEAT_URL
    if not url or url.startswith(("https://", "http://")):
        return []
    return [
        Error(
            "The address of the heartbeat is none of the web.",
            hint="Let HEARTBEAT_URL begin with https://, or unset it.",
            id="concierge.E009",
        )
    ]
