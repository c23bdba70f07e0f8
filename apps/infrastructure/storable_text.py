"""Text that PostgreSQL can store, as a type of Pydantic models.

JSON can spell characters that no UTF-8 text holds: NUL, and half of a surrogate pair.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator


def insist(text: str) -> str:
    """The text itself; raises ValueError if it cannot be stored."""
    if "\0" in text:
        raise ValueError("it holds a NUL character, which no text may")
    if not is_unicode(text):
        raise ValueError("it holds half of a surrogate pair, which no text may")
    return text


def is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


StorableText = Annotated[str, AfterValidator(insist)]
