"""Where staff work: catalog, property and law, conversations with guests."""

from apps.desk.admin import (
    alerts,
    cases,
    deliveries,
    directory,
    doings,
    entertainment,
    law,
    lodging,
    offers,
    people,
    place,
    places,
    questions,
    talks,
    troubles,
    versions,
)

__all__ = [
    "alerts",
    "cases",
    "deliveries",
    "directory",
    "doings",
    "entertainment",
    "law",
    "lodging",
    "offers",
    "people",
    "place",
    "places",
    "questions",
    "talks",
    "troubles",
    "versions",
]
