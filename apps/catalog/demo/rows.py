"""The rows of fixtures, checked for shape, in the order in which they are written."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.text import slugify

from apps.catalog import models as catalog
from apps.catalog.demo import field_checks, weekly_hours
from apps.catalog.demo.fixture_files import Document, Spot, unknown
from apps.properties.models import Helpline, Jurisdiction, Property

# Rows come after those that they refer to: rooms after towers, questions last.
SECTIONS: dict[str, type[catalog.Item]] = {
    "restaurants": catalog.Restaurant,
    "venues": catalog.Venue,
    "shows": catalog.Show,
    "towers": catalog.Tower,
    "rooms": catalog.Room,
    "amenities": catalog.Amenity,
    "gaming": catalog.GamingArea,
    "promos": catalog.Promo,
    "faq": catalog.FaqEntry,
}
# Parts of a row that are lists and have tables of their own.
RELATED_LISTS: dict[str, type[models.Model]] = {
    "exceptions": catalog.HoursException,
    "tiers": catalog.PromoTier,
}


@dataclass(frozen=True)
class Row:
    """A row of a file; `key` is unique, `identity` holds lookups that find it."""

    spot: Spot
    model: type[models.Model]
    key: str
    identity: dict[str, Any]
    values: dict[str, Any]

    @property
    def fixture_hash(self) -> str:
        text = json.dumps(self.values, sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class PropertyRows:
    place: Row
    items: tuple[Row, ...]


def law(documents: list[Document]) -> list[Row]:
    """Jurisdictions, each followed by its helplines."""
    laws = [document for document in documents if not _is_property(document)]
    return _once([row for document in laws for row in _law(document)])


def places(documents: list[Document]) -> list[PropertyRows]:
    properties = [_place(row) for row in documents if _is_property(row)]
    _once([row for rows in properties for row in (rows.place, *rows.items)])
    return properties


def _is_property(document: Document) -> bool:
    return "jurisdictions" not in document.content


def _law(document: Document) -> Iterator[Row]:
    _check_parts(document, ["jurisdictions"])
    part = document.content["jurisdictions"]
    for entry in field_checks.listed(part, document.spot.at("jurisdictions")):
        spot = _spot(document.spot, "jurisdictions", entry)
        field_checks.check(Jurisdiction, entry, spot)
        own = {name: value for name, value in entry.items() if name != "helplines"}
        code = str(entry["code"])
        yield Row(spot, Jurisdiction, code, {"code": code}, own)
        lines = field_checks.listed(entry.get("helplines") or [], spot.at("helplines"))
        for position, line in enumerate(lines):
            yield _helpline(document.spot, code, {"position": position, **line})


def _helpline(spot: Spot, code: str, values: dict[str, Any]) -> Row:
    spot = _spot(spot, "helplines", values)
    field_checks.check(Helpline, values, spot)
    name, purpose = str(values["name"]), str(values["purpose"])
    identity = {"jurisdiction__code": code, "purpose": purpose, "name": name}
    return Row(spot, Helpline, f"{code}/{purpose}/{name}", identity, values)


def _place(document: Document) -> PropertyRows:
    _check_parts(document, ["property", *SECTIONS])
    spot = Spot(document.spot.file, "property")
    values = document.content.get("property")
    if not isinstance(values, dict) or not values.get("slug"):
        raise spot.error("this is missing; a property needs at least a slug.")
    field_checks.check(Property, values, spot)
    slug = str(values["slug"])
    place = Row(spot, Property, slug, {"slug": slug}, values)
    items = (row for part in SECTIONS for row in _items(document, part, slug))
    return PropertyRows(place, tuple(items))


def _items(document: Document, section: str, place: str) -> Iterator[Row]:
    model = SECTIONS[section]
    entries = document.content.get(section) or []
    for entry in field_checks.listed(entries, document.spot.at(section)):
        spot = _spot(document.spot, section, entry)
        field_checks.check(model, entry, spot)
        _check_related(entry, spot)
        slug = entry.get("slug") or slugify(str(entry["name"]))[:120]
        values = {"status": "live", **entry, "slug": slug}
        identity = {"property__slug": place, "kind": model.KIND, "slug": slug}
        yield Row(spot, model, f"{place}/{model.KIND}/{slug}", identity, values)


def _check_related(values: Mapping[str, Any], spot: Spot) -> None:
    """Refuses parts of the wrong shape; saving validates their values."""
    weekly_hours.hours(values.get("hours") or {}, spot.at("hours"))
    weekly_hours.slots(values.get("weekly") or {}, spot.at("weekly"))
    for part, model in RELATED_LISTS.items():
        for entry in field_checks.listed(values.get(part) or [], spot.at(part)):
            field_checks.check(model, entry, spot.at(part))
    tiers = [tier["name"] for tier in values.get("tiers") or []]
    if len(set(tiers)) < len(tiers):
        raise spot.at("tiers").error("two tiers have one name.")


def _check_parts(document: Document, names: list[str]) -> None:
    for part in document.content:
        if part not in names:
            raise document.spot.error(unknown(part, names))


def _spot(spot: Spot, part: str, entry: dict[str, Any]) -> Spot:
    name = entry.get("name") or entry.get("code") or "a row without a name"
    return Spot(spot.file, f"{part}, “{name}”")


def _once(rows: list[Row]) -> list[Row]:
    rows_by_key: dict[str, Row] = {}
    for row in rows:
        if row.key in rows_by_key:
            raise row.spot.error("this row is there twice; give one another slug.")
        rows_by_key[row.key] = row
    return rows
