"""Imports, bulk actions, gap resolutions, versions of rows, and visits of staff."""

from apps.staff.models.bulk_actions import Job
from apps.staff.models.deliveries import Delivery, ImportedBooking
from apps.staff.models.drafts import DraftDecision, RowComment, RowDraft
from apps.staff.models.gaps import GapWork
from apps.staff.models.history import Version
from apps.staff.models.visits import StaffVisit

__all__ = [
    "Delivery",
    "DraftDecision",
    "GapWork",
    "ImportedBooking",
    "Job",
    "RowComment",
    "RowDraft",
    "StaffVisit",
    "Version",
]
