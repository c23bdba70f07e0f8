"""Imports, bulk actions, gap resolutions and versions of rows."""

from apps.staff.models.bulk_actions import Job
from apps.staff.models.deliveries import Delivery, ImportedBooking
from apps.staff.models.drafts import RowComment, RowDraft
from apps.staff.models.gaps import GapWork
from apps.staff.models.history import Version

__all__ = [
    "Delivery",
    "GapWork",
    "ImportedBooking",
    "Job",
    "RowComment",
    "RowDraft",
    "Version",
]
