"""Settings of the login: password, single sign-on, second factor, lockout."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

BACKENDS = [
    # First: it refuses before any other looks at the password.
    "axes.backends.AxesStandaloneBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]


def settings(name: str) -> dict[str, Any]:
    """Of django-allauth and django-axes; `name` is what authenticator apps show."""
    return {
        "AUTHENTICATION_BACKENDS": BACKENDS,
        "LOGIN_URL": "account_login",
        "LOGIN_REDIRECT_URL": "admin:index",
        "ACCOUNT_ADAPTER": "apps.staff.accounts.adapter.StaffAccountAdapter",
        "ACCOUNT_LOGIN_METHODS": {"username"},
        "ACCOUNT_SIGNUP_FIELDS": ["username*", "password1*"],
        "ACCOUNT_EMAIL_VERIFICATION": "none",
        "ACCOUNT_LOGOUT_REDIRECT_URL": "account_login",
        "ACCOUNT_SESSION_REMEMBER": False,
        # Guesses are counted below, in the database: every process sees them.
        "ACCOUNT_RATE_LIMITS": {"login_failed": None},
        "SOCIALACCOUNT_ADAPTER": "apps.staff.accounts.single_sign_on.adapter"
        ".StaffProviderAdapter",
        "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes"],
        "MFA_TOTP_ISSUER": name,
        "MFA_FORMS": {
            "authenticate": "apps.staff.accounts.second_factor.AuthenticateForm",
            "reauthenticate": "apps.staff.accounts.second_factor.ReauthenticateForm",
        },
        # A guesser is shut out; the same person at another desk is not.
        "AXES_FAILURE_LIMIT": 5,
        "AXES_COOLOFF_TIME": timedelta(minutes=15),
        "AXES_LOCKOUT_PARAMETERS": [["username", "ip_address"]],
        "AXES_LOCKOUT_TEMPLATE": "account/locked.html",
        "AXES_CLIENT_IP_CALLABLE": "apps.webchat.client_address.of_request",
        "AXES_USERNAME_CALLABLE": "apps.staff.accounts.adapter.attempted_username",
        "AXES_ENABLE_ADMIN": False,
        "AXES_SENSITIVE_PARAMETERS": ["password", "login", "code", "state"],
        "AXES_VERBOSE": False,
    }
