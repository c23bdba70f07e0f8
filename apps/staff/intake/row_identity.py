"""Which stored row a row of a table is: the one with its slug, else with its name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from apps.catalog import slugs
from apps.catalog.models import Item
from apps.properties.models import Property
from apps.staff.intake import columns


@dataclass(frozen=True)
class Identities:
    """slugs_by_name: of the stored rows of one kind, by name in small letters.
    names_twice: those that several rows of the table have."""

    slugs_by_name: Mapping[str, str]
    names_twice: frozenset[str]

    def slug(self, row: Mapping[str, Any]) -> str:
        """Its own; else that of the stored row with its name; else one for its name."""
        own = str(row.get("slug") or "").strip()
        name = str(row.get("name") or "").strip()
        slug = own or self.slugs_by_name.get(name.casefold()) or slugs.of_name(name)
        return slug[: slugs.MAX_CHARS]

    def name_fault(self, stored: Item | None, row: Mapping[str, Any]) -> dict[str, str]:
        """The error of a new name that another row has.

        Rows that are stored with one name twice may stay so.
        """
        name = str(row.get("name") or "").strip()
        key = name.casefold()
        if not key or (stored is not None and stored.name.casefold() == key):
            return {}
        if key in self.names_twice:
            return {"name": f"Several rows have the name “{name}”."}
        slug = self.slugs_by_name.get(key)
        if slug is None:
            return {}
        return {"name": f"“{name}” is stored already; its slug is “{slug}”."}


def of(
    place: Property, model: type[Item], rows: Sequence[Mapping[str, Any]]
) -> Identities:
    stored = model._default_manager.filter(property=place).values_list("name", "slug")
    own_rows = (row for row in rows if not columns.property_faults(place, row))
    names = Counter(str(row.get("name") or "").strip().casefold() for row in own_rows)
    return Identities(
        {name.casefold(): slug for name, slug in stored},
        frozenset(name for name, count in names.items() if count > 1),
    )
