"""Numbers and addresses at which guests can be reached, in the form that is stored."""

from __future__ import annotations

import phonenumbers

from apps.infrastructure import patterns

HOME = "US"
_NUMBER = patterns.compile(r"\+?\(?\d[\d ().-]{5,18}\d")
_EMAIL = patterns.compile(r"[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", "i")
FEWEST_DIGITS, MOST_DIGITS = 7, 15
# Fewer digits may be those of a code, unless a number was asked for.
SURE_DIGITS = 10


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


def number_in(text: str, fewest_digits: int = FEWEST_DIGITS) -> str:
    """The first telephone number of a text, as it is written; empty where it has none.

    fewest_digits: a first number that has fewer is none.
    """
    match = _NUMBER.search(text)
    number = str(match[0]) if match else ""
    digits = sum(map(str.isdigit, number))
    return number if fewest_digits <= digits <= MOST_DIGITS else ""


def email_in(text: str) -> str:
    """The first e-mail address of a text, in small letters; empty where it has none."""
    match = _EMAIL.search(text)
    return email(str(match[0]).rstrip(".")) if match else ""


def named(text: str) -> str:
    """The text with "my email" and "my phone" for addresses and numbers to reach."""
    text = _EMAIL.sub(" my email ", text)
    number = number_in(text, SURE_DIGITS)
    return text.replace(number, " my phone ") if number else text


def email(text: str) -> str:
    """In small letters, which no server tells apart."""
    return text.strip().lower()
