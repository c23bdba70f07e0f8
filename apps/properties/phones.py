"""Parses and checks telephone numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import phonenumbers
from django.core.exceptions import ValidationError
from django.db import models
from phonenumbers import (
    PhoneNumber,
    PhoneNumberType,
    ShortNumberCost,
    shortnumberinfo,
)

from apps.infrastructure import patterns

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField

# The country of a number without one, unless the jurisdiction is in another.
HOME = "US"
# The pay-per-call exchange of every North American area code, which the library
# reports as a fixed line.
PAY_PER_CALL = "976"

# Emergency services and the lifeline, which are no resort's own.
PUBLIC = ("911", "112", "988")

# Digits, letters of a keypad and what people write between them.
SIGNS = patterns.compile(r"[+]?[0-9A-Za-z ().\-]+")
# Digits of a North American number with its leading 1.
LONG_DISTANCE = 11
KEYPAD = {
    letter: digit
    for digit, letters in {
        "2": "ABC",
        "3": "DEF",
        "4": "GHI",
        "5": "JKL",
        "6": "MNO",
        "7": "PQRS",
        "8": "TUV",
        "9": "WXYZ",
    }.items()
    for letter in letters
}


def digits(number: str) -> str:
    """The digits to dial; letters become the digits of their keys."""
    return "".join(KEYPAD.get(sign, sign) for sign in number.upper() if sign.isalnum())


def spells(vanity: str, number: str) -> bool:
    """Whether a vanity number dials the number; extra letters are ignored."""
    dialled = digits(number)
    return bool(dialled) and digits(vanity)[: len(dialled)] == dialled


def href(number: str) -> str:
    """The target of a tel: link; short codes such as 988 stay as they are."""
    dialled = digits(number)
    if number.strip().startswith("+"):
        return f"tel:+{dialled}"
    if len(dialled) == LONG_DISTANCE and dialled.startswith("1"):
        return f"tel:+{dialled}"
    return f"tel:{dialled}" if dialled else ""


def fault(number: str, law_code: str = "") -> str:
    """Why guests must not be given this number, as a sentence; empty if they may.

    law_code: of the jurisdiction, such as us-ct; its country reads short codes.
    """
    country = law_code[:2].upper()
    region = country if country in phonenumbers.SUPPORTED_REGIONS else HOME
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return f"{number} is not a telephone number."
    if not is_plain(number) or digits(number) not in _dialled(parsed, region):
        return f"{number} is not a telephone number alone, such as 1-888-226-7711."
    is_short = shortnumberinfo.is_valid_short_number_for_region(parsed, region)
    if _is_premium(parsed, region, is_short=is_short):
        return f"{number} is a premium-rate number; callers would pay for help."
    is_whole = parsed.extension is None and phonenumbers.is_valid_number(parsed)
    if not is_short and not is_whole:
        return f"{number} is not a number that can be dialled."
    return ""


def is_plain(number: str) -> bool:
    """Whether a number, or words that spell it, holds no other signs."""
    return bool(SIGNS.fullmatch(number))


def _dialled(parsed: PhoneNumber, region: str) -> set[str]:
    """The digits with which the number is dialled at home and from abroad."""
    national = phonenumbers.national_significant_number(parsed)
    at_home = phonenumbers.ndd_prefix_for_region(region, True)
    return {national, f"{at_home or ''}{national}", f"{parsed.country_code}{national}"}


def _is_premium(parsed: PhoneNumber, region: str, *, is_short: bool) -> bool:
    if is_short:
        cost = shortnumberinfo.expected_cost_for_region(parsed, region)
        return bool(cost == ShortNumberCost.PREMIUM_RATE)
    national = phonenumbers.national_significant_number(parsed)
    is_pay_per_call = parsed.country_code == 1 and national[3:6] == PAY_PER_CALL
    kind = phonenumbers.number_type(parsed)
    return bool(is_pay_per_call or kind == PhoneNumberType.PREMIUM_RATE)


def insist_on_own(number: str) -> None:
    """Refuses the number of an emergency service or lifeline as a resort's phone."""
    if digits(number) in PUBLIC:
        sentence = f"{number} is no phone of a resort: guests call it in an emergency."
        raise ValidationError({"phone": sentence})


class PhoneField(_Text):
    """A number that guests are given, checked for the country of its jurisdiction."""

    def validate(self, value: Any, model_instance: models.Model | None) -> None:
        super().validate(value, model_instance)
        wrong = fault(value, _law_code(model_instance)) if value else ""
        if wrong:
            raise ValidationError(wrong)


def _law_code(row: Any) -> str:
    owner = row if hasattr(row, "jurisdiction") else getattr(row, "property", None)
    law = getattr(owner, "jurisdiction", None)
    return law.code if law else ""
