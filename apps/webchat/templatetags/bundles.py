"""Gives templates the addresses of bundles."""

from django import template

from apps.webchat.bundles import files

register = template.Library()
register.simple_tag(files.url, name="bundle_url")
