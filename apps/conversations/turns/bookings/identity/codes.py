"""The code and the family name with which a guest says who he is, where a link may be
sent instead, and the code of a link."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from apps.concierge.tools.calculate import questions as sums
from apps.conversations.turns.bookings.identity import code_forms
from apps.conversations.turns.bookings.words import selection
from apps.guests import contacts
from apps.infrastructure import patterns
from apps.language import normalise
from apps.language.spelling import word_lists

_NAMED = patterns.compile(
    r"(?:\b(?:code|confirmation|booking|reservation|reserva(?:cion)?|codigo|"
    r"localizador|numero|number|reference|ref|buchungscode|buchungsnummer|buchung|"
    r"reservierung|codice|prenotazione)\b)",
    "i",
)
# "Room 1204" is where somebody stays.
_ROOM = patterns.compile(
    r"\b(?:room|suite|habitaci[oó]n|cuarto|chambre) (?:no |number |#)?\d+[a-z]?\b", "i"
)
# An amount, and what stands on papers of the guest's own, are no codes.
_OF_SOMETHING_ELSE = patterns.compile(
    r"[$€£¥] ?-?\d[\p{L}\d.,]*"
    r"|\b(?:passports?|passeport|pasaporte|passaporte?|reisepass|"
    r"flight|vuelo|vol|zip(?: code)?|post ?code|(?:c[oó]digo|code) postal|"
    r"(?:driver'?s?|driving) licen[cs]e|(?:licen[cs]e|number) plate|"
    r"(?:\p{L}+ )?(?:cards?|tarjeta|carte|karte)|(?:tarjeta|carte) \p{L}+|visa)"
    r"(?: (?:no|nº|number|n[uú]mero|num[eé]ro|nummer|is|es|est|ist|de)\b)*[ :#]+"
    r"(?:[\p{L}-]*\d[\p{L}\d-]*[ .]?)+",
    "i",
)
# "ROOM4821" and nothing else; "A380" and "WIFI6" are too short.
_ALONE = patterns.compile(r"^ *[A-Z]{2,6}-?[A-Z0-9]{0,4}[0-9][A-Z0-9]{2,7}[ .!]*$")
# "The name is Okafor", among other words; "under my wife's name, Okafor"; "it's Mrs
# Okafor".
_STATED_NAME = patterns.compile(
    r"\b(?:(?i:(?:last |family |sur)?name(?:'?s| is|:|,)?|under|apellido(?: es)?|"
    r"nombre(?: es| de)?|nom(?: est| de)?|sobrenome(?: é)?|(?:nach)?name ist|"
    r"cognome(?: è)?) +"
    r"(?i:of )?(?i:(?:my|our|mi|mon|ma|mein\w*|meu|minha) \S+?(?: name)?[,:]? +)?|"
    r"(?i:mr|mrs|ms|miss|mme|monsieur|madame|se[nñ]ora?|sra?|herr|frau|signora?)\.? +)"
    r"([\p{L}'-]{2,}(?: \p{Lu}[\p{L}'-]+)?)\b"
)
# "The Haddad table", and "la mesa de los Haddad".
_NAMED_BOOKING = patterns.compile(
    r"\b(?i:the|our|my) (\p{Lu}[\p{L}'-]+)(?:'s)? "
    r"(?i:table|booking|reservation|party|dinner|lunch|stay|room|tickets)\b|"
    r"\b(?i:mesa|reserva|cena|estancia|table|r[eé]servation|d[iî]ner|s[eé]jour) "
    r"(?i:(?:de |des |du |d')(?:la |los |las )?(?:familia |famille )?)?"
    r"(\p{Lu}[\p{L}'-]+)\b"
)
# "dine2207 okafor" or "okafor ms-2dio", and nothing else.
_WITH_NAME = patterns.compile(
    r"^ *(?:[a-z]{2,6}-?\d{3,8}|[a-z]{2,4}-[a-z0-9]{4,8})[ ,]+"
    r"\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?[ .!]*$|"
    r"^ *\p{L}[\p{L}'-]+(?: \p{L}[\p{L}'-]+)?[ ,]+"
    r"(?:[a-z]{2,6}\d{4,8}|[a-z]{2,4}-[a-z0-9]{4,8})[ .!]*$",
    "i",
)
# "ROOM4821" and "MS-4F7K" among other words, of which "UFC300" is one.
_AMONG_WORDS = patterns.compile(r"^[A-Z]{2,6}(?:\d{4,8}|-[A-Z0-9]{4,8})$")
_CLAUSE_ENDS = patterns.compile(r"[,.!;]+ | and ")
_CLAUSE_END_FIRST = patterns.compile(r"^(?:[ ,.!;]|and )+")
_LINK_CODE = patterns.compile(r"^\D{0,30}(\d{3})[ -]?(\d{3})\D{0,10}$")
_ANY_DAY = date(2000, 1, 1)
MOST_NAME_WORDS, MOST_WORDS_OF_NAME = 4, 3
# So many frequent words are said of something else.
FEWEST_OF_SENTENCE = 2
MOST_BARE_WORDS = 3
# Of "my code is MS-4F7K and the name is Maria Alvarez", beside words that say nothing.
MOST_INTRODUCTION_WORDS = 6


@dataclass(frozen=True)
class Credentials:
    """code: in capitals without hyphens. name: folded words; either may be empty."""

    code: str = ""
    name: str = ""

    @property
    def is_whole(self) -> bool:
        return bool(self.code and self.name)


def read(text: str, *, is_asked_for: bool) -> Credentials:
    """What a message holds of them; empty for one that is about something else.

    is_asked_for: the guest was asked for them, so a bare code or name counts.
    """
    text = _ROOM.sub(" ", _OF_SOMETHING_ELSE.sub(" ", normalise.visible(text)))
    if sums.read(text, _ANY_DAY, tuple):
        return Credentials()
    text = code_forms.joined(text)
    tokens = code_forms.found_in(text, is_asked_for=is_asked_for)
    remainder = text
    for token in tokens:
        remainder = remainder.replace(token, " ")
    stated = stated_name(remainder)
    names = stated or _name_words(remainder)
    is_named = bool(_NAMED.search(normalise.folded(text)))
    code = code_forms.plain(tokens[0]) if len(tokens) == 1 else ""
    bare_count = len(names) + _has_order(remainder)
    is_bare = bool(code) and tokens[0].isupper() and 0 < bare_count <= MOST_BARE_WORDS
    is_question = normalise.has_question_mark(text)
    is_alone = bool(_ALONE.search(text)) or bool(names and _WITH_NAME.search(text))
    is_bare = is_alone or (is_bare and not is_question)
    if not is_asked_for and not (code and (is_named or is_bare)):
        return Credentials()
    is_sentence = is_question or not (stated or _may_be_names(names, remainder))
    if len(names) > MOST_NAME_WORDS or (is_asked_for and not code and is_sentence):
        names = []
    return Credentials(code, " ".join(names))


def read_with_more(text: str, *, is_asked_for: bool) -> Credentials:
    """The same, of a message that may begin with them and go on: in "DINE2207 okafor,
    le diner" the meal is no name."""
    begun = introduction(text)
    first = code_forms.TOKEN.search(begun)
    if first and first.start() == 0 and code_forms.is_code(first[0]):
        return read(begun, is_asked_for=False)
    credentials = read(text, is_asked_for=is_asked_for)
    is_less = bool(begun) and not credentials.is_whole
    return read(begun, is_asked_for=False) if is_less else credentials


