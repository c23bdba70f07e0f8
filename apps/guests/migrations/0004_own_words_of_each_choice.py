"""The words of each choice beside a fact; cuts what is stored to the words of the fact.

A quote may hold more of its message than the fact: a card number, an illness.
"""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from apps.guests import evidence


def cut(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Each row is written once, a guest's fact after the other."""
    facts: Any = apps.get_model("guests", "GuestFact").objects
    rows = facts.order_by("guest_id", "key", "collected_at", "pk").iterator()
    for _, history in groupby(rows, key=attrgetter("guest_id", "key")):
        choice_quotes: dict[str, Any] = {}
        for fact in history:
            if _is_list(fact):
                choice_quotes = _of_choices(fact, choice_quotes)
                fact.choice_quotes = choice_quotes
                fact.quote = _latest(fact)
            else:
                fact.quote = evidence.of(fact.key, fact.value, fact.quote)
            fact.save(update_fields=["quote", "choice_quotes"])


def _is_list(fact: Any) -> bool:
    return isinstance(fact.value, list) and all(
        isinstance(choice, str) for choice in fact.value
    )


def _of_choices(fact: Any, earlier: dict[str, Any]) -> dict[str, Any]:
    """A choice that the quote does not name was told before, in words of its own."""
    quotes = {}
    for choice in fact.value:
        if choice in earlier and not evidence.names(fact.key, choice, fact.quote):
            quotes[choice] = earlier[choice]
            continue
        words = evidence.of(fact.key, choice, fact.quote)
        quotes[choice] = {"words": words, "turn_id": str(fact.turn_id)}
    return quotes


def _latest(fact: Any) -> str:
    """The words of a choice that the row's own message tells, if one does."""
    sources = sorted(
        fact.choice_quotes.values(),
        key=lambda source: bool(source["turn_id"] == str(fact.turn_id)),
    )
    return str(sources[-1]["words"]) if sources else ""


class Migration(migrations.Migration):
    dependencies = [("guests", "0003_guest_consent_asked_at")]

    operations = [
        migrations.AddField(
            model_name="guestfact",
            name="choice_quotes",
            field=models.JSONField(
                default=dict,
                db_default=models.Value({}, models.JSONField()),
                help_text="Of a list, the words for each choice, and their turn.",
            ),
        ),
        migrations.RunPython(cut, migrations.RunPython.noop),
    ]
