"""Olga sets a threshold, hears when it is passed, and says that she is on it."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.infrastructure import redis
from apps.infrastructure.workers import worker_heartbeats
from apps.llm import breaker, chat
from apps.llm.failures import ModelUnavailable
from apps.notifications import tasks
from apps.ops.alerts import rules
from apps.ops.models import AlertRule, Incident, Silence
from apps.properties.models import Assignment, Property, StaffAccess
from tests.admin_form import Form, press_action
from tests.apps.notifications.conftest import subscribe

RULES, INCIDENTS = "/admin/ops/alertrule/", "/admin/ops/incident/"
SILENCE = "/admin/ops/silence/add/"
NAME = "rule: The queue is long"


@pytest.fixture
def rule(admin_client: Client, mohegan: Property) -> AlertRule:
    """Above two queued tasks for five minutes, as Olga enters it."""
    AlertRule.objects.all().delete()
    redis.broker().delete(worker_heartbeats.QUEUE)
    form = Form(admin_client, f"{RULES}add/")
    assert "Now: Queued tasks" in form.text
    assert "any time of a whole answer (ms)" in form.text
    values = {"name": "The queue is long", "series": "celery_queue_depth"}
    values |= {"threshold": "2", "minutes": "5", "level": "fault"}
    form.fill(**values, remedy="Run `start worker`.").send()
    assert form.is_saved, form.text
    return AlertRule.objects.get()


def queue_tasks(count: int) -> None:
    redis.broker().delete(worker_heartbeats.QUEUE)
    for _ in range(count):
        redis.broker().rpush(worker_heartbeats.QUEUE, "{}")


def statuses() -> list[tuple[str, bool]]:
    rows = Incident.objects.filter(check_name=NAME).order_by("pk")
    return [(row.level, row.closed_at is None) for row in rows]


def mail_count(settings: Settings) -> int:
    """How many mails staff got by now."""
    settings.SITE_URL = "https://concierge.example"
    tasks.notify_staff()
    return len(mail.outbox)


def test_it_opens_an_incident_that_lasts_and_closes_it(
    admin_client: Client, rule: AlertRule
) -> None:
    now = timezone.now()
    queue_tasks(3)
    assert rules.check(now) == 0
    assert rules.check(now + timedelta(seconds=5)) is None, "another process was first"
    assert rules.check(now + timedelta(minutes=4)) == 0
    assert rules.check(now + timedelta(minutes=6)) == 1
    page = admin_client.get(INCIDENTS).content.decode()
    assert "Queued tasks: 3, above 2." in page
    assert "<code>start worker</code>" in page
    dashboard = admin_client.get("/admin/ops/").content.decode()
    assert "alert above 2" in dashboard
    assert "ops-fault" in dashboard
    assert "Queued tasks: above 2 for 5 min" in admin_client.get(RULES).content.decode()
    queue_tasks(2)
    assert rules.check(now + timedelta(minutes=8)) == 0
    queue_tasks(3)
    rules.check(now + timedelta(minutes=10))
    rules.check(now + timedelta(minutes=16))
    assert statuses() == [("fault", False), ("fault", True)]
    AlertRule.objects.update(is_active=False)
    rules.check(now + timedelta(minutes=18))
    assert statuses() == [("fault", False), ("fault", False)]
    queue_tasks(0)


def test_nobody_is_told_of_what_is_acknowledged_or_silenced(
    admin_client: Client, admin_user: User, rule: AlertRule, settings: Settings
) -> None:
    subscribe(None, "fault", user=admin_user)
    AlertRule.objects.update(minutes=0)
    queue_tasks(3)
    form = Form(admin_client, SILENCE)
    assert "Rule: the queue is long" in form.text
    form.fill(check_name=NAME, ends_at_0="2000-01-01", ends_at_1="00:00", reason="x")
    form.send()
    assert "It ends before it begins." in form.text
    form.fill(ends_at_0="2099-01-01", reason="Planned work").send()
    assert form.is_saved, form.text
    now = timezone.now()
    rules.check(now)
    assert statuses() == [("fault", True)]
    assert "Silenced" in admin_client.get(INCIDENTS).content.decode()
    assert mail_count(settings) == 0
    Silence.objects.update(ends_at=now)
    assert mail_count(settings) == 1
    incident = Incident.objects.get(check_name=NAME)
    press_action(admin_client, INCIDENTS, "acknowledge", incident.pk)
    page = admin_client.get(INCIDENTS).content.decode()
    assert f"Acknowledged by {admin_user}" in page
    assert not Incident.objects.unattended(timezone.now()).exists()
    press_action(admin_client, INCIDENTS, "silence_a_day", incident.pk)
    silence = Silence.objects.order_by("-pk").first()
    assert silence
    assert (silence.check_name, silence.created_by) == (NAME, admin_user)
    queue_tasks(0)


def test_staff_of_one_property_change_no_rule_and_silence_nothing(
    sam: Client, sams_account: User, rule: AlertRule
) -> None:
    StaffAccess.objects.filter(user=sams_account).update(all_properties=False)
    Assignment.objects.create(user=sams_account, property=Property.objects.get())
    for path in (
        f"{RULES}add/",
        f"{RULES}{rule.pk}/delete/",
        "/admin/ops/silence/add/",
    ):
        assert sam.get(path).status_code in {302, 403}, path
    row = Incident.objects.create(
        check_name="beat", level="fault", message="x", last_seen_at=timezone.now()
    )
    for action in ("acknowledge", "silence_a_day"):
        press_action(sam, INCIDENTS, action, row.pk)
    row.refresh_from_db()
    assert row.acknowledged_at is None
    assert not Silence.objects.exists()


def test_who_has_acknowledged_a_warning_hears_of_the_fault(
    admin_user: User, rule: AlertRule
) -> None:
    AlertRule.objects.update(minutes=0, level="warning")
    queue_tasks(3)
    now = timezone.now()
    rules.check(now)
    Incident.objects.update(acknowledged_at=now, acknowledged_by=admin_user)
    AlertRule.objects.update(level="fault")
    rules.check(now + timedelta(minutes=2))
    assert Incident.objects.unattended(now).get().level == "fault"
    AlertRule.objects.all().delete()
    rules.check(now + timedelta(minutes=4))
    assert statuses() == [("fault", False)], "an incident of a rule that is gone"
    queue_tasks(0)


def test_a_threshold_is_written_and_shown_with_its_unit(
    admin_client: Client, mohegan: Property
) -> None:
    AlertRule.objects.all().delete()
    form = Form(admin_client, f"{RULES}add/")
    values = {"name": "Slow", "series": "answer_ms", "remedy": "Wait."}
    form.fill(**values, threshold="8 parsecs")
    assert "with or without its unit: 10 ms." in form.send().text
    assert form.fill(threshold="8 s").send().is_saved, form.text
    assert AlertRule.objects.get().threshold == 8000
    assert form.values["threshold"] == "8 s"
    assert form.fill(threshold="8123").send().is_saved
    assert AlertRule.objects.get().threshold == 8123
    assert form.values["threshold"] == "8123 ms", "nothing is rounded away"


def test_the_page_of_an_incident_says_it_in_words_and_acknowledges_it(
    admin_client: Client, mohegan: Property
) -> None:
    row = Incident.objects.create(
        check_name="helplines",
        level="warning",
        message="x",
        last_seen_at=timezone.now(),
    )
    address = f"{INCIDENTS}{row.pk}/change/"
    form = Form(admin_client, address)
    assert "(&#x27;warning&#x27;" not in form.text
    assert "/admin/properties/jurisdiction/" in form.text
    assert "only leaves this page" in form.text
    assert 'value="silence_an_hour"' in form.text
    assert 'value="acknowledge"' in form.text
    press_action(admin_client, INCIDENTS, "acknowledge", row.pk)
    page = admin_client.get(address).content.decode()
    assert "Acknowledged by admin" in page
    assert 'value="acknowledge"' not in page


def test_staff_who_only_look_cannot_acknowledge(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    sams_account.user_permissions.remove(
        *sams_account.user_permissions.filter(codename="change_incident")
    )
    row = Incident.objects.create(
        check_name="beat", level="fault", message="x", last_seen_at=timezone.now()
    )
    press_action(sam, INCIDENTS, "acknowledge", row.pk)
    row.refresh_from_db()
    assert row.acknowledged_at is None


def test_a_rule_about_the_model_is_a_yes_or_a_no(
    admin_client: Client, mohegan: Property, settings: Settings
) -> None:
    AlertRule.objects.all().delete()
    breaker.reset()
    [server] = chat.servers()
    title = f"Model unavailable ({server})"
    form = Form(admin_client, f"{RULES}add/")
    assert f"Now: {title}: yes or no" in form.text
    series = f'breaker_open{{provider="{server}"}}'
    values = {"name": "No model", "series": series, "level": "fault", "remedy": "Wait."}
    assert "This gauge says yes or no" in form.fill(**values, threshold="1").send().text
    form.fill(comparison="yes", threshold="").send()
    assert form.is_saved, form.text
    rule = AlertRule.objects.get()
    form = Form(admin_client, f"{RULES}{rule.pk}/change/")
    assert (form.values["comparison"], form.values["threshold"]) == ("yes", "")
    form.fill(series="sockets").send()
    assert "This gauge is a number" in form.text
    dashboard = admin_client.get("/admin/ops/").content.decode()
    assert "alert if yes" in dashboard
    assert f"{title}: yes" in admin_client.get(RULES).content.decode()
    AlertRule.objects.update(threshold=1)  # “1 is yes”, as the form said once
    now = timezone.now()
    assert rules.check(now) == 0
    for _ in range(settings.BREAKER_FAILURES):
        with suppress(ModelUnavailable), breaker.of(breaker.chat(server)).watching():
            raise ModelUnavailable("away", "It failed.")
    assert rules.check(now + timedelta(minutes=2)) == 1
    assert Incident.objects.get(closed_at=None).message == f"{title}: yes."
    breaker.reset()
