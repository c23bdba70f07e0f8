"""The admin's sidebar: what staff work on, in the groups they think in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils.module_loading import import_string

from apps.properties import access

# Group -> (title, icon, model as the admin's addresses spell it, or page).
GROUPS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Guests": (
        ("Guests in need", "sos", "conversations_alert"),
        ("Answers to approve", "approval", "approvals"),
        ("Conversations", "forum", "conversations_conversation"),
        ("Gaps", "help", "gaps"),
        ("Evaluation cases", "fact_check", "conversations_evaluationcase"),
        ("Playground", "science", "playground"),
    ),
    "Operation": (
        ("Ops room", "monitoring", "ops"),
        ("Troubles", "warning", "ops_incident"),
        ("Days", "calendar_month", "ops_dailytotals"),
        ("Tasks", "task", "django_celery_results_taskresult"),
        ("Schedule of tasks", "schedule", "django_celery_beat_periodictask"),
        ("Runbook", "menu_book", "runbook"),
    ),
    "Dining and amenities": (
        ("Restaurants", "restaurant", "catalog_restaurant"),
        ("Amenities", "spa", "catalog_amenity"),
    ),
    "Entertainment": (
        ("Shows", "theater_comedy", "catalog_show"),
        ("Venues", "stadium", "catalog_venue"),
    ),
    "Hotel": (
        ("Rooms", "bed", "catalog_room"),
        ("Towers", "apartment", "catalog_tower"),
    ),
    "Gaming and offers": (
        ("Gaming areas", "casino", "catalog_gamingarea"),
        ("Promotions", "loyalty", "catalog_promo"),
    ),
    "Property": (
        ("Questions", "contact_support", "catalog_faqentry"),
        ("All rows", "search", "catalog_item"),
        ("Properties", "domain", "properties_property"),
        ("Law and helplines", "balance", "properties_jurisdiction"),
        ("Changes of both", "manage_history", "properties_recordchange"),
        ("Staff", "badge", "auth_user"),
        ("What was done", "history", "admin_logentry"),
        ("Who came in", "login", "axes_accesslog"),
        ("Locked out", "lock", "axes_accessattempt"),
        ("Import and export", "upload_file", "import"),
        ("Tables taken in", "table", "staff_delivery"),
        ("Changes of rows", "manage_history", "staff_version"),
    ),
}

# Pages of the desk that are no list of a model -> who may see them.
PAGES = {
    "approvals": "conversations.change_message",
    "gaps": "conversations.view_conversation",
    "import": "staff.add_delivery",
    "ops": "conversations.view_turn",
    "playground": "catalog.view_item",
    "runbook": "ops.view_incident",
}
# Pages whose numbers are of all properties together.
OF_ALL = frozenset(
    {
        "ops",
        "ops_incident",
        "django_celery_results_taskresult",
        "admin_logentry",
        "axes_accesslog",
        "axes_accessattempt",
    }
)
# Model -> what counts its rows that wait for somebody.
BADGES = {
    "approvals": "apps.staff.approval_views.count",
    "conversations_alert": "apps.staff.admin.alerts.unseen",
    "ops_incident": "apps.ops.admin.incidents.open_count",
}


def script(request: HttpRequest) -> str:
    """Address of the desk's own script."""
    return static("staff/js/staff.js")


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups, without what this member of staff may not see."""
    groups = [
        {"title": title, "separator": True, "items": _items(request, entries)}
        for title, entries in GROUPS.items()
    ]
    return [group for group in groups if group["items"]]


def _items(
    request: HttpRequest, entries: tuple[tuple[str, str, str], ...]
) -> list[dict[str, Any]]:
    return [
        {
            "title": title,
            "icon": icon,
            "link": reverse(model if model in PAGES else f"admin:{model}_changelist"),
            "badge": _badge(request, model),
            "badge_variant": "danger",
        }
        for title, icon, model in entries
        if _may_see(request, model)
    ]


def _badge(request: HttpRequest, model: str) -> str | None:
    counts = import_string(BADGES[model]) if model in BADGES else None
    return counts(request) if counts else None


def _may_see(request: HttpRequest, model: str) -> bool:
    if model in OF_ALL and not access.has_all_properties(request.user):
        return False
    if model in PAGES:
        return bool(request.user.has_perm(PAGES[model]))
    app, name = model.rsplit("_", 1)
    return any(
        request.user.has_perm(f"{app}.{verb}_{name}") for verb in ("view", "change")
    )
