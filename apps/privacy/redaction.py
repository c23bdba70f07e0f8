"""Takes what identifies a person out of a text before it is logged or kept.

Patterns are RE2's, so the work grows with the length of the text and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from apps.infrastructure import patterns

# Most certain first: what one takes, the next does not see.
PATTERNS = (
    ("key", r"(?i)\b(?:bearer\s+[\w.~+/-]{16,}=*|AIza[\w-]{30,}|sk-[\w-]{16,})"),
    # The secret of a thread as frames, bodies, cookies and reprs hold it.
    ("key", r"(?i)secret['\"]?\s*[:=]\s*['\"]?[\w-]{32,}"),
    # The token of a link that opens a conversation.
    ("key", r"/[st]/[\w-]{24,}"),
    ("email", r"(?i)[\w.+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+"),
    ("card", r"\b(?:\d[ -]?){12,18}\d\b"),
    ("iban", r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b"),
    ("ssn", r"\b\d{3}-\d{2}-\d{4}\b"),
    (
        "birthday",
        r"(?i)\b(?:born(?: on)?|birthday is|date of birth(?: is|:)?|dob:?)\s+"
        r"(?:\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|[a-z]+ \d{1,2},? \d{4})",
    ),
    (
        "member",
        r"(?i)\b(?:card|member(?:ship)?|player'?s?|account|loyalty)\s*"
        r"(?:card\s*)?(?:number|no\.?|#|id)\s*(?:is|:)?\s*[a-z0-9-]*\d[a-z0-9-]{3,}",
    ),
    # The code of a booking: named as such, or in capitals with figures.
    (
        "booking",
        r"(?i)\b(?:code|confirmation|reservation|booking|reserva(?:ci[o\x{f3}]n)?|"
        r"c[o\x{f3}]digo|r[e\x{e9}]servation)\s*(?:code|number|no\.?|#)?\s*"
        r"(?:is|es|est|:)?\s*(?:[a-z][a-z0-9-]*\d[a-z0-9-]{2,}|"
        r"\d[a-z0-9-]*[a-z][a-z0-9-]{2,}|\d{6,})",
    ),
    ("booking", r"\b[A-Z]{2,6}-?[A-Z]{0,2}\d[A-Z0-9]{3,}\b"),
    (
        "ip",
        r"\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}\b",
    ),
    ("phone", r"(?:\+\d{1,3}[ .-]?)?\(?\b\d{3}\)?[ .-]?\d{3}[ .-]\d{4}\b"),
    ("phone", r"\+\d(?:[ .()-]{0,2}\d){7,13}\b|\b\d{10,11}\b"),
    ("name", r"(?i:\b(?:my name is|me llamo|je m'appelle))\s+\w+(?:\s+[A-Z]\w+){0,2}"),
)
# Each pattern needs one of these signs or words; most words of an answer have none.
_SIGNS = frozenset("0123456789@:")
_WORDS = [
    "/s/",
    "/t/",
    "aiza",
    "bearer",
    "birth",
    "born",
    "dob",
    "llamo",
    "m'appelle",
    "name",
    "secret",
    "sk-",
]
MIN_CARD, MAX_CARD = 13, 19
TEN = 10


def redact(text: str, keep: Callable[[str], bool] | None = None) -> str:
    """The text with marks such as `[email]` in place of personal data.

    keep: whether a text may stay, such as the number of a public desk.
    """
    if not _may_identify(text):
        return text
    for name, pattern in _patterns():
        text = pattern.sub(partial(_mark, name, keep), text)
    return text


def hide_cards(text: str) -> str:
    """The text with marks in place of numbers of cards, and of nothing else."""
    for name, pattern in _patterns():
        if name == "card":
            text = pattern.sub(partial(_mark, name, None), text)
    return text


def _may_identify(text: str) -> bool:
    if not _SIGNS.isdisjoint(text):
        return True
    # As RE2 ignores case: the long s is an s, and the Kelvin sign a k.
    folded = text.casefold()
    return any(word in folded for word in _WORDS)


def spans(text: str) -> list[tuple[int, int]]:
    """Where patterns match, each in the text as it came."""
    if not _may_identify(text):
        return []
    return [match.span() for _, every in _patterns() for match in every.finditer(text)]


def kinds(text: str) -> list[str]:
    """Kinds of personal data in a text, such as `email`, each once."""
    present = []
    for name, pattern in _patterns():
        marked = pattern.sub(partial(_mark, name, None), text)
        present += [name] if marked != text else []
        text = marked
    return list(dict.fromkeys(present))


@cache
def _patterns() -> tuple[tuple[str, patterns.Pattern], ...]:
    return tuple((name, patterns.compile(pattern, "a")) for name, pattern in PATTERNS)


def _mark(name: str, keep: Callable[[str], bool] | None, match: patterns.Match) -> str:
    """Only card numbers that a card could have; a long order number stays."""
    text: str = match.group(0)
    if name == "card" and not _is_card(text):
        return text
    return text if keep and keep(text) else f"[{name}]"


def _is_card(text: str) -> bool:
    digits = [int(sign) for sign in text if sign.isdigit()]
    return MIN_CARD <= len(digits) <= MAX_CARD and _luhn(digits)


def _luhn(digits: list[int]) -> bool:
    """ISO/IEC 7812-1, annex B."""
    doubled = [digit * 2 for digit in digits[-2::-2]]
    total = sum(digits[-1::-2]) + sum(one // TEN + one % TEN for one in doubled)
    return total % TEN == 0
