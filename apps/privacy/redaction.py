"""Takes what identifies a person out of a text before it is logged or kept."""

from __future__ import annotations

import re

EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<!\w)\+?\(?\d(?:[\s().-]{0,2}\d){6,14}(?!\w)")


def redact(text: str) -> str:
    """The text with marks such as `[email]` in place of what was found."""
    return PHONE.sub("[phone]", EMAIL.sub("[email]", text))
