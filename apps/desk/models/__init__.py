"""What the staff's desk keeps beside the catalog."""

from apps.desk.models.days import Day
from apps.desk.models.gaps import GapWork
from apps.desk.models.history import Version
from apps.desk.models.people import Assignment, StaffAccess
from apps.desk.models.tables import Delivery
from apps.desk.models.troubles import Trouble
from apps.desk.models.work import Job

__all__ = [
    "Assignment",
    "Day",
    "Delivery",
    "GapWork",
    "Job",
    "StaffAccess",
    "Trouble",
    "Version",
]
