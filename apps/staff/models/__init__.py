"""What staff's work leaves behind beside the catalog."""

from apps.staff.models.bulk_actions import Job
from apps.staff.models.deliveries import Delivery
from apps.staff.models.gaps import GapWork
from apps.staff.models.history import Version

__all__ = ["Delivery", "GapWork", "Job", "Version"]
