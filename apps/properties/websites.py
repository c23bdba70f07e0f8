"""Website addresses: normalised for storage, shortened for display, safe in links."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.db import models

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField

# RFC 3986 allows none of them in an address.
UNSAFE = frozenset('"<>\\^`{|}')
SCHEMES = ("https", "http")
MAX_ADDRESSES = 1024
_is_url = URLValidator(
    schemes=SCHEMES, message="Write an address such as https://example.com."
)


def with_scheme(address: str) -> str:
    """`example.com` becomes `https://example.com`."""
    text = address.strip()
    return text if not text or "://" in text else f"https://{text}"


def without_scheme(address: str) -> str:
    """The address as guests read it."""
    for scheme in SCHEMES:
        address = address.removeprefix(f"{scheme}://")
    return address


def is_web_address(address: str) -> None:
    """A validator: refuses unsafe addresses and those without a scheme."""
    if any(unicodedata.category(sign).startswith("C") for sign in address):
        raise ValidationError("An address holds no invisible characters.")
    if UNSAFE.intersection(address):
        raise ValidationError("An address holds no quotes, brackets or braces.")
    _is_url(address)
    if "@" in urlsplit(address).netloc:
        raise ValidationError("An address holds no user name and no password.")


@lru_cache(MAX_ADDRESSES)
def href(address: str) -> str:
    """The target of a link; empty for text that is no web address."""
    target = with_scheme(address)
    try:
        is_web_address(target)
    except ValidationError:
        return ""
    return target


class WebsiteField(_Text):
    """A web address, stored with its scheme."""

    default_validators = [is_web_address]

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return with_scheme(text) if isinstance(text, str) else text

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Adds the scheme to rows that are saved without a form."""
        address = self.to_python(getattr(model_instance, self.attname))
        setattr(model_instance, self.attname, address)
        return address


def complete(model: type[models.Model]) -> None:
    """Adds the scheme to stored addresses; for migrations."""
    longest = getattr(model._meta.get_field("website"), "max_length", 0)
    rows = model._default_manager.exclude(website="").exclude(website__contains="://")
    for key, address in rows.values_list("pk", "website"):
        target = href(address)
        if target and len(target) <= longest:
            model._default_manager.filter(pk=key).update(website=target)
