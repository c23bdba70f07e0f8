"""Amounts to which so many percent are added: "add 18% to 240 and divide by five"."""

from __future__ import annotations

from typing import Any

from apps.concierge.tools.calculate import amounts, bills
from apps.concierge.tools.calculate.amounts import COUNT, FIGURE
from apps.infrastructure import patterns

_LEAD = (
    r"^\W*(?:(?:and|then|so|please|now|y|et|(?:can|could) you|what(?:'s| is)|"
    r"what do i get if i|how much is|calculate|cu[aá]nto (?:es|son)|"
    r"combien (?:font|fait))\b[: ]*)*"
)
_PERCENT = (
    rf"(?:an? |the |un |el )?({FIGURE}) ?(?:%|percent\b|por ?ciento\b|pour ?cent\b)"
    r"(?: (?:tax(?:es)?|service(?: charge)?|impuestos?|servicio|taxes?))?"
)
_AMOUNT = rf"(?:us)?\$? ?({FIGURE})(?: ?(?:\$|dollars?|usd|d[oó]lares|bucks))?"
_DIVIDED = (
    r"(?:,? ?(?:(?:and|then|y|et|luego|puis|ensuite)\b ?)*"
    r"(?:split|divid\w+|repart\w+|partag\w+|divis\w+)"
    r"(?: (?:it|that|this|lo|eso|le|[cç]a|cela|the total|el total|le total))?"
    rf"(?: (?:by|between|among|into|entre|en|por|par|pour))? {COUNT}"
    rf"(?: {bills.PERSONS})?)?"
)
_END = r"(?: please| por favor)?\W*$"
_ADDED = patterns.compile(
    rf"{_LEAD}(?:add(?:ing)?|put|s[uú]m(?:ar?|ando|al[eo]|[ae])|agr[eé]g\w+|"
    r"a[ñn][aá]d\w+|ajout\w+) "
    rf"{_PERCENT} (?:to|on(?:to)?|on top of|a|al|à|sur|sobre) "
    rf"{_AMOUNT}{_DIVIDED}{_END}",
    "i",
)
_PLUS = patterns.compile(
    rf"{_LEAD}{_AMOUNT} ?(?:plus|\+|m[aá]s) ?{_PERCENT}{_DIVIDED}{_END}", "i"
)


def read(text: str) -> dict[str, Any] | None:
    """Arguments of `calculate`. Raises ValueError for figures that cannot be told."""
    if match := _ADDED.search(text):
        percent, figure, people = match.groups()
    elif match := _PLUS.search(text):
        figure, percent, people = match.groups()
    else:
        return None
    call = {
        "kind": "increase",
        "percent": float(amounts.plain(percent)),
        "amount": bills.amount_of(figure, text),
    }
    return {
        **call,
        **bills.unit_of_result(text, amounts.count(people) if people else 0),
    }
