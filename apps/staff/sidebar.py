"""The sidebar of the admin, with the entries that a user may see."""

from __future__ import annotations

import functools
from typing import Any

from django.contrib.admin.sites import site
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.module_loading import import_string

from apps.properties import access

# Group -> (title, icon, name of a page, or app and model of a list).
GROUPS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "Guests": (
        ("Alerts", "sos", "conversations_alert"),
        ("Answers to approve", "approval", "approvals"),
        ("Requests", "room_service", "requests"),
        ("Bookings", "event", "reservations_reservation"),
        ("Conversations", "forum", "conversations_conversation"),
        ("Texts received", "sms", "sms_inboundtext"),
        ("Texts sent", "outgoing_mail", "sms_outboundtext"),
        ("Gaps", "help", "gaps"),
        ("Evaluation cases", "fact_check", "conversations_evaluationcase"),
        ("Playground", "science", "playground"),
        ("Phone", "smartphone", "phone"),
    ),
    "Operations": (
        ("Dashboard", "monitoring", "ops"),
        ("Experiments", "labs", "properties_experiment"),
        ("Experiment report", "query_stats", "experiments"),
        ("Incidents", "warning", "ops_incident"),
        ("Alert rules", "rule_settings", "ops_alertrule"),
        ("Silences", "notifications_off", "ops_silence"),
        ("Errors", "bug_report", "ops_errorgroup"),
        ("Subscriptions", "notifications", "notifications_subscription"),
        ("Notifications", "mark_email_read", "notifications_notification"),
        ("Bookings read", "sync", "reservations_sourcerefresh"),
        ("Daily totals", "calendar_month", "ops_dailytotals"),
        ("Retention", "auto_delete", "conversations_retentionrun"),
        ("Task results", "task", "django_celery_results_taskresult"),
        ("Periodic tasks", "schedule", "django_celery_beat_periodictask"),
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
        ("FAQ", "contact_support", "catalog_faqentry"),
        ("Documents", "description", "documents_document"),
        ("Disagreements", "difference", "knowledge_disagreement"),
        ("Drafts", "edit_note", "drafts"),
        ("All items", "search", "catalog_item"),
        ("Maps", "map", "catalog_resortmap"),
        ("Properties", "domain", "properties_property"),
        ("Jurisdictions", "balance", "properties_jurisdiction"),
        ("Helpline changes", "how_to_reg", "properties_helplinechange"),
        ("Request policies", "rule", "reservations_requestpolicy"),
        ("Escalation steps", "timer", "reservations_escalationstep"),
        ("All requests", "list_alt", "reservations_request"),
        ("Numbers for texts", "dialpad", "sms_smsnumber"),
        ("Sending hours", "bedtime", "sms_sendinghours"),
        ("Property changes", "manage_history", "properties_recordchange"),
        ("Team", "group", "team"),
        ("Staff accounts", "badge", "auth_user"),
        ("Audit log", "history", "admin_logentry"),
        ("Sign-ins", "login", "axes_accesslog"),
        ("Failed sign-ins", "lock", "axes_accessattempt"),
        ("Import and export", "upload_file", "import"),
        ("Imports", "table", "staff_delivery"),
        ("Item changes", "manage_history", "staff_version"),
    ),
}

# Page -> permission to see it.
PAGES = {
    "approvals": "conversations.change_message",
    "drafts": "catalog.view_item",
    "experiments": "properties.view_experiment",
    "gaps": "conversations.view_conversation",
    "import": "staff.add_delivery",
    "ops": "conversations.view_turn",
    "phone": "sms.view_inboundtext",
    "playground": "catalog.view_item",
    "requests": "reservations.change_request",
    "runbook": "ops.view_incident",
    "team": "properties.manage_assignment",
}
# Pages and lists that only staff with access to all properties see.
ALL_PROPERTIES_ONLY = frozenset(
    {
        "ops",
        "ops_incident",
        "ops_alertrule",
        "ops_silence",
        "ops_errorgroup",
        "django_celery_results_taskresult",
        "admin_logentry",
        "properties_helplinechange",
        "axes_accesslog",
        "axes_accessattempt",
    }
)
# Page or list -> function that counts its rows that need attention.
BADGES = {
    "approvals": "apps.staff.review.approval_views.waiting_count",
    "conversations_alert": "apps.staff.admin.conversations.alerts.unseen_count",
    "drafts": "apps.staff.drafts.overview.waiting_count",
    "knowledge_disagreement": "apps.staff.admin.disagreements.open_count",
    "properties_helplinechange": (
        "apps.staff.admin.properties.helpline_changes.waiting_count"
    ),
    "requests": "apps.staff.requests.views.waiting_count",
    "ops_incident": "apps.ops.admin.incidents.open_count",
}


def script(request: HttpRequest) -> str:
    """URL of the admin's own script."""
    return static("staff/js/staff.js")


def style_sheet(request: HttpRequest) -> str:
    """URL of the admin's own style sheet."""
    return static("staff/css/staff.css")


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """The groups, with the entries that the user may see."""
    groups = [
        {"title": title, "separator": True, "items": _items(request, entries)}
        for title, entries in GROUPS.items()
    ]
    return [group for group in groups if group["items"]]


def menu(request: HttpRequest) -> HttpResponse:
    """The sidebar alone, with which an open page brings its counts up to date."""
    context = site.each_context(request)
    return render(request, "unfold/helpers/app_list.html", context)


def titles_by_url() -> dict[str, str]:
    """The entries of all groups, whoever may see them."""
    entries = (entry for group in GROUPS.values() for entry in group)
    return {_url(model): title for title, _, model in entries}


def _items(
    request: HttpRequest, entries: tuple[tuple[str, str, str], ...]
) -> list[dict[str, Any]]:
    return [
        {
            "title": title,
            "icon": icon,
            "link": _url(model),
            "badge": _badge(request, model),
            "badge_variant": "danger",
        }
        for title, icon, model in entries
        if _may_see(request, model)
    ]


@functools.cache
def _url(model: str) -> str:
    """Kept: a page has all of them, and they do not change while a process runs."""
    return reverse(model if model in PAGES else f"admin:{model}_changelist")


def _badge(request: HttpRequest, model: str) -> str | None:
    counts = import_string(BADGES[model]) if model in BADGES else None
    return counts(request) if counts else None


def _may_see(request: HttpRequest, model: str) -> bool:
    if model in ALL_PROPERTIES_ONLY and not access.has_all_properties(request.user):
        return False
    if model in PAGES:
        return bool(request.user.has_perm(PAGES[model]))
    app, name = model.rsplit("_", 1)
    return any(
        request.user.has_perm(f"{app}.{verb}_{name}") for verb in ("view", "change")
    )
