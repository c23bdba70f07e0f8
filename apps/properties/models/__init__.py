"""Resorts, their law, helplines, features and experiments, and who works there."""

from apps.properties.models.experiments import Experiment, ExperimentArm
from apps.properties.models.feature_flags import FeatureFlag
from apps.properties.models.helpline_changes import HelplineChange
from apps.properties.models.properties import Helpline, Jurisdiction, Property
from apps.properties.models.record_changes import RecordChange
from apps.properties.models.staff_access import Assignment, StaffAccess

__all__ = [
    "Assignment",
    "Experiment",
    "ExperimentArm",
    "FeatureFlag",
    "Helpline",
    "HelplineChange",
    "Jurisdiction",
    "Property",
    "RecordChange",
    "StaffAccess",
]
