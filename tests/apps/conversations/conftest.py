"""Resorts that several tests of conversations ask about."""

from __future__ import annotations

from apps.properties.models import Property
from tests import factories
from tests.added_rows import adds_rows
from tests.apps.knowledge.searching import embed_all


@adds_rows
def club(resort: Property) -> None:
    factories.VenueFactory.create(property=resort, name="Velvet", sort="Nightclub")
    embed_all()


@adds_rows
def rooms(resort: Property) -> None:
    """By name: one for two, one for four, and one whose beds nobody has recorded."""
    for name, beds, rate in (
        ("Atrium King", "one king bed", 289),
        ("Earth Queen", "two queen beds", 149),
        ("Sky Loft", "", 449),
    ):
        factories.RoomFactory.create(
            property=resort, name=name, beds=beds, rate_from=rate
        )
    embed_all()


@adds_rows
def kitchens(resort: Property) -> None:
    """Beside Ballo, which is Italian: one with stairs, and one without."""
    for name, cuisine, summary in (
        ("Anchor", "Pub", "Up a flight of stairs, with no wheelchair access."),
        ("Zen", "Japanese", "Rice bowls at tables with wheelchair access."),
    ):
        factories.RestaurantFactory.create(
            property=resort,
            name=name,
            cuisine=cuisine,
            summary=summary,
            reservations="Groups of eight or more call ahead" if name == "Zen" else "",
            hours=["0-6 00:00-00:00"],
        )
    embed_all()


@adds_rows
def houses(resort: Property) -> None:
    """Ballo and two more; the last by name suits vegetarians and families."""
    factories.RestaurantFactory.create(
        property=resort, name="Anchor Grill", hours=["0-6 00:00-00:00"]
    )
    factories.RestaurantFactory.create(
        property=resort,
        name="Zest",
        summary="Half of the menu is vegetarian.",
        kids="High chairs and a menu for children.",
        hours=["0-6 00:00-00:00"],
    )
    embed_all()
