"""Whether a sentence only repeats what the guest has said, without affirming it.

A guest's figure grounds nothing. It may be denied ("No, it is not $1"), it may be named
as the guest's where the sentence says that the records do not hold it, and the size of
a party may stand in front of an answer ("For your party of 12, ...").
"""

from __future__ import annotations

from collections.abc import Collection

from apps.infrastructure import patterns

_NOT = (
    r"(?:not|no|nor|cannot|never|nothing|none|neither|without|unable|[a-z]+n['\x{2019}]t|"
    r"ni|nunca|tampoco|ning[uú]n|nada|n[aã]o|nem|pas|aucune?|jamais|rien)"
)
_YOU = (
    r"\byou(?:['\x{2019}]re| are|['\x{2019}]d| would|['\x{2019}]ve| have)?(?: also)? "
    r"(?:ask|asked|asking|mention|mentioned|said|name|named|want|wanted|wish|wished|"
    r"look|looking|hope|hoping)\b|\byour (?:question|wish|request|message)\b"
    r"|\b(?:usted|me) (?:pregunt[aoó]|mencion[aoó])\b|\bsu pregunta\b"
    r"|\bvous (?:demandez|avez demand[eé])\b|\bvotre question\b"
)
_UNABLE = (
    r"\brecords?(?: here)? (?:do not|don['\x{2019}]t|does not|doesn['\x{2019}]t) "
    r"|\bnot\b[^,;:.]{0,40} records\b|n['\x{2019}]t [^,;:.]{0,30}\brecords\b"
    r"|\b(?:find|see|have) (?:no|nothing)(?: mention| sign| record)? "
    r"(?:of|about|on|such|like that)\b"
    r"|\b(?:cannot|can['\x{2019}]t|can not|could not|couldn['\x{2019}]t|unable to) "
    r"(?:confirm|find|promise|see|vouch|verify|say)\b"
    r"|\b(?:is|are) best (?:asked|arranged|settled|requested|made|confirmed|booked)\b"
    r"|\bno (?:encuentro|figura|consta|aparece|puedo confirmar)\b"
    r"|\bne (?:trouve|figure|peux pas confirmer)\b|\bn[aã]o (?:encontro|consta)\b"
    r"|没有|找不到|无法"
)
_AFFIRMS = (
    r"\b(?:yes|yeah|yep|indeed|exactly|absolutely|correct|right|true|s[ií]|claro|"
    r"as[ií] es|oui|sim|exato)\b|是的|没错"
)
_CLAUSE = (
    r"[,:](?:\s|$)|[;()\x{2013}\x{2014}]| - "
    r"|\b(?:but|and|rather|instead|sino|pero|mais)\b"
)
_NO = r"^\W*no\b[^.!?]*$"
_IS_NOT = (
    r"^\s(?:is|are|does|do|did|was|will|would|has|have|can)(?: not\b|n['\x{2019}]t\b)"
    r"|^\s(?:cannot|can['\x{2019}]t|won['\x{2019}]t|isn['\x{2019}]t)\b|^\sno\b"
)
_GREETING = (
    r"\b(?:dear|hello|hi|welcome|pleasure|thanks|thank you|sorry|of course|certainly|"
    r"good (?:morning|afternoon|evening)|hola|bienvenid[oa]|gracias|bonjour|merci|"
    r"ol[aá])[,!]?\s+(?:m[rs]s?\.? )?$"
)
_PARTY_BEFORE = r"^\W*(?:for|with|para|pour|com|con|avec)\b[^,;:.]*$|\byour [^,;:.]*$"
_PARTY_BEHIND = (
    r"^(?: (?:or more|hungry|young|small))*[ -](?:people|persons?|guests?|adults?|kids|"
    r"children|friends|of you|nights?|personas|adultos|ni[nñ]os|noches|personnes|"
    r"pessoas)\b"
)
_PARTY_OF = (
    r"\b(?:party|group|family|table|dinner|lunch|brunch|breakfast|evening|weekend|stay|"
    r"grupo|mesa|cena|groupe|d[iî]ner) (?:of|for|de|para|pour) $"
)
# Words that may stand between a denial and what it denies.
_PLAIN = frozenset(
    """
    a an the any about of for at from in on to as by with it is are was were be been do
    does did have has no not there that this these those such our us we i you your
    cost costs price prices priced rate rates offer offers charge find see show list
    know confirm
    say call mention open opens close closes start starts begin begins un una el la los
    las de del en por para con es son cuesta cuestan hay abre cierra le les des du
    est sont il y o os as um uma custa
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
# Words that turn a denial into its opposite: "no less than $1".
_TURNS = frozenset(
    "only just even less more fewer than over under problem doubt except unless".split()  # noqa: SIM905
)
_WORD = patterns.compile("[\\w$'\u2019.-]+")


def _compiled(pattern: str) -> patterns.Pattern:
    return patterns.compile(pattern, "ai")


_DENIAL = _compiled(rf"(?:^|\W){_NOT}\s(?P<between>.*)$")
_DENIAL_UNSPACED = patterns.compile("[不没無无未]\\S{0,8}$", "a")
_CLAUSES, _SAYS_WHOSE, _SAYS_UNABLE = map(_compiled, (_CLAUSE, _YOU, _UNABLE))
_SAYS_NO, _SAYS_IT_IS_NOT = map(_compiled, (_NO, _IS_NOT))
_SAYS_YES, _GREETS = map(_compiled, (_AFFIRMS, _GREETING))
_BEFORE_PARTY, _BEHIND_PARTY, _OF_PARTY = map(
    _compiled, (_PARTY_BEFORE, _PARTY_BEHIND, _PARTY_OF)
)


def is_plain(sentence: str, start: int, end: int, guest_words: Collection[str]) -> bool:
    """Whether the part from start to end is the guest's and nothing affirms it.

    guest_words: all words of the guest in lower case; between a denial and the part
    only these and words without weight may stand.
    """
    before, behind = sentence[:start], sentence[end:]
    if _SAYS_YES.search(before):
        return False
    return bool(
        is_denied(before, guest_words)
        or (_SAYS_NO.search(before) and _SAYS_IT_IS_NOT.search(behind))
        or _is_party(before, behind)
        or _is_disowned(sentence, start)
    )


def is_greeting(before: str) -> bool:
    """Whether a name that comes now speaks to the guest: "With pleasure, Alice"."""
    return bool(_GREETS.search(before))


def is_denied(before: str, guest_words: Collection[str]) -> bool:
    """Whether words of the same clause deny what comes now."""
    clause = _CLAUSES.split(before)[-1]
    if _SAYS_YES.search(clause):
        return False
    if _DENIAL_UNSPACED.search(clause):
        return True
    denial = _DENIAL.search(clause)
    if denial is None:
        return False
    between = [word.strip(".-'\u2019") for word in _WORD.findall(denial["between"])]
    return all(_is_light(word, guest_words) for word in between if word)


def _is_light(word: str, guest_words: Collection[str]) -> bool:
    lower = word.lower()
    if lower in _TURNS:
        return False
    return lower in _PLAIN or lower in guest_words or not word[0].islower()


def _is_disowned(sentence: str, start: int) -> bool:
    """The records are said not to hold it, of the guest's words or in one clause."""
    if _SAYS_WHOSE.search(sentence[:start]):
        return bool(_SAYS_UNABLE.search(sentence))
    begins = max((cut.end() for cut in _CLAUSES.finditer(sentence[:start])), default=0)
    clause = sentence[begins:start] + _CLAUSES.split(sentence[start:])[0]
    return bool(_SAYS_UNABLE.search(clause))


def _is_party(before: str, behind: str) -> bool:
    """How many the guest comes with, in front of the answer itself."""
    is_size = _BEHIND_PARTY.search(behind) or _OF_PARTY.search(before)
    return bool(is_size and _BEFORE_PARTY.search(before))
