"""The form in which staff choose what they, or others, are told of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminPasswordWidget,
    UnfoldAdminTextInputWidget,
)

from apps.notifications.delivery import webhooks
from apps.notifications.models import Channel, Subscription
from apps.notifications.topics import CHOICES

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Subscription]
else:
    ModelForm = forms.ModelForm
NO_ADDRESS = "This person's account has no e-mail address."
# What waited before one of these was chosen is no news.
CHOSEN_ANEW = frozenset({"property", "user", "role", "topics", "is_active"})
KEPT = "It is stored and not shown again. Leave this empty to keep it."


class ClockWidget(UnfoldAdminTextInputWidget):
    """Django's own warns where the clock of the browser is not that of the resort."""

    input_type = "time"


class SubscriptionForm(ModelForm):
    """`reader` is the user at the form, set by the admin."""

    reader: Any = None
    topics = forms.MultipleChoiceField(
        choices=CHOICES, label="Tell of", widget=UnfoldAdminCheckboxSelectMultipleWidget
    )

    class Meta:
        model = Subscription
        fields = (
            "property",
            "channel",
            "user",
            "role",
            "webhook_url",
            "topics",
            "quiet_from",
            "quiet_until",
            "is_active",
        )
        widgets = {"quiet_from": ClockWidget, "quiet_until": ClockWidget}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._stored_url = self.instance.webhook_url
        self.initial["webhook_url"] = ""
        if field := self.fields.get("webhook_url"):
            field.widget = UnfoldAdminPasswordWidget(
                attrs={"autocomplete": "new-password"}, render_value=False
            )
            field.help_text = KEPT if self._stored_url else field.help_text

    def clean(self) -> dict[str, Any]:
        """Django asks the constraints of the row after this."""
        cleaned = super().clean() or self.cleaned_data
        if "channel" not in self.fields:  # staff who choose for themselves
            self.instance.user = self.reader
        channel = cleaned.get("channel", self.instance.channel)
        if channel == Channel.EMAIL:
            cleaned["webhook_url"] = ""
            self._check_mail(cleaned.get("user") or self.instance.user)
        else:
            cleaned["webhook_url"] = self._checked_url(cleaned.get("webhook_url", ""))
        if CHOSEN_ANEW.intersection(self.changed_data):
            self.instance.active_since = timezone.now()
        return cleaned

    def _check_mail(self, user: Any) -> None:
        if user and not user.email:
            field = "user" if "user" in self.fields else None
            self.add_error(field, NO_ADDRESS)

    def _checked_url(self, new_url: str) -> str:
        url = new_url.strip() or self._stored_url
        if not url:
            self.add_error("webhook_url", "Enter the address of the webhook.")
            return ""
        try:
            webhooks.is_webhook_address(url)
        except ValidationError as error:
            self.add_error("webhook_url", error)
        return url
