"""Whether a text sends guests in need to a number of its own.

Helplines change only by two people; documents and rows must not go round them. See
docs/decisions/0068-two-people-change-a-helpline.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from apps.catalog.models import Item
from apps.infrastructure import patterns
from apps.knowledge.indexing import contacts
from apps.properties.models import Helpline, Property

# Right wherever they are dialled, also before a jurisdiction has its helplines.
PUBLIC = ("911", "988")
# Folded words. What guests in need look for, in the languages of documents.
_HELP = patterns.compile(
    r"\b(?:emergenc|urgence|urgencia|notfall|notruf|help ?-?line|hot ?-?line|"
    r"crisis|crise|krise|suicid|self[ -]harm|autolesion|automutilation|"
    r"ambulan|police|policia|polizei|paramedic|pompiers|bomberos|bombeiros|"
    r"fire (?:brigade|department)|life[ -]threatening|in danger|en peligro|en danger|"
    r"overdos|sobredosis|surdose|poison|self[ -]exclu|autoexclu|auto-exclu|"
    r"(?:problem|compulsive|responsible) gambl|"
    r"gambling (?:problem|help|support|hurt|harm)|"
    r"(?:end(?:ing)?|tak(?:e|ing)) (?:your|my|their|his|her) (?:own )?li(?:fe|ves)\b|"
    r"(?:hurt|harm|kill)(?:ing)? (?:yourself|myself|themselves|oneself)|want to die|"
    r"quitarse la vida|mettre fin a (?:vos|ses|mes) jours|"
    r"ludopat|addict|adicci|linea de ayuda|linha de apoio|ligne d'(?:aide|ecoute))"
    r"|\b(?:911|988)\b|紧急|緊急|急救|求助|报警|報警|热线|熱線|自杀|自殺|危机"
)
_NOT = (
    r"\b(?:n'|(?:not|never|don't|dont|avoid|without|no|nunca|sin|jamais|ne|nao|nicht)"
    r"\b)"
)
_INSTEAD = (
    r"\b(?:not|instead of|rather than|en (?:lugar|vez) de|au lieu (?:de|du)|em vez d\w|"
    r"statt)\b"
)
_FORBIDS_CALL = patterns.compile(
    rf"{_NOT}\W*(?:\w+\W+){{0,2}}{contacts.CALL}|{_INSTEAD}\W+(?:\w+\W+){{0,3}}\d{{3}}"
    r"|(?:不要|别|不能)(?:拨打|致电|拨|打)"
    # "Do not tell anyone", and "there is no need for an ambulance".
    rf"|{_NOT}\W*(?:\w+\W+){{0,2}}(?:tell|talk to|speak to|inform|alert|dig\w+|"
    r"habl\w+ con|parl\w+ a|dit\w+ (?:rien )?a) (?:\w+ )?"
    r"(?:any(?:one|body)|nadie|personne|staff|others?|police|security|help)\b"
    r"|\b(?:no need|not necessary|unnecessary|no hace falta|pas besoin|inutile)\b"
    r"\W+(?:\w+\W+){0,3}(?:ambulan|police|policia|doctor|medic|help|ayuda|aide|911|988)"
)


@dataclass(frozen=True)
class HelpNumbers:
    """of_help: what guests in need may be given, as digits. of_rows: what else guests
    are given. sites: hosts of the resort and of its helplines."""

    of_help: frozenset[str]
    of_rows: frozenset[str]
    sites: frozenset[str] = frozenset()

    def are_bypassed_by(self, text: str, beside: Iterable[str] = ()) -> bool:
        """Whether a text gives guests in need another number or website, or forbids a
        call.

        beside: the headings and the sentences around it, which may say what its number
        is for.
        """
        plain = contacts.plain(text)
        unknown_numbers = contacts.numbers(plain) - self.of_help
        if _HELP.search(plain):
            is_elsewhere = any(map(self._is_foreign, contacts.SITE.findall(plain)))
            is_forbidden = bool(_FORBIDS_CALL.search(plain))
            return bool(unknown_numbers) or is_elsewhere or is_forbidden
        is_of_none = bool(unknown_numbers - self.of_rows)
        return is_of_none and any(
            _HELP.search(contacts.plain(words)) for words in beside
        )

    def _is_foreign(self, host: str) -> bool:
        return not any(f".{host}".endswith(f".{own}") for own in self.sites)


def are_about_help(*texts: str) -> bool:
    return any(_HELP.search(contacts.plain(text)) for text in texts)


def of(place: Property) -> HelpNumbers:
    """As the helplines and the rows of a property are now."""
    helplines = Helpline.objects.filter(jurisdiction=place.jurisdiction)
    numbers = chain.from_iterable(helplines.values_list("phone", "vanity"))
    addresses = [place.website, *helplines.values_list("website", flat=True)]
    sites = frozenset(contacts.SITE.findall(" ".join(addresses).lower()))
    of_rows = Item.objects.filter(property=place).values_list("phone", flat=True)
    return HelpNumbers(
        contacts.digits_of([*PUBLIC, *numbers, place.phone, place.security_phone]),
        contacts.digits_of(of_rows),
        sites,
    )
