"""Whether a message asks about the booking of somebody else, whom it names."""

from __future__ import annotations

from collections.abc import Collection

from apps.infrastructure import patterns
from apps.language import normalise

_THING = (
    r"(?:dinner|lunch|brunch|breakfast|table|room|suite|stay|massage|treatment|facial|"
    r"appointment|bookings?|reservations?|cena|comida|almuerzo|mesa|habitaci\x{f3}n|"
    r"masaje|reservas?|d\x{ee}ner|d\x{e9}jeuner|chambre|r\x{e9}servations?|jantar|"
    r"almo\x{e7}o|quarto|massagem|Abendessen|Zimmer|Tisch|Reservierung|tavolo|camera|"
    r"massaggio|prenotazione)"
)
# A name has a capital letter; who writes "my" or "mi" speaks of his own.
_NAME = r"(?P<name>\p{Lu}[\p{L}-]{2,})"
_TITLE = r"(?:(?:the|la|los|les|Mrs?\.?|Ms\.?|Sra?\.?|M\.|Mme|Herrn?|Frau) )?"
_OF = patterns.compile(
    rf"\b(?P<own>(?i:my|our|mis?|nuestr[oa]s?|mon|ma|mes|notre|nos) )?(?i:{_THING}) "
    rf"(?:of|de|d['\x{{2019}}]|del|von|di|do|da|under|under the name) ?"
    rf"{_TITLE}{_NAME}(?: \p{{Lu}}[\p{{L}}-]+)?[?!. ]*$"
)
_POSSESSIVE = patterns.compile(
    rf"\b(?P<own>(?i:my|our) )?{_NAME}(?:['\x{{2019}}]s|s['\x{{2019}}]) "
    rf"(?i:{_THING})\b"
)
# Days and feasts: "tonight's dinner", "the Valentine's dinner".
_NO_NAMES_TEXT = (
    "today tonight tomorrow valentine year eve mother father christmas thanksgiving "
    "chef couple navidad noel january february march april may june july august "
    "september october november december monday tuesday wednesday thursday friday "
    "saturday sunday lunes martes miercoles jueves viernes sabado domingo lundi mardi "
    "mercredi jeudi vendredi samedi dimanche what when who where that it he she "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag"
)
_NO_NAMES = frozenset(_NO_NAMES_TEXT.split())


def named(text: str, own_names: Collection[str]) -> str:
    """The folded name of whoever a booking is said to be of; empty for nobody's but the
    guest's own. own_names: folded words of his family names."""
    match = _OF.search(text) or _POSSESSIVE.search(text)
    if match is None or match["own"]:
        return ""
    name = normalise.words(match["name"]).strip(" .")
    is_name = name not in _NO_NAMES and name not in own_names
    return name if is_name and name.removesuffix("s") not in own_names else ""
