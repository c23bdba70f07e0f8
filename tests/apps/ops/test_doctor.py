"""Olga runs `manage.py doctor` and hears what is broken, and what to do about it."""

from __future__ import annotations

import io
import json
import re
from datetime import timedelta
from typing import Any
from urllib.parse import urljoin

import pytest
from django.core import checks as django_checks
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.infrastructure.postgresql import roles
from apps.knowledge.models import Passage
from apps.ops import doctor, tasks
from apps.ops.doctor import content, environment
from apps.ops.models import Incident
from apps.properties.models import Helpline, Property
from tests import factories
from tests.apps.knowledge.searching import embed_all


@pytest.fixture
def resort(mohegan: Property, settings: Settings) -> Property:
    """A property that lacks nothing."""
    settings.DEFAULT_PROPERTY = mohegan.slug
    for purpose in ("emergency", "crisis", "gambling"):
        Helpline.objects.create(
            jurisdiction=mohegan.jurisdiction,
            purpose=purpose,
            name=purpose,
            phone="1-800-697-3738",
            source="test",
            verified_on=timezone.now().date(),
        )
    factories.RestaurantFactory.create(property=mohegan)
    embed_all()
    return mohegan


def test_a_trouble_opens_once_and_closes_when_it_is_gone(
    resort: Property, admin_client: Client
) -> None:
    Helpline.objects.update(verified_on=None)
    tasks.examine()
    tasks.examine()
    [trouble] = Incident.objects.filter(check_name="helplines")
    page = admin_client.get("/admin/ops/incident/").content.decode()
    assert "was never verified" in page
    assert "/admin/runbook/#helplines" in page
    runbook = admin_client.get("/admin/runbook/").content.decode()
    assert 'id="helplines"' in runbook
    Helpline.objects.update(verified_on=timezone.now().date())
    tasks.examine()
    trouble.refresh_from_db()
    assert trouble.closed_at


def test_it_does_not_close_what_only_the_web_process_can_see(
    resort: Property,
) -> None:
    """The doctor in the worker looks at everything but the worker."""
    Incident.objects.create(
        check_name="worker", level="fault", message="hangs", last_seen_at=timezone.now()
    )
    tasks.examine()
    troubles = Incident.objects.filter(check_name="worker", closed_at=None)
    assert list(troubles.values_list("message", flat=True)) == ["hangs"]


def test_the_links_of_the_runbook_open(admin_client: Client) -> None:
    """And those of the documents that they lead to."""
    waiting, opened = ["/admin/runbook/"], set()
    while waiting:
        address = waiting.pop()
        page = admin_client.get(address)
        assert page.status_code == 200, address
        opened.add(address)
        links = re.findall(r'href="([^":#]+\.md)', page.content.decode())
        targets = {urljoin(address, link) for link in links}
        waiting += targets - opened - {*waiting}
    assert "/admin/runbook/deployment.md" in opened
    for outside in ("../README.md", "screenshots", "no-such.md", "a%00.md"):
        assert admin_client.get(f"/admin/runbook/{outside}").status_code == 404


def test_every_check_has_its_paragraph_in_the_runbook(admin_client: Client) -> None:
    page = admin_client.get("/admin/runbook/").content.decode()
    for check in doctor.CHECKS:
        name = check.__name__.replace("_", "-").removesuffix("-agree")
        assert f'id="{name}"' in page, name


def test_django_says_the_same_when_it_is_asked_and_not_before(
    resort: Property,
) -> None:
    Helpline.objects.filter(purpose="crisis").delete()
    problems = django_checks.run_checks(tags=["health"], include_deployment_checks=True)
    [problem] = [
        problem for problem in problems if "no helpline for crisis" in problem.msg
    ]
    assert problem.level == django_checks.ERROR
    quiet = django_checks.run_checks(databases=["default"])
    assert not [problem for problem in quiet if "helpline" in problem.msg]
    assert "docs/runbook.md#helplines" in str(problem.hint)


