"""The form in which staff write a text message to a guest who has agreed to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.guests import contacts
from apps.sms.models import OutboundText
from apps.sms.outgoing import begun_texts, segments

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[OutboundText]
else:
    ModelForm = forms.ModelForm
NO_NUMBER = "No text can be sent to this number. Write it as +18605551234."


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
        text = begun_texts.words(
            cleaned["property"], cleaned["to_number"], cleaned["body"]
        )
        count, most = segments.count(text), settings.SMS_MAX_SEGMENTS
        if count > most:
            self.add_error("body", f"This takes {count} messages; {most} are allowed.")
        return cleaned
