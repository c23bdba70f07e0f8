"""A page for staff that is a phone: they text the concierge as a guest would."""

from __future__ import annotations

from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.sites import site
from django.contrib.auth.decorators import permission_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from apps.properties import access
from apps.properties.models import Property
from apps.sms import phone_numbers
from apps.sms.incoming import inbound
from apps.sms.models import InboundText, OutboundText

REFRESH_SECONDS = 2
MOST_SHOWN = 40


class PhoneForm(forms.Form):
    property = forms.ModelChoiceField(
        Property.objects.all(), widget=UnfoldAdminSelectWidget
    )
    text = forms.CharField(
        widget=UnfoldAdminTextInputWidget(attrs={"autofocus": True}),
        max_length=settings.MAX_MESSAGE_CHARS,
    )


@permission_required("sms.view_inboundtext", raise_exception=True)
def show(request: HttpRequest) -> HttpResponse:
    number = phone_numbers.number_of(request.user.pk or 0)
    form = PhoneForm(request.POST or None, initial=_initial(request))
    property_field: Any = form.fields["property"]
    property_field.queryset = access.properties(request.user)
    if request.method == "POST" and form.is_valid():
        place = form.cleaned_data["property"]
        inbound.receive_trial(place, number, form.cleaned_data["text"])
        return redirect(f"{reverse('phone')}?property={place.pk}")
    if form.is_bound and form.has_error("property", "invalid_choice"):
        raise Http404  # The page offers none of another team's properties.
    messages = _messages(request.user, number)
    context = {
        **site.each_context(request),
        "title": "Phone",
        "form": form,
        "messages_shown": messages,
        "refresh_seconds": REFRESH_SECONDS if _is_waiting(number) else 0,
    }
    return render(request, "admin/sms/phone.html", context)


def _initial(request: HttpRequest) -> dict[str, str]:
    chosen = request.GET.get("property", "")
    first = access.properties(request.user).values_list("pk", flat=True).first()
    return {"property": chosen or str(first or "")}


def _messages(user: Any, number: str) -> list[dict[str, Any]]:
    """Both directions, in the order in which they came, the latest last."""
    texts = access.mine(InboundText.objects.filter(from_number=number), user)
    answers = access.mine(OutboundText.objects.filter(to_number=number), user)
    shown = chain(
        (_shown(row, "guest", row.stored_at) for row in texts[:MOST_SHOWN]),
        (_shown(row, "concierge", row.created_at) for row in answers[:MOST_SHOWN]),
    )
    return sorted(shown, key=itemgetter("at"))[-MOST_SHOWN:]


def _shown(row: Any, who: str, at: datetime) -> dict[str, Any]:
    note = row.get_status_display()
    reason = getattr(row, "reason_not_sent", "") or getattr(row, "reason", "")
    if who == "concierge":
        segments = "segment" if row.segments == 1 else "segments"
        note = f"{note}, {row.segments} {segments}"
    return {
        "who": who,
        "at": at,
        "words": row.body,
        "note": f"{note}: {reason}" if reason else note,
    }


def _is_waiting(number: str) -> bool:
    unanswered = InboundText.objects.filter(
        from_number=number, status__in=["waiting", "answering"]
    )
    unsent = OutboundText.objects.filter(
        to_number=number, status__in=["pending", "claimed"]
    )
    return unanswered.exists() or unsent.exists()