def says_who(text: str) -> bool:
    """Whether a message is a code and a name, and nothing besides."""
    credentials = read(text, is_asked_for=False)
    words = normalise.words(normalise.visible(text)).split()
    count = sum(word not in code_forms.FILLERS for word in words)
    return credentials.is_whole and count <= MOST_INTRODUCTION_WORDS


def is_credentials(clause: str) -> bool:
    """Whether a part of a message, as "code SPA31175" and "name Okafor", says nothing
    but who the guest is."""
    text = without_code(normalise.visible(clause))
    is_said = text != normalise.visible(clause) or bool(stated_name(text))
    is_said = is_said and not _has_order(text)
    return is_said and set(_name_words(text)) <= set(stated_name(text))


def introduction(text: str) -> str:
    """The code and the name with which a longer message begins; usually empty."""
    if not any(map(str.isdigit, text)):
        return ""
    ends = [own.start() for own in _CLAUSE_ENDS.finditer(text)]
    starts = [text[:end] for end in ends if says_who(text[:end])]
    stated = [own for own in starts if stated_name(own)]
    return next(iter([*stated, *starts]), "")


def after_introduction(text: str) -> str:
    """ "The dinner" of "DINE2207 okafor, the dinner"; empty where nothing follows."""
    begun = introduction(text)
    return _CLAUSE_END_FIRST.sub("", text.removeprefix(begun)) if begun else ""


