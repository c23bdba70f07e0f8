"""Forms of the admin as a browser without JavaScript fills and sends them."""

from __future__ import annotations

from functools import cached_property
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client


class _Fields(HTMLParser):
    """Collects what a browser would send of the form on the page."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self._select = self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        name = attributes.get("name", "")
        if tag == "input" and name:
            self._input(name, attributes)
        elif tag == "select":
            self._select = name
            self.values.setdefault(name, "")
        elif tag == "option" and self._select and "selected" in attributes:
            self.values[self._select] = attributes.get("value", "")
        elif tag == "textarea":
            self._text = name
            self.values[name] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, text: str) -> None:
        if self._text:
            self.values[self._text] += text

    def _input(self, name: str, attributes: dict[str, str]) -> None:
        kind = attributes.get("type", "text")
        if kind in {"submit", "file"}:
            return
        if kind in {"checkbox", "radio"} and "checked" not in attributes:
            return
        ticked = "on" if kind == "checkbox" else ""
        self.values[name] = attributes.get("value", ticked)


def press_action(client: Client, address: str, action: str, *keys: int) -> None:
    """Chooses an action for these rows of the list at an address."""
    client.post(address, {"action": action, "_selected_action": keys})


class Form:
    """The form at an address, which is opened at once."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address
        self.page = self._opened()

    @cached_property
    def page(self) -> HttpResponse:
        """The last answer of the server, which took what was sent before."""
        return self._opened()

    @cached_property
    def text(self) -> str:
        return self.page.content.decode()

    @cached_property
    def values(self) -> dict[str, str]:
        fields = _Fields()
        fields.feed(self.text)
        return {
            name: value
            for name, value in fields.values.items()
            if "__prefix__" not in name
        }

    def _opened(self) -> HttpResponse:
        page: Any = self.client.get(self.address)
        assert page.status_code == 200, page.status_code
        return page  # type: ignore[no-any-return]

    def fill(self, **values: Any) -> Form:
        """Django's names; a row of an inline is `hours__0__opens_at`."""
        for name, value in values.items():
            self.values[name.replace("__", "-")] = str(value)
        return self

    def add_row(self, prefix: str, **values: Any) -> Form:
        number = int(self.values[f"{prefix}-TOTAL_FORMS"])
        self.values[f"{prefix}-TOTAL_FORMS"] = str(number + 1)
        return self.fill(
            **{f"{prefix}-{number}-{name}": value for name, value in values.items()}
        )

    def row_of(self, prefix: str, **expected: Any) -> int:
        """The number of the row that shows these values."""
        for number in range(int(self.values[f"{prefix}-TOTAL_FORMS"])):
            shown = {
                name: self.values[f"{prefix}-{number}-{name}"] for name in expected
            }
            if shown == {name: str(value) for name, value in expected.items()}:
                return number
        raise AssertionError(f"no row of {prefix} shows {expected}")

    def send(self) -> Form:
        """Saves; afterwards `is_saved` tells whether the server took it.

        The form of what is saved is opened when it is first looked at.
        """
        page: Any = self.client.post(self.address, {**self.values, "_continue": "1"})
        for name in ("page", "text", "values"):
            self.__dict__.pop(name, None)
        self.is_saved = page.status_code == 302
        if self.is_saved:
            self.address = page["Location"]
        else:
            assert page.status_code == 200, page.status_code
            self.page = page
        return self
