"""What Django's pages and mails about an error say of the settings."""

from __future__ import annotations

from typing import Any

from django.views.debug import SafeExceptionReporterFilter

from apps.infrastructure import credentials
from concierge_project.settings.secret_settings import SECRET_SETTINGS


class SecretFilter(SafeExceptionReporterFilter):
    """Hides our secrets too, and the password in each address of a server."""

    def cleanse_setting(self, key: Any, value: Any) -> Any:
        if key in SECRET_SETTINGS and value:
            return self.cleansed_substitute
        cleansed = super().cleanse_setting(key, value)
        return credentials.hide(cleansed) if isinstance(cleansed, str) else cleansed