def without_code(text: str) -> str:
    """ "Cancel ROOM4821" with "it" for the code."""
    for token in code_forms.TOKEN.findall(text):
        if code_forms.is_code(token):
            text = text.replace(token, "it")
    return text


def among_words(text: str) -> str:
    """The code among the words of "is the deposit of ROOM4821 back?"; else empty."""
    tokens = [own for own in code_forms.TOKEN.findall(text) if code_forms.is_code(own)]
    is_one = len(tokens) == 1 and _AMONG_WORDS.search(tokens[0])
    return code_forms.plain(tokens[0]) if is_one else ""


def contact(text: str, *, is_asked_for: bool) -> str:
    """An e-mail address, or a number in E.164, of a message; empty where it has none.

    is_asked_for: the guest was asked for one, so a short number counts.
    """
    text = normalise.visible(text)
    if address := contacts.email_in(text):
        return address
    fewest_digits = contacts.FEWEST_DIGITS if is_asked_for else contacts.SURE_DIGITS
    return contacts.e164(contacts.number_in(text, fewest_digits))


def link_code(text: str) -> str:
    """The six digits of "482 913" and "the code is 482913"; empty for other texts."""
    match = _LINK_CODE.search(normalise.visible(text))
    return f"{match[1]}{match[2]}" if match else ""


def name_in(text: str) -> str:
    """A family name as names in messages are read: "De la Cruz" is "cruz"."""
    return " ".join(_name_words(text)) or normalise.words(text).strip()


def spellings(code: str) -> list[str]:
    """How the records may write a plain code: as it is, or with one hyphen."""
    cuts = range(1, len(code))
    return [code, *(f"{code[:cut]}-{code[cut:]}" for cut in cuts)]


def _has_order(text: str) -> bool:
    return not code_forms.ORDERS.isdisjoint(normalise.words(text).split())


def stated_name(text: str) -> list[str]:
    """The words of "the name is Okafor"; empty where nobody says so."""
    matches = _STATED_NAME.finditer(text)
    return next(filter(None, (_name_words(match[1]) for match in matches)), [])


def name_of_booking(text: str) -> list[str]:
    """The name that "the Haddad table" is under, or whatever else it is called by."""
    match = _NAMED_BOOKING.search(text)
    return _name_words(match[1] or match[2]) if match else []


def _may_be_names(words: Sequence[str], text: str) -> bool:
    """Whether words that are left of a message without a code may be a name: "Maria
    Alvarez", and neither "the massage" nor "please forget about that"."""
    if len(words) > MOST_WORDS_OF_NAME or selection.kinds_in(" ".join(words)):
        return False
    return (
        text.istitle() or sum(map(word_lists.is_frequent, words)) < FEWEST_OF_SENTENCE
    )


def _name_words(text: str) -> list[str]:
    words = normalise.words(normalise.visible(text)).replace(".", " ").split()
    # "Name's Alvarez" and "c'est Alvarez" leave a letter behind.
    no_names = code_forms.FILLERS | code_forms.ORDERS
    return [word for word in words if word not in no_names and not word.isdigit()]
