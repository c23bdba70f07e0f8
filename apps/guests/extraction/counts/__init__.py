"""How many: people, children and their ages, rooms, nights."""

from apps.guests.extraction.counts.children import without_ages
from apps.guests.extraction.counts.numbers import (
    bare_answer,
    claims_in,
    corrected_numbers,
    with_children,
    with_corrected_children,
)

__all__ = [
    "bare_answer",
    "claims_in",
    "corrected_numbers",
    "with_children",
    "with_corrected_children",
    "without_ages",
]
