"""What the site is assembled from: apps, middleware, templates."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

INSTALLED_APPS = [
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.filters",
    "unfold.contrib.forms",
    "apps.staff.admin_config.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "corsheaders",
    "ninja",
    "django_celery_beat",
    "django_celery_results",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "axes",
    "apps.infrastructure",
    "apps.language",
    "apps.local_servers",
    "apps.privacy",
    "apps.llm",
    "apps.properties",
    "apps.catalog",
    "apps.documents",
    "apps.knowledge",
    "apps.concierge",
    "apps.guests",
    "apps.conversations",
    "apps.webchat",
    "apps.reservations",
    "apps.notifications",
    "apps.sms",
    "apps.staff",
    "apps.ops",
    "concierge_project",
]
# Measuring and training are no part of the production image.
if find_spec("benchmarks"):
    INSTALLED_APPS.append("benchmarks")
MIDDLEWARE = [
    "corsheaders.middleware.CorsMiddleware",
    # Outside of all that may refuse a request.
    "concierge_project.middleware.api_errors.ApiErrors",
    "django.middleware.security.SecurityMiddleware",
    "concierge_project.middleware.url_validation.ReadableAddress",
    "concierge_project.middleware.compression.Compression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "concierge_project.middleware.content_policy.ContentPolicy",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    # Last: it turns a refused login into the page that says so.
    "axes.middleware.AxesMiddleware",
]


def storages(is_production: bool, *, is_shared: bool) -> dict[str, dict[str, str]]:
    """Files that never change are compressed once, when they are collected.

    is_shared: whether pictures and documents lie in a store that hosts share.
    """
    shared = "concierge_project.shared_files.SharedFiles"
    disk = "django.core.files.storage.FileSystemStorage"
    whitenoise = "whitenoise.storage.CompressedStaticFilesStorage"
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    return {
        "default": {"BACKEND": shared if is_shared else disk},
        "staticfiles": {"BACKEND": whitenoise if is_production else plain},
    }


def templates(base: Path) -> list[dict[str, Any]]:
    return [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "DIRS": [base / "templates"],
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ]