def examined() -> tuple[int, dict[str, Any]]:
    """Exit code and report."""
    out, code = io.StringIO(), 0
    try:
        call_command("doctor", json=True, stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, json.loads(out.getvalue())


def messages_of(report: dict[str, Any], level: str) -> str:
    return " ".join(
        f"{finding['message']} {finding['remedy']}"
        for finding in report["findings"]
        if finding["level"] == level
    )


def test_it_finds_no_fault_where_there_is_none(resort: Property) -> None:
    code, report = examined()
    assert (code, messages_of(report, "fault")) == (0, "")
    assert report["healthy"]
    well = {
        finding["check"] for finding in report["findings"] if finding["level"] == "ok"
    }
    assert {"database", "migrations", "redis", "embeddings", "helplines"} <= well


def test_a_missing_crisis_line_is_a_fault(resort: Property) -> None:
    Helpline.objects.filter(purpose="crisis").delete()
    code, report = examined()
    assert code == 1
    assert "has no helpline for crisis and self-harm" in messages_of(report, "fault")


def test_a_number_that_nobody_can_dial_is_a_fault(resort: Property) -> None:
    Property.objects.filter(pk=resort.pk).update(security_phone="x<script>")
    code, report = examined()
    assert code == 1
    sentence = f"{resort.name}: x<script> is not a telephone number."
    assert sentence in messages_of(report, "fault")


def test_a_number_that_was_not_called_for_long_is_a_warning(resort: Property) -> None:
    long_ago = timezone.now().date() - timedelta(days=200)
    Helpline.objects.filter(purpose="crisis").update(verified_on=long_ago)
    code, report = examined()
    assert code == 0
    warnings = messages_of(report, "warning")
    assert f"crisis was last verified on {long_ago}" in warnings
    assert "Compare it with its source: test. Do not call to test it." in warnings
    assert "Call it" not in warnings


def test_words_that_dial_another_number_are_a_fault(resort: Property) -> None:
    Helpline.objects.filter(purpose="crisis").update(vanity="1-800-NO-LUCK")
    assert "1-800-NO-LUCK does not dial" in messages_of(examined()[1], "fault")


def test_a_live_row_that_cannot_be_found_is_a_fault(resort: Property) -> None:
    Passage.objects.all().delete()
    assert "1 live row lacks a passage" in messages_of(examined()[1], "fault")


def test_a_property_that_is_not_there_is_a_fault(
    resort: Property, settings: Settings
) -> None:
    settings.DEFAULT_PROPERTY = "nowhere"
    assert "There is no property “nowhere”" in messages_of(examined()[1], "fault")


def test_no_worker_is_a_fault_in_production_only(
    resort: Property, settings: Settings
) -> None:
    assert "No Celery worker answers" in messages_of(examined()[1], "warning")
    settings.IS_PRODUCTION = True
    assert "No Celery worker answers" in messages_of(examined()[1], "fault")


def test_people_read_one_line_a_finding(resort: Property) -> None:
    out = io.StringIO()
    call_command("doctor", stdout=out)
    lines = out.getvalue().splitlines()
    assert any(
        re.match("ok       migrations +All migrations are", line) for line in lines
    )
    assert any(re.match("[a-zA-Z]+ +notifications  [^ ]", line) for line in lines)


def test_olga_learns_which_models_have_no_price(settings: Settings) -> None:
    settings.GOOGLE_API_KEY = "key"
    settings.OPENAI_SERVERS = {"groq": "https://groq.example/v1"}
    settings.MODEL_FALLBACKS = ["groq:llama-3.3-70b"]
    settings.ROLE_MODELS = {"router": "groq:llama-3.1-8b"}
    [finding] = environment.prices()
    assert finding.level == "warning"
    assert "llama-3.1-8b, llama-3.3-70b" in finding.message
    settings.OPENAI_SERVERS = {}
    settings.MODEL_FALLBACKS = []
    settings.ROLE_MODELS = {}
    [finding] = environment.prices()  # the default model has its price
    assert finding.level == "ok"
    assert settings.MODEL_NAME in finding.message


def test_it_says_whether_policies_hold_for_the_role_that_serves(
    transactional_db: None,
) -> None:
    [finding] = content.row_security()
    assert (finding.level, finding.message) == (
        "ok",
        "Policies keep properties apart.",
    )
    with roles.owner():
        [finding] = content.row_security()
    assert finding.level == "warning"
    assert "DATABASE_OWNER_URL" in finding.remedy
