"""The page's own sentences in the guest's language, and pages that are rendered in
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import shortcuts
from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import formats, translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_info

from apps.language import times
from apps.webchat.page import greetings
from apps.webchat.page.privacy_sentences import PRIVACY
from apps.webchat.page.sentences import CALENDAR, SENTENCES, STAFF
from apps.webchat.page.side_sentences import DOCUMENT, MAP, SHARE, SHARED
from apps.webchat.page.starter_texts import STARTERS


@dataclass(frozen=True)
class PageTexts:
    """Sentences of one language; English where a translation is missing."""

    language: str

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`."""
        return "rtl" if get_language_info(self.language)["bidi"] else "ltr"

    def page(self, *, for_staff: bool = False, **facts: str) -> dict[str, str]:
        """All sentences of the page; the script fills in the other braces."""
        return self._in_its_language(
            {**SENTENCES, **(STAFF if for_staff else {})}, facts
        )

    def privacy(self, **facts: str) -> dict[str, str]:
        """The sentences of the page about what happens to a guest's words."""
        return self._in_its_language(PRIVACY, facts)

    def document(self, **facts: str) -> dict[str, str]:
        """The sentences of the pages that show documents."""
        return self._in_its_language(DOCUMENT, facts)

    def share(self, **facts: str) -> dict[str, str]:
        """The sentences of the panel in which a guest shares the conversation."""
        return self._in_its_language(SHARE, facts)

    def shared(self, **facts: str) -> dict[str, str]:
        """The sentences of the page that shows a shared conversation."""
        return self._in_its_language(SHARED, facts)

    def map(self) -> dict[str, str]:
        """The sentences of the map of the resort."""
        return self._in_its_language(MAP, {})

    def calendar(self) -> dict[str, str]:
        """The sentences of an entry for a guest's own calendar."""
        return self._in_its_language(CALENDAR, {})

    def starter(self, key: str, **facts: object) -> dict[str, str]:
        with translation.override(self.language):
            return {part: text.format(**facts) for part, text in STARTERS[key].items()}

    def _in_its_language(
        self, texts: dict[str, Any], facts: dict[str, str]
    ) -> dict[str, str]:
        with translation.override(self.language):
            return {key: _filled(str(text), facts) for key, text in texts.items()}

    def greeting(self, at: datetime) -> str:
        with translation.override(self.language):
            return greetings.greeting(at)

    def moment(self, at: datetime) -> str:
        with translation.override(self.language):
            return greetings.moment(at)

    def date_and_time(self, at: datetime) -> str:
        with translation.override(self.language):
            return greetings.date_and_time(at)

    def date(self, at: datetime) -> str:
        with translation.override(self.language):
            return formats.date_format(at)


def of_request(request: HttpRequest) -> PageTexts:
    """In the language of the address (`?lang=es`), else in that of the browser."""
    language = offered_language(request.GET.get("lang", ""))
    return PageTexts(language or translation.get_language_from_request(request))


def offered_language(code: str) -> str:
    """The page's language for a code such as `ES-mx`; empty where it has none."""
    try:
        return translation.get_supported_language_variant(code.strip().lower())
    except LookupError:
        return ""


def other_languages(texts: PageTexts, query: QueryDict) -> list[dict[str, str]]:
    """The languages that the page can change to, each by its own name.

    query: that of the page, such as the place whose code was read; it stays.
    """
    return [
        {"code": code, "name": name, "query": _with_language(query, code)}
        for code, name in settings.LANGUAGES
        if code != texts.language
    ]


def _with_language(query: QueryDict, code: str) -> str:
    changed = query.copy()
    changed["lang"] = code
    return changed.urlencode()


def _filled(text: str, facts: dict[str, str]) -> str:
    for name, value in facts.items():
        text = text.replace(f"{{{name}}}", value)
    return times.one_stop(text)


def render(
    request: HttpRequest, template: str, page_texts: PageTexts, context: dict[str, Any]
) -> HttpResponse:
    """A page in the guest's language, marked as such for caches."""
    attributes = {"language": page_texts.language, "direction": page_texts.direction}
    response = shortcuts.render(request, template, {**context, **attributes})
    response["Content-Language"] = page_texts.language
    patch_vary_headers(response, ["Accept-Language"])
    return response
