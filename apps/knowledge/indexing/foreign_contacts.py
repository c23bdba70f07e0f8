"""Whether a document has guests pay or confirm where no row of the resort does.

"Write to booking@desk.example to confirm your booking" is held for staff unless a row
names that address, website or number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from apps.infrastructure import patterns
from apps.knowledge.indexing import contacts, guest_secrets
from apps.knowledge.models import Passage
from apps.properties.models import Helpline, Property

# Folded words, in the languages of documents.
_SETTLE = patterns.compile(
    r"\b(?:pay|payable|paid|prepa[iy]|deposit|balance|transfer|wire|refund|"
    r"settle|charge|invoice|confirm|verif|validat|reactivat|unlock|claim|redeem|"
    r"secure your|hold your|card (?:number|details|data)|pass ?word|"
    r"pag[aou]|abon[ae]|anticipo|saldo|transfer|reembols|valid[ae]|factura|"
    r"pai?e|acompte|solde|virement|rembours|regl[ei]|garant\w+ (?:su|votre)|"
    r"uberweis|bezahl|anzahlung|bestatig)\w*|付款|支付|确认|確認|押金|定金|退款"
)
_ADDRESSED = patterns.compile(
    r"[\w.+-]+(?:@| ?[\[(]at[\])] ?)((?:[\w-]+\.)+\w{2,24})\b"
)
_DOTS = patterns.compile(r" ?[\[(](?:dot|punto|point|ponto)[\])] ?| dot ")
_FILE = frozenset({"pdf", "docx", "doc", "html", "htm", "txt", "md", "jpg", "png"})
_BANK = patterns.compile(
    r"\b[a-z]{2}\d{2}(?: ?[a-z0-9]{4}){3,7}\b|\bbc1[a-z0-9]{20,}|\b0x[0-9a-f]{30,}"
    r"|\b(?:bitcoin|crypto\w*|usdt|ethereum|western union|moneygram|cash ?app|venmo|"
    r"zelle)\b"
)


@dataclass(frozen=True)
class KnownContacts:
    """numbers, hosts: that the rows of a property, its settings and helplines name."""

    numbers: frozenset[str]
    hosts: frozenset[str]

    def are_bypassed_by(self, text: str, before: Iterable[str] = ()) -> bool:
        """Whether guests shall pay or confirm at another contact.

        before: the sentence before it and the headings, which may say what an address
        is for.
        """
        plain = _plain(text)
        if guest_secrets.is_asked(_SETTLE, plain):
            return self._is_elsewhere(plain) or bool(
                contacts.numbers(plain) - self.numbers
            )
        is_settled = any(_SETTLE.search(_plain(words)) for words in before)
        return is_settled and self._is_elsewhere(plain)

    def _is_elsewhere(self, plain: str) -> bool:
        return bool(_BANK.search(plain)) or any(map(self._is_foreign, _hosts(plain)))

    def _is_foreign(self, host: str) -> bool:
        return not any(f".{host}".endswith(f".{own}") for own in self.hosts)


def of(place: Property) -> KnownContacts:
    """As the rows of a property are now."""
    helplines = Helpline.objects.filter(jurisdiction=place.jurisdiction)
    of_rows = Passage.objects.filter(property=place, item__isnull=False)
    texts = [_plain(text) for text in of_rows.values_list("text", flat=True)]
    phones = [place.phone, place.security_phone]
    phones += chain.from_iterable(helplines.values_list("phone", "vanity"))
    sites = [place.website, *helplines.values_list("website", flat=True)]
    return KnownContacts(
        contacts.digits_of(phones).union(*map(contacts.numbers, texts)),
        frozenset(chain.from_iterable(map(_hosts, [*map(_plain, sites), *texts]))),
    )


def _hosts(plain: str) -> list[str]:
    """Of addresses and websites; "form.pdf" is neither."""
    addressed = _ADDRESSED.findall(plain)
    websites = contacts.SITE.findall(str(_ADDRESSED.sub(" ", plain)))
    return [
        host for host in (*addressed, *websites) if host.split(".")[-1] not in _FILE
    ]


def _plain(text: str) -> str:
    return str(_DOTS.sub(".", " ".join(contacts.plain(text).split())))
