"""Each filter of the staff's pages is forgotten in turn, and the canaries notice.

The policies are switched off meanwhile, so nothing but the filter keeps the rows apart.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib import admin

import apps
from tests.five_resorts import WORDS, Resorts
from tests.journeys.test_walls import made_once, pictures, resorts, without_policies
from tests.rows_of_property import PAGES, address_of
from tests.visitors import filters
from tests.visitors.live import Visitor

__all__ = ["made_once", "pictures", "resorts"]
FURTHER_PAGES = ["/admin/phone/"]
ASKED = ("mine", "properties", "insist")
# Whose pages are the same without it. The policies hold for all of them, but for the
# names and time zones of properties, which everybody may read.
READ_ONLY = "its fields are shown and not chosen"
COUNT = "it counts rows and shows none"
NO_ROWS = "its rows are shown once a guest's words are waiting in them"
UNNOTICED = {
    "AllItemsAdmin.formfield_for_foreignkey": READ_ONLY,
    "DailyTotalsAdmin.formfield_for_foreignkey": READ_ONLY,
    "DisagreementAdmin.formfield_for_foreignkey": READ_ONLY,
    "PropertyAdmin.formfield_for_foreignkey": READ_ONLY,
    "RecordChangeAdmin.formfield_for_foreignkey": READ_ONLY,
    "RetentionRunAdmin.formfield_for_foreignkey": READ_ONLY,
    "SourceRefreshAdmin.formfield_for_foreignkey": READ_ONLY,
    "properties.local_times.of_staff": "it reads time zones",
    "sms.phone_page._initial": "it chooses the first property, which is the own one",
    "sms.phone_page._messages": "the phone's number is the user's own",
    "staff.admin.catalog.item_admin.ItemAdmin.get_changeform_initial_data": (
        "it chooses the property where there is one"
    ),
    "staff.admin.conversations.alerts.unseen_count": COUNT,
    "staff.admin.disagreements.open_count": COUNT,
    "staff.gaps.views._works": NO_ROWS,
    "staff.gaps.views.gap_list": NO_ROWS,
    "staff.history.versions.readable_by": "the version on its page is an own one",
    "staff.review.approval_views._waiting": NO_ROWS,
}
# What no page reads that is only opened.
FORM = "a form is sent: the policies refuse to write for another property"
ACCOUNTS = "a manager's pages, which `tests/apps/staff/team` tries"
NOT_OPENED = {
    "notifications.recipients.Recipient._property_ids": "mail, which nobody opens",
    "staff.bulk_actions.jobs._run_chunk": FORM,
    "staff.documents.views._upload": FORM,
    "staff.gaps.handling_views.reopen": FORM,
    "staff.intake.views.upload": FORM,
    "staff.place_codes.show": "one PDF, whose words are compressed",
    "staff.playground.views._run": FORM,
    "staff.review.approval_views.decide": FORM,
    "staff.team.forms.WorkForm.__init__": ACCOUNTS,
    "staff.team.members.listed_for": ACCOUNTS,
    "staff.team.members.managed_by": ACCOUNTS,
    "staff.team.members.properties_of": ACCOUNTS,
    "webchat.document_page._may_review": "the query names the address's property",
}
# At doors that tell what no policy keeps: no rows are read there.
LIVE = {
    "staff.live.announcements.properties_of": "live_list",
    "webchat.staff_trace.is_visible": "trace",
}


class Staff:
    """Staff of the first resort, who open every page with ids of the second one."""

    def __init__(self, resorts: Resorts) -> None:
        self.own_word, self.foreign_word = WORDS[:2]
        self.rows = resorts.rows
        self.client = resorts.staff[self.own_word]
        foreign_name = resorts.place(self.foreign_word).name
        self.marks = [self.foreign_word.lower(), foreign_name.lower()]

    def addresses(self) -> Iterator[str]:
        foreign_rows = self.rows[self.foreign_word]
        yield from (address_of(page, foreign_rows) for page in [*PAGES, *FURTHER_PAGES])
        for model in admin.site._registry:
            label = model._meta.label_lower
            if label not in foreign_rows:
                continue
            base = f"/admin/{label.replace('.', '/')}/"
            yield from (base, f"{base}add/", self._row(base, label, self.own_word))
            foreign_row = self._row(base, label, self.foreign_word)
            yield from (foreign_row, foreign_row.replace("change/", "history/"))

    def _row(self, base: str, label: str, word: str) -> str:
        return f"{base}{self.rows[word][label].pk}/change/"

    def read(self, address: str) -> tuple[int, list[str]]:
        """The status, and which marks of the foreign resort stand on the page."""
        answer: Any = self.client.get(address, follow=True)
        chunks = answer.streaming_content if answer.streaming else [answer.content]
        text = b"".join(chunks).decode(errors="replace").lower()
        return answer.status_code, [mark for mark in self.marks if mark in text]


def filters_in_code() -> set[str]:
    """All callers of the filters, named as `filters.caller` names them."""
    root = Path(apps.__path__[0])
    return {
        f"{'.'.join(path.relative_to(root).with_suffix('').parts)}.{name}"
        for path in root.rglob("*.py")
        if path.name != "access.py"
        for name in _callers(ast.parse(path.read_text()), "")
    }


def _callers(node: ast.AST, owner: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        name = owner
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{owner}.{child.name}".lstrip(".")
        match child:
            case ast.Call(ast.Attribute(ast.Name("access"), called)) if called in ASKED:
                yield owner
        yield from _callers(child, name)


@pytest.mark.nightly
def test_a_canary_notices_each_filter_that_is_forgotten(resorts: Resorts) -> None:
    staff = Staff(resorts)
    pages_of: dict[str, list[str]] = {}
    before: dict[str, tuple[int, list[str]]] = {}
    with without_policies():
        for address in staff.addresses():
            with filters.noted() as passed:
                before[address] = staff.read(address)
            for name in passed:
                pages_of.setdefault(name, []).append(address)
        assert not any(marks for _, marks in before.values())
        unnoticed = {
            name
            for name, addresses in pages_of.items()
            if not is_noticed(staff, name, addresses, before)
        }
    assert unnoticed == set(UNNOTICED)
    assert filters_in_code() - set(pages_of) == {*NOT_OPENED, *LIVE}


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "door_name"), LIVE.items())
def test_a_canary_notices_what_only_a_filter_keeps(
    resorts: Resorts, name: str, door_name: str
) -> None:
    visitor = Visitor(resorts, *WORDS[:2], seed=7)
    door = getattr(visitor, door_name)
    assert not any(WORDS[1] in door() for _ in range(9))
    with filters.removed(name):
        assert any(WORDS[1] in door() for _ in range(9))


def is_noticed(
    staff: Staff,
    name: str,
    addresses: list[str],
    before: dict[str, tuple[int, list[str]]],
) -> bool:
    with filters.removed(name):
        return any(staff.read(address) != before[address] for address in addresses)
