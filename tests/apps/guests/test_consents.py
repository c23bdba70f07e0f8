"""The ledger of consents: complete, in order, and shown when somebody changed it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from apps.guests import consents
from apps.guests.models import Consent, Guest
from apps.infrastructure.postgresql import roles
from apps.properties.models import Property

SUBJECT = "+18605550123"
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MEMORY, SMS = Consent.Scope.MEMORY, Consent.Scope.SMS


def record(place: Property, is_given: bool = True, scope: str = SMS) -> Consent:
    text = "Reply YES to hear from us by text."
    return consents.record(
        place,
        SUBJECT,
        scope,
        is_given=is_given,
        channel="sms",
        source="word YES",
        text_shown=text,
        said_at=NOON,
    )


def record_memory(guest: Guest, is_given: bool = True) -> Consent:
    return consents.record(
        guest.property,
        str(guest.pk),
        MEMORY,
        is_given=is_given,
        channel="web",
        source="button",
        text_shown="May we remember you?",
        said_at=NOON,
        guest=guest,
    )


def run_by_hand(statement: str, *values: str) -> None:
    """What somebody with the database's password can do."""
    with roles.owner(), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("set constraints all immediate")
        cursor.execute("alter table guests_consent disable trigger user")
        cursor.execute(statement, values or None)
        cursor.execute("alter table guests_consent enable trigger user")


def verify(*options: str) -> str:
    """What the command writes; raises SystemExit(1) if the ledger is broken."""
    output = StringIO()
    call_command("consent", "verify", *options, stdout=output)
    return output.getvalue()


def broken(*options: str) -> list[str]:
    output = StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("consent", "verify", *options, stdout=output)
    assert exit_info.value.code == 1
    return output.getvalue().splitlines()


def test_it_knows_the_newest_entry(mohegan: Property, foxwoods: Property) -> None:
    assert not consents.is_given(mohegan, SUBJECT, SMS)
    record(mohegan)
    assert consents.is_given(mohegan, SUBJECT, SMS)
    assert not consents.is_given(mohegan, SUBJECT, MEMORY)
    assert not consents.is_given(foxwoods, SUBJECT, SMS)
    record(mohegan, is_given=False)
    assert not consents.is_given(mohegan, SUBJECT, SMS)
    assert Consent.objects.count() == 2


def test_it_remembers_a_guest_who_agrees_until_he_does_not(mohegan: Property) -> None:
    guest = Guest.objects.create(property=mohegan)
    for is_given in (True, False):
        record_memory(guest, is_given)
        guest.refresh_from_db()
        assert guest.is_remembered is is_given


def test_it_refuses_to_change_or_delete_an_entry(mohegan: Property) -> None:
    record(mohegan)
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
        Consent.objects.update(is_given=False)
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
        Consent.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_it_refuses_to_empty_the_table() -> None:
    with roles.owner(), connection.cursor() as cursor:
        for table in ("guests_consent", "guests_guest cascade"):
            with pytest.raises(IntegrityError, match="only grows"):
                cursor.execute(f"truncate {table}")


def test_an_empty_ledger_says_that_it_is_empty(mohegan: Property) -> None:
    assert "whole: 0 entries" in verify()
    assert "whole: 0 entries" in verify("--property", "mohegan-sun")
    record(mohegan)
    assert "whole: 1 entries" in verify()


def test_it_outlives_its_guest(mohegan: Property) -> None:
    guest = Guest.objects.create(property=mohegan)
    record_memory(guest)
    guest.delete()
    assert Consent.objects.get().guest is None
    assert "whole" in verify()


@pytest.mark.django_db(transaction=True)
def test_it_numbers_twenty_entries_of_one_moment(mohegan: Property) -> None:
    def record_apart(_: int) -> None:
        record(mohegan)
        connection.close()

    with ThreadPoolExecutor(20) as threads:
        list(threads.map(record_apart, range(20)))
    numbers = Consent.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 21))
    assert "whole" in verify()


@pytest.mark.parametrize(
    ("statement", "findings"),
    [
        (
            "update guests_consent set text_shown = 'Anything' where number = 2",
            ["mohegan-sun: entry 2 is changed"],
        ),
        (
            "update guests_consent set hash = repeat('a', 64) where number = 2",
            ["mohegan-sun: entry 2 is changed"],
        ),
        (
            "delete from guests_consent where number = 2",
            ["mohegan-sun: entry 2 is missing"],
        ),
        (
            "delete from guests_consent where number = 1",
            ["mohegan-sun: entry 1 is missing"],
        ),
        (
            "update guests_consent set number = number + 10 where number in (2, 3); "
            "update guests_consent set number = 15 - number where number > 10",
            ["mohegan-sun: entry 2 is reordered", "mohegan-sun: entry 3 is reordered"],
        ),
    ],
)
@pytest.mark.django_db(transaction=True)
def test_it_finds_what_was_broken_by_hand(
    mohegan: Property, foxwoods: Property, statement: str, findings: list[str]
) -> None:
    for is_given in (True, False, True, False):
        record(mohegan, is_given)
    run_by_hand(statement)
    record(foxwoods)
    assert broken() == findings
    assert broken("--property", "mohegan-sun") == findings
    assert "whole" in verify("--property", "foxwoods")


@pytest.mark.django_db(transaction=True)
def test_it_finds_an_entry_that_was_hashed_again(mohegan: Property) -> None:
    for is_given in (True, False, True):
        record(mohegan, is_given)
    entry = Consent.objects.get(number=2)
    entry.is_given = True
    fake_hash = consents._digest(entry, 2)
    run_by_hand(
        "update guests_consent set is_given = true, hash = %s where number = 2",
        fake_hash,
    )
    assert broken() == ["mohegan-sun: entry 2 is changed"]


def test_it_lists_what_one_guest_agreed_to(mohegan: Property) -> None:
    record(mohegan)
    record(mohegan, is_given=False)
    output = StringIO()
    call_command("consent", "list", "--subject", SUBJECT, stdout=output)
    first, second = output.getvalue().splitlines()
    assert first.startswith("mohegan-sun 1: Text messages that we begin, given")
    assert "“Reply YES to hear from us by text.”" in first
    assert "taken back" in second


def test_it_says_which_property_it_does_not_know(mohegan: Property) -> None:
    with pytest.raises(CommandError, match="no property “nowhere”"):
        verify("--property", "nowhere")


def test_it_prints_the_newest_hash_to_be_kept_elsewhere(mohegan: Property) -> None:
    newest = record(mohegan)
    assert f"mohegan-sun: 1 entries, newest {newest.hash}" in verify()
