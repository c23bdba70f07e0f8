"""Whether a guest who is in no danger asks whom to call in an emergency.

A question that holds any other word goes its ordinary way.
"""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.language import normalise

REPLY = "help_numbers"
_WORD = patterns.compile(r"[^\W_]+")


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


ASKING = _set(
    "who whom what whats which how quien quienes que cual cuales como qui quel quelle "
    "quels quelles comment quem qual quais"
)
CALLING = _set(
    "call dial phone ring contact contacts reach number numbers llamo llamar llamamos "
    "marco marcar telefono numero numeros appeler appelle joindre composer telephone "
    "ligo ligar telefone"
)
EMERGENCY = _set(
    "emergency emergencies emergencia emergencias urgence urgences urgencia urgencias"
)
HELPLINE = _set("helpline helplines hotline hotlines")
# "Help line" in languages that have no word for it.
HELP_AND_LINE = (
    _set("help ayuda aide ecoute ajuda apoio"),
    _set("line linea ligne linha"),
)
FILLING = _set(
    "a an the in on of for to at from by do does did i we you should can could must "
    "have has need if there is are it s when case event medical local your my our here "
    "this hotel resort casino property room please guest guests and or any "
    "debo puedo tengo hay un una el la los las en de del al a caso para por desde su "
    "mi es son cuarto habitacion medica medico favor se si "
    "dois puis faut il est ce je on nous vous le les l d du des au aux pour cas y "
    "chambre votre medicale sont "
    "devo posso eu o os as no na em um uma e da do seu"
)
_KNOWN = frozenset().union(
    ASKING, CALLING, EMERGENCY, HELPLINE, FILLING, *HELP_AND_LINE
)


def are_asked(text: str, resort_name: str) -> bool:
    """Whether it asks for nothing but numbers to call for help."""
    if "!" in text:
        return False
    plain = normalise.folded(normalise.visible(text))
    name = normalise.folded(resort_name)
    words = set(_WORD.findall(plain.replace(name, " ")))
    is_of_line = words & HELPLINE or all(words & own for own in HELP_AND_LINE)
    is_of_call = words & CALLING and words & EMERGENCY
    if not (words & ASKING and (is_of_line or is_of_call)):
        return False
    return words <= _KNOWN
