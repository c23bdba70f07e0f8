"""Whether a text has guests give away card numbers, passwords and the like.

A desk may ask for a card; no chat, message or link may, and nobody is told to collect
the numbers of guests.
"""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.indexing import contacts

# Folded words, in the languages of documents.
_CARD = (
    r"(?:card|tarjeta|carte|cartao|karte)s?(?:'s)?(?: (?:de |do )?"
    r"(?:credit\w*|debit\w*|bancaire|bleue))?"
)
_SECRET = (
    rf"(?:(?:number|detail|data|digit|pictur|photo|copy|copia|copie|image|numero|dato|"
    rf"foto|donnee|coordonnee|chiffre)\w* (?:\w+ ){{0,3}}{_CARD}"
    rf"|{_CARD} (?:number|detail|data|info|digit|pictur|photo|cop)\w*"
    r"|cvv2?|cvc|security code|codigo de seguridad|code de securite|"
    r"(?:three|3) digits|(?:tres|3) digitos|(?:trois|3) chiffres|expiry date|"
    r"pass ?words?|pass ?codes?|contrasena|clave de acceso|mots? de passe|senha|"
    r"\bpins?\b|social security number|bank (?:account|details|login)|"
    r"(?:cuenta|datos) bancari\w+|(?:compte|coordonnees) bancaires?)"
)
_GIVE = (
    r"(?:give|send|provid|shar|tell|text|type|enter|submit|confirm|verif|repl(?:y|ies)|"
    r"e-?mail|fax|upload|post|forward|quot|messag|whatsapp|dm|"
    r"envi|mand|proporcion|indi[cq]|escrib|compart|dig[ao]|introdu[cz]|facilit|de su|"
    r"envoy|donn|communiqu|transmet|saisi|fourni|ecri[tv]|precis|"
    r"inform|forne[cç]|digit[ea]|einge|send|schick)\w*"
)
_COLLECT = (
    r"(?:ask|collect|request|obtain|demand|solicit|gather|get|take|record|"
    r"pida|pide|pidan|pedir|solicit\w+|recopil\w+|recoj\w+|exij\w+|obten\w+|"
    r"demand(?:ez|e|er)|recueill\w+|collect(?:ez|e|er)|exig\w+|peca|recolh\w+)"
)
_GUEST = (
    r"(?:guest|customer|visitor|user|caller|client|patron|traveller|traveler|player|"
    r"person|people|them|their|everyone|everybody|anyone|anybody|"
    r"huesped|visitante|usuario|cliente|jugador|sus|"
    r"hote|voyageur|joueur|utilisateur|leurs?|hospede)\w*(?:'s?)?"
)
_REMOTE = (
    r"(?:@|\b(?:e-?mail|text(?: message)?|sms|whatsapp|telegram|signal|chat|assistant|"
    r"chat ?bot|bot|ai|ia|concierge|link|enlace|lien|web ?site|web ?page|online|qr|"
    r"asistente|mensaje|correo|courriel|message|reply|"
    r"conversation|conversacion|form|formulario|formulaire)s?\b)"
)
_WORDS = r"(?:[^\s.!?;]+ ){0,8}?"
_COLLECTED = patterns.compile(
    rf"\b{_COLLECT} {_WORDS}{_GUEST} {_WORDS}{_SECRET}"
    rf"|\b{_COLLECT} {_WORDS}{_SECRET} {_WORDS}{_GUEST}\b"
)
_GIVEN = patterns.compile(rf"\b{_GIVE} {_WORDS}{_SECRET}")
_REMOTELY = patterns.compile(_REMOTE)
_WIRELESS = patterns.compile(r"\bwi-?fi\b|\bwireless\b|\bwlan\b|\binternet\b")
# "Never", but not "never hesitate to".
_FORBIDDEN = patterns.compile(
    r"\b(?:not|never|n't|no one|nobody|without|nunca|jamas|no|sin|ne|n'|jamais|nicht|"
    r"nao)\b\W*(?:(?:will|would|should|must|ever|be|we|you|to|call|us|vous|se|le|la|"
    r"les|debe|pas|pedira)\W+){0,4}$|n't (?:ever )?$"
)


def are_asked_for(text: str) -> bool:
    """Whether it has them collected, or given in a chat, by message or at a link."""
    plain = " ".join(contacts.plain(text).split())
    if _WIRELESS.search(plain):
        return False
    if is_asked(_COLLECTED, plain):
        return True
    return bool(_REMOTELY.search(plain)) and is_asked(_GIVEN, plain)


def is_asked(pattern: patterns.Pattern, plain: str) -> bool:
    """Whether a pattern stands where nothing before it forbids what it says."""
    starts = (match.start() for match in pattern.finditer(plain))
    return any(not _FORBIDDEN.search(plain[:start]) for start in starts)
