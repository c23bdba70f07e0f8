"""The admin's lists and forms, one package for each area of the sidebar."""

from apps.staff.admin import disagreements, documents
from apps.staff.admin.catalog import all_items, imports, kinds, maps, versions
from apps.staff.admin.conversations import alerts, conversations, evaluation_cases
from apps.staff.admin.properties import (
    experiments,
    helpline_changes,
    jurisdictions,
    properties,
    record_changes,
)
from apps.staff.admin.security import audit_log, users

__all__ = [
    "alerts",
    "all_items",
    "audit_log",
    "conversations",
    "disagreements",
    "documents",
    "evaluation_cases",
    "experiments",
    "helpline_changes",
    "imports",
    "jurisdictions",
    "kinds",
    "maps",
    "properties",
    "record_changes",
    "users",
    "versions",
]
