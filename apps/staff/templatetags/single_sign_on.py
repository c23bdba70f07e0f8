"""Whether the login page offers single sign-on."""

from django import template
from django.conf import settings

from apps.staff.accounts.single_sign_on import provider

register = template.Library()


@register.simple_tag
def single_sign_on_name() -> str:
    """The provider's name; empty where there is none."""
    return str(settings.STAFF_SSO_NAME) if provider.is_set_up() else ""
