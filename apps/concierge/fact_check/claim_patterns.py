"""How claims are written, in English, Spanish and French."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.language.vocabulary import numerals

HALF = r"\s?(?:a\.?\s?m\b\.?|p\.?\s?m\b\.?)"
CLOCK = (
    rf"\d{{1,2}}(?::\d{{2}})?{HALF}|\b(?:[01]?\d|2[0-3]):[0-5]\d|\bnoon\b|\bmidnight\b"
)
CLOCK += r"|\bmedianoche\b|\bmediod[ií]a\b|\bminuit\b"
# "17 h 30"; "24 h" is no time of the day.
FRENCH_CLOCK = r"\b(?:1?\d|2[0-3]|0\d)\s?h(?:\s?[0-5]\d)?\b"
CLOCK += f"|{FRENCH_CLOCK}"
TO = r"\s*(?:-|\u2013|\u2014|to|until|till|a|hasta|à)(?:\s+las?)?\s*"
MONTH = "|".join(sorted(numerals.MONTHS, key=len, reverse=True))
DAY = "|".join(sorted(numerals.WEEKDAYS, key=len, reverse=True))
NOUN = patterns.compile(r"[\s-]+(?:or\s+|and\s+)?([a-z\u00e0-\u00ff]{3,})", "i")
WORD = "|".join(sorted(numerals.NUMBERS, key=len, reverse=True))


def _compiled(pattern: str) -> patterns.Pattern:
    return patterns.compile(pattern, "i")


MARK = patterns.compile(r"\[\d{1,2}\]")
LIST_NUMBER = patterns.compile(r"^\s*\d{1,2}[.)]", "m", behind=r"\s")
URL = _compiled(
    r"(?:\w+:)?//[\w-](?:\S*[^\s.,;:!?)])?|www\.(?:\S*[^\s.,;:!?)]|\S)"
    r"|\]\(([^)\s]+)|\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/[^\s)]*"
    r"|\b[\w.-]+@[\w-]+\.[a-z]{2,}|"
    r"\b(?:[a-z0-9-]+\.)+(?:com|org|net|gov|io|edu|casino)\b(?:/[\w./-]*[\w/])?"
)
PHONE = patterns.compile(
    r"(?:\+?1[-. ]?)?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}", before=r"^|\D", behind=r"\D|$"
)
# At most seven digits and letters, and a letter among them.
_KEYS = "|".join(rf"[0-9]{{{n}}}[A-Z][A-Z0-9]{{0,{6 - n}}}" for n in range(7))
VANITY = patterns.compile(
    rf"(?:\+?1[-. ])?\d{{3}}-"
    rf"(?:(?:{_KEYS})(?:-[A-Z0-9]{{2,7}})?|[0-9]{{1,7}}-(?:{_KEYS}))",
    before=r"^|\D",
    behind=r"\W|$",
)
MONEY = _compiled(
    r"(?:us)?\$\s?\d[\d,]*(?:\.\d{1,2})?k?"
    r"|\b\d[\d,]*(?:\.\d{2})?\s?(?:dollars?|usd|d[oó]lares)\b"
)
BAND = patterns.compile(r"\${1,5}", behind=r"[^\d$]|$")
RANGE = _compiled(
    rf"(\d{{1,2}}(?::\d{{2}})?(?:{HALF})?|{FRENCH_CLOCK}|noon|midnight){TO}({CLOCK})"
)
TIME = _compiled(CLOCK)
HALF_OF_DAY = _compiled(HALF)
A_OR_P = patterns.compile("[apAP]")
HOUR_AND_MINUTE = patterns.compile(r"(\d+)(?:\s?[:h]\s?(\d+))?")
DATE = _compiled(
    rf"\b(?:({MONTH})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b"
    rf"|(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+|de\s+)?({MONTH})\b)"
    r"(?:,?\s+(?:de\s+)?(\d{4})\b)?|\b(\d{4})-(\d{2})-(\d{2})\b"
)
DAYS = _compiled(rf"\b({DAY})(?:\b{TO}\b({DAY}))?\b")
CLOSED = patterns.compile(
    r"\b(?:closed|cerrado|cerrada|fermée?)",
    "i",
    behind=rf"\s+(?:on\s+|los\s+|le\s+)?(?:{DAY})\b",
)
ALWAYS = patterns.compile(r"\b24/7\b")
HOUR = patterns.compile(r"\d{1,2}\b", "i", before=r"\b(?:at|until|las) ")
NEAR_DAY = _compiled(
    r"\b(?:tonight|today|this (?:morning|afternoon|evening)|tomorrow|hoy|esta noche|"
    r"aujourd.hui|ce soir|demain)\b"
)
NUMBER = patterns.compile(r"\d[\d,]*(?:\.\d+)?")
NO_DIGIT = patterns.compile(r"\D")
NO_AMOUNT = patterns.compile(r"[^\d.]")
SPELT = _compiled(rf"\b(?:{WORD})(?:-(?:{WORD}|one))?\b")
OPENS = _compiled(
    r"\b(opens?|opening|starts?|begins?|from|abre|desde|de|"
    r"ouvre|dès)\W+(at |a las? |à )?$"
)
CLOSES = _compiled(
    r"\b(clos(es?|ing)|until|till|ends?|by|cierra|hasta|ferme|"
    r"jusqu.à)\W+(at |a las? |à )?$"
)
# What may answer a quick look: without any of these a text claims nothing.
SIGNS = _compiled(
    rf"[\d$@/]|\.(?:com|org|net)|\b(?:{MONTH}|{DAY}|{WORD}|noon|midnight|mediod|"
    r"closed|cerrad|fermé|minuit|"
    r"to(?:day|night|morrow)|this (?:morning|afternoon|evening)|hoy|esta noche|"
    r"aujourd.hui|ce soir|demain)"
)
