"""Where staff keep the catalog: one admin for each kind of row."""

from apps.catalog.admin import (
    directory,
    entertainment,
    lodging,
    offers,
    places,
    questions,
)

__all__ = [
    "directory",
    "entertainment",
    "lodging",
    "offers",
    "places",
    "questions",
]
