"""Settings of mails to guests and staff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from concierge_project.settings.environment import env

# : Mail server, as `smtp+tls://user:password@host:587`. Empty sends no mails in
# : production, and elsewhere writes them to the folder `mail` of the var folder.
EMAIL_URL: str = env.str("EMAIL_URL", default="")
# : Address that mails to guests and staff come from.
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default="concierge@localhost")
# For each answer of the server.
SECONDS = 20
SMTP = "django.core.mail.backends.smtp.EmailBackend"


def backend(var_dir: Path, *, is_production: bool) -> dict[str, Any]:
    """Django's settings of its mail backend."""
    if EMAIL_URL:
        server: dict[str, Any] = env.email_url_config(EMAIL_URL)
        if server["EMAIL_BACKEND"] == SMTP:
            server["EMAIL_BACKEND"] = "apps.infrastructure.bounded_smtp.EmailBackend"
        return {**server, "EMAIL_TIMEOUT": SECONDS}
    if is_production:
        return {"EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend"}
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "EMAIL_FILE_PATH": var_dir / "mail",
    }
