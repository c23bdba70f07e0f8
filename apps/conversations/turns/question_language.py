"""The language in which a question is answered."""

from __future__ import annotations

import asyncio

from apps.concierge import replies
from apps.concierge.guardrails import checks
from apps.language import detect as languages
from apps.language import few_words


async def of(text: str, default: str) -> str:
    """The language of a text; `default` where that is unclear.

    A cry for help has few words. Where the guest has not written in a language of their
    own before, it is answered in the likeliest one.
    """
    language = languages.detect(text, default="")
    if language or default != replies.FIRST_LANGUAGE:
        return language or languages.detect(text, default=default)
    if await asyncio.to_thread(checks.likely_urgency, text, None):
        return few_words.likeliest(text, default)
    return languages.detect(text, default=default)
