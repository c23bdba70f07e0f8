"""The content security policy of a page: the admin's is its own."""

from __future__ import annotations

from csp.middleware import CSPMiddleware, PolicyParts
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

ADMIN = "/admin/"


class ContentPolicy(CSPMiddleware):
    """Middleware of django-csp, with `ADMIN_CONTENT_SECURITY_POLICY` below /admin/."""

    def get_policy_parts(
        self,
        request: HttpRequest,
        response: HttpResponseBase,
        report_only: bool = False,
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        if request.path_info.startswith(ADMIN) and not report_only:
            parts.config = settings.ADMIN_CONTENT_SECURITY_POLICY
        return parts
