"""A booking as a source sends it, checked before it becomes a row."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from pydantic import AfterValidator, AwareDatetime, BaseModel, Field

from apps.catalog import wall_clock
from apps.guests import contacts
from apps.infrastructure.postgresql.storable_text import StorableText

MAX_PHONE = 30
# Older systems do not send these; what we have then stays.
OPTIONAL = frozenset({"email", "phone"})


def _in_range(moment: Any) -> Any:
    if not wall_clock.FIRST_YEAR <= moment.year <= wall_clock.LAST_YEAR:
        raise ValueError(wall_clock.YEAR_OUT_OF_RANGE)
    return moment


def _email(text: str) -> str:
    """Nothing for what is none: the booking is still the guest's."""
    address = contacts.email(text)
    try:
        validate_email(address)
    except ValidationError:
        return ""
    return address


def _phone(text: str) -> str:
    return contacts.e164(text) or text[:MAX_PHONE]


Moment = Annotated[AwareDatetime, AfterValidator(_in_range)]
Amount = Annotated[Decimal, Field(ge=0, max_digits=9, decimal_places=2)]


class Record(BaseModel):
    """item: the slug of a row of the catalog. Times have an offset from UTC.

    What else a source sends is ignored; lengths and choices are checked by the row.
    """

    code: StorableText
    kind: StorableText
    family_name: StorableText
    email: Annotated[StorableText, AfterValidator(_email)] = ""
    phone: Annotated[StorableText, AfterValidator(_phone)] = ""
    what: StorableText
    item: StorableText | None = None
    starts_at: Moment
    ends_at: Moment | None = None
    party: int
    state: StorableText = "booked"
    amount: Amount | None = None
    deposit: Amount | None = None
    deposit_state: StorableText = "none"
    booked_at: Moment
