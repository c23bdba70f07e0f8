"""Where staff work: catalog, property and law, conversations with guests."""

from apps.desk.admin import (
    alerts,
    deliveries,
    directory,
    entertainment,
    law,
    lodging,
    offers,
    people,
    place,
    places,
    questions,
    talks,
)

__all__ = [
    "alerts",
    "deliveries",
    "directory",
    "entertainment",
    "law",
    "lodging",
    "offers",
    "people",
    "place",
    "places",
    "questions",
    "talks",
]
