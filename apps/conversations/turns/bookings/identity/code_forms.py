"""What the code of a booking looks like, as guests write it: the one rule for all of
their messages. Words beside it that are neither a code nor a family name.
"""

from __future__ import annotations

from apps.infrastructure import patterns

# Words around a name that are none.
_FILLERS_TEXT = """
my our the a an is its it im i we are am and under for name names family last
surname code confirmation number booking reservation reference ref room dinner
table on in of hi hello hey please thanks thank you here this that with number
no mr mrs ms miss guest would be should have sure ok okay yes mi mis es el la
los las y apellido nombre codigo reserva reservacion numero confirmacion a de
del con soy me llamo por favor hola gracias si senor senora mon ma mes c est le
les et nom famille prenom reservation numero confirmation au du je suis m
appelle s il vous plait bonjour merci oui monsieur madame voici looking look up
find check mein meine meinen der die das ist und ich bin wir auf unter fur ein
buchungscode buchungsnummer buchung reservierung nachname name lautet heisse hallo
bitte danke herr frau guten tag den namen il mio mia e sono codice prenotazione cognome
nome conferma chiamo buongiorno grazie signor signora per favore ecco
good morning afternoon evening day there buenos buenas dias tardes noches bonsoir guten
abend morgen bom boa dia tarde noite buonasera
not maybe perhaps possibly probably think believe guess says say might quizas tal vez
que dice pone creo peut etre pense crois dit vielleicht glaube forse credo talvez acho
first second third primera segunda primero segundo premiere deuxieme premier
"""
FILLERS = frozenset(_FILLERS_TEXT.split())
# Of "cancel SPA31175, okafor".
_ORDER_TEXT = """
cancel change move reschedule modify cancelar cancela cancele cancelen anular cambiar
cambia cambie mover annuler annulez annule changer changez modifier modifiez deplacer
deplacez stornieren storniere andern verschieben annullare annulla cambiare
anula anule mueve mueva quiero queremos quisiera puede puedes podria veux voudrais
voulons pouvez pourriez decaler decalez avancer avancez reporter reportez
"""
ORDERS = frozenset(_ORDER_TEXT.split())


TOKEN = patterns.compile(r"[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*")
# "The 20th", "10pm", "40th" and a telephone number.
_NO_CODE = patterns.compile(
    r"^\d+(?:st|nd|rd|th|am|pm|h|hrs?|er|eme|pax|e)\d*$|^\d+(?:-\d+){2,}$", "i"
)
# "MS 4F7K", written apart.
_CODE_IN_TWO_WORDS = patterns.compile(r"\b(\p{L}{2,4}) ([A-Z0-9]{3,8})\b", "i")
MOST_LETTERS_ALONE, MOST_LETTERS_BEFORE_FIGURES = 2, 4
# "DINE 5571"; "JULY 2026" is a month.
_FIGURES_OF_CODE = patterns.compile(r"^(?:[013-9]\d{3}|2[1-9]\d\d|\d{5,8})$")
# "Booking number 48213": figures are a code where it says so.
_STATED_FIGURES = patterns.compile(
    r"\b(?:code|confirmation|booking|reservation|reserva(?:ci[oó]n)?|c[oó]digo|"
    r"localizador|r[eé]servation|buchung|reservierung|codice|prenotazione)"
    r"(?: (?:number|no|code|n[uú]mero|de reserva|de r[eé]servation|num[eé]ro))?\.?"
    r"(?: (?:is|es|est|ist))?:? ?#?(\d{4,20})\b",
    "i",
)
# "The code is KQMWFT": letters are a code where it says so, or where nobody could say
# them as a word. "Promo code SUMMER" is no booking's.
_STATED_LETTERS = patterns.compile(
    r"\b(?P<other>(?i:promo\w*|dress|discount|coupon|voucher|gift|zip|postal|area|wi-?fi|"
    r"door|qr|security|access) )?(?i:code|c[oó]digo|localizador|buchungscode|codice|"
    r"(?:confirmation|booking|reservation|reference) (?:number|no|ref)|"
    r"num[eé]ro de r[eé]servation|n[uú]mero de reserva)"
    r"(?i:'s| is| es| est| ist| è)?:? ?#?([A-Z]{5,8}|[b-df-hj-np-tv-xz]{5,8})\b"
)
_UNSPEAKABLE = patterns.compile(r"^[B-DF-HJ-NP-TV-XZ]{5,8}$")
SHORTEST, LONGEST = 4, 20


def found_in(text: str, *, is_asked_for: bool) -> list[str]:
    """The codes of a text, as it writes them.

    is_asked_for: the guest was asked for one, so that figures alone count.
    """
    tokens = TOKEN.findall(text)
    codes = [own for own in tokens if is_code(own, is_asked_for=is_asked_for)]
    if codes:
        return codes
    if figures := _STATED_FIGURES.search(text):
        return [figures[1]]
    letters = _STATED_LETTERS.search(text)
    if letters and not letters["other"]:
        return [letters[2]]
    return [own for own in tokens if is_asked_for and _UNSPEAKABLE.search(own)]


def joined(text: str) -> str:
    """The text with "MS-4F7K" for "MS 4F7K"."""
    return str(_CODE_IN_TWO_WORDS.sub(_joined_code, text))


def plain(code: str) -> str:
    """As codes are compared: guests leave out hyphens and capitals."""
    return code.replace("-", "").upper()


def is_code(token: str, *, is_asked_for: bool = False) -> bool:
    length = len(plain(token))
    if not SHORTEST <= length <= LONGEST or not any(map(str.isdigit, token)):
        return False
    if _NO_CODE.search(token):
        return False
    has_letter = any(map(str.isalpha, token))
    return has_letter or is_asked_for or length > SHORTEST + 1


def _joined_code(match: patterns.Match) -> str:
    """ "MS-4F7K" of "MS 4F7K"; a name before a code stays apart."""
    letters, second = match[1], match[2]
    word = letters.lower()
    is_title = word == "ms"
    is_word = word in (FILLERS - {"ms"}) | ORDERS
    is_figures = bool(_FIGURES_OF_CODE.search(second))
    most_letters = MOST_LETTERS_BEFORE_FIGURES if is_figures else MOST_LETTERS_ALONE
    is_short = len(letters) <= most_letters and letters.isupper()
    is_part = (is_title or is_short) and not is_word and any(map(str.isdigit, second))
    is_part = is_part and not _NO_CODE.search(second)
    return f"{letters}-{second}" if is_part else match[0]
