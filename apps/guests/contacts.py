"""Numbers and addresses at which guests can be reached, in the form that is stored."""

from __future__ import annotations

import phonenumbers

HOME = "US"


def e164(text: str) -> str:
    """`+18605551234`; empty for what is no number that can be called."""
    try:
        parsed = phonenumbers.parse(text, HOME)
    except phonenumbers.NumberParseException:
        return ""
    if parsed.extension or not phonenumbers.is_possible_number(parsed):
        return ""
    plain = phonenumbers.PhoneNumberFormat.E164
    return str(phonenumbers.format_number(parsed, plain))


def email(text: str) -> str:
    """In small letters, which no server tells apart."""
    return text.strip().lower()
