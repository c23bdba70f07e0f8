"""What the graph is told about a property."""

from __future__ import annotations

from apps.concierge.context import Help, Resort
from apps.properties import phones, websites
from apps.properties.models import Helpline, Property


def of(place: Property) -> Resort:
    """A property with its law and helplines as plain data; `place` has them loaded."""
    law = place.jurisdiction
    return Resort(
        id=place.pk,
        slug=place.slug,
        name=place.name,
        phone=place.phone,
        website=websites.without_scheme(place.website),
        jurisdiction=law.name,
        gaming_age=law.gaming_age,
        minors_may=law.minors_may,
        minors_may_not=law.minors_may_not,
        phone_hours=place.phone_hours,
        helplines=(*map(_help, law.helplines.all()), _security(place)),
    )


def _security(place: Property) -> Help:
    """The property's own number in an emergency."""
    phone = place.security_phone or place.phone
    return Help(
        purpose="security",
        name=place.name,
        phone=phone,
        vanity="",
        website="",
        takes_texts=False,
        note="",
        phone_href=phones.href(phone),
    )


def _help(row: Helpline) -> Help:
    return Help(
        purpose=row.purpose,
        name=row.name,
        phone=row.phone,
        vanity=row.vanity,
        website=row.website,
        takes_texts=row.takes_texts,
        note=row.note,
        phone_href=row.phone_href,
    )
