"""Resorts, the law that applies to them, helplines, and the staff who work there."""

from apps.properties.models.properties import Helpline, Jurisdiction, Property
from apps.properties.models.record_changes import RecordChange
from apps.properties.models.staff_access import Assignment, StaffAccess

__all__ = [
    "Assignment",
    "Helpline",
    "Jurisdiction",
    "Property",
    "RecordChange",
    "StaffAccess",
]
