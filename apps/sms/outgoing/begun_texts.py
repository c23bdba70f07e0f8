"""Text messages that staff begin, and their form: who writes, and how to end them,
stand in each.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.guests import contacts
from apps.properties.models import Property
from apps.sms.models import OutboundText
from apps.sms.outgoing import notices, outbox, permission, segments

NO_NUMBER = "No text can be sent to this number. Write it as +18605551234."


def words(place: Property, number: str, text: str) -> str:
    """What the guest reads, in the language that he wrote in before."""
    contact = permission.contact_of(place, number)
    language = contact.guest.language if contact else "en"
    return segments.plain(notices.say("sms_begun", place, language, words=text))


def send(place: Property, number: str, text: str, now: datetime) -> OutboundText:
    """Stored, and sent unless it has a `reason_not_sent`: no consent, or at night."""
    return outbox.begin(place, number, words(place, number, text), now)


if TYPE_CHECKING:
    ModelForm = forms.ModelForm[OutboundText]
else:
    ModelForm = forms.ModelForm


class BeginForm(ModelForm):
    class Meta:
        model = OutboundText
        fields = ("property", "to_number", "body")
        labels = {"to_number": "Guest's number", "body": "Words"}
        widgets = {"body": UnfoldAdminTextareaWidget}
        help_texts = {
            "body": "The property's name goes before them, how to stop texts after."
        }

    def clean_to_number(self) -> str:
        number = contacts.e164(self.cleaned_data["to_number"])
        if not number:
            raise ValidationError(NO_NUMBER)
        return number

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not {"property", "to_number", "body"} <= cleaned.keys():
            return cleaned
        text = words(cleaned["property"], cleaned["to_number"], cleaned["body"])
        count, most = segments.count(text), settings.SMS_MAX_SEGMENTS
        if count > most:
            self.add_error("body", f"This takes {count} messages; {most} are allowed.")
        return cleaned
