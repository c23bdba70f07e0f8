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
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = "it holds half of a surrogate pair, which no text may"
        raise ValueError(message) from error
    return text


StorableText = Annotated[str, AfterValidator(insist)]
