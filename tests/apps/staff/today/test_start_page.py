"""The start page is today: what waits for its reader, and what has changed."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone

from apps.catalog.models import Tower
from apps.conversations.models import Message
from apps.ops.models import Incident
from apps.properties.models import FeatureFlag, Property
from apps.staff.gaps import clusters
from apps.staff.models import GapWork, StaffVisit
from tests import factories
from tests.admin_form import Form
from tests.apps.notifications.conftest import alert_at
from tests.apps.staff.gaps.questions import ADDRESS as GAPS
from tests.apps.staff.gaps.questions import ask
from tests.apps.staff.requests.desk import towels_at

PAGE = "/admin/"


@pytest.fixture
def busy_day(mohegan: Property, foxwoods: Property) -> None:
    """Something of each kind at Mohegan Sun, and an alert at Foxwoods."""
    now = timezone.now()
    today = now.astimezone(mohegan.zone).date()
    alert_at(mohegan, "emergency")
    alert_at(foxwoods, "worry")
    ask(mohegan, "Do you have a bowling alley?")
    towels_at(mohegan)
    factories.RestaurantFactory.create(name="Ends", valid_to=now + timedelta(days=2))
    factories.RestaurantFactory.create(name="Old", review_by=today)
    Incident.objects.create(
        check_name="beat",
        level="fault",
        message="Beat is silent.",
        last_seen_at=now,
    )


def colleague(role: str, place: Property | None) -> tuple[Client, User]:
    user = factories.StaffFactory.create(username=role)
    user.groups.add(Group.objects.get(name=role))
    if place:
        factories.assign(user, place)
    client = Client()
    client.force_login(user)
    return client, user


def sections(client: Client) -> dict[str, int]:
    page = client.get(PAGE)
    return {section.title: section.count for section in page.context["sections"]}


@pytest.mark.usefixtures("busy_day")
def test_everybody_sees_what_waits_for_him(
    admin_client: Client, mohegan: Property
) -> None:
    assert sections(admin_client) == {
        "Alerts": 2,
        "Answers to approve": 0,
        "Requests to decide": 1,
        "Incidents": 1,
        "Questions without an answer": 1,
        "Drafts to approve": 0,
        "Rows that expire soon": 1,
        "Rows to review": 1,
    }
    page = admin_client.get(PAGE).content.decode()
    for words in ("Emergency", "bowling alley", "Ends", "Old", "Beat is silent."):
        assert words in page
    host, _ = colleague("host", mohegan)
    assert sections(host) == {
        "Alerts": 1,
        "Answers to approve": 0,
        "Requests to decide": 1,
        "Questions without an answer": 1,
    }
    hosts_page = host.get(PAGE).content.decode()
    assert "Foxwoods" not in hosts_page
    assert "changed a row" not in hosts_page, "of what a host may not read"
    content, _ = colleague("content", mohegan)
    assert "Alerts" not in sections(content)
    assert sections(content)["Rows to review"] == 1
    review = content.get("/admin/catalog/item/", {"attention": "review"})
    assert [row.name for row in review.context["cl"].result_list] == ["Old"]


def test_drafts_wait_for_those_who_did_not_write_them(
    admin_client: Client, mohegan: Property, foxwoods: Property
) -> None:
    FeatureFlag.objects.create(property=mohegan, key="second_person", is_on=True)
    row = factories.RestaurantFactory.create(name="Cedar")
    content, _ = colleague("content", mohegan)
    edit = Form(content, f"/admin/catalog/restaurant/{row.pk}/change/")
    assert edit.fill(dress_code="Black tie").send().is_saved
    add = Form(content, "/admin/catalog/tower/add/")
    assert add.fill(name="Earth", source="List", status="live").send().is_saved
    tower = Tower.objects.get(name="Earth")
    assert sections(content)["Drafts to approve"] == 0
    assert sections(admin_client)["Drafts to approve"] == 2
    page = admin_client.get(PAGE).content.decode()
    for waiting in (row, tower):
        assert f'href="/admin/rows/{waiting.pk}/draft/"' in page


def test_it_says_what_colleagues_changed_since_the_last_visit(
    admin_client: Client, mohegan: Property
) -> None:
    row = factories.RestaurantFactory.create(name="Cedar")
    content, user = colleague("content", mohegan)
    address = f"/admin/catalog/restaurant/{row.pk}/change/"
    form = Form(content, address).fill(name="Cedar Grove").send()
    assert form.is_saved, form.text

    def news(client: Client) -> list[str]:
        return [line.text for line in client.get(PAGE).context["changes"].lines]

    assert "In the last day" in admin_client.get(PAGE).content.decode()
    assert news(admin_client) == ["Cedar Grove"], "a first visit looks back a day"
    assert news(content) == [], "who changed it knows"
    visit = StaffVisit.objects.exclude(user=user)
    visit.update(latest_at=timezone.now() - timedelta(minutes=5))
    assert news(admin_client) == ["Cedar Grove"], "still the same visit"
    moment = timezone.now() + timedelta(hours=1)
    visit.update(previous_at=moment, latest_at=moment)
    assert news(admin_client) == []
    assert "Since your last visit" in admin_client.get(PAGE).content.decode()


def test_a_second_visit_judges_no_question_again(
    admin_client: Client, mohegan: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings: list[datetime] = []

    def judged(now: datetime) -> list[clusters.Question]:
        readings.append(now)
        return judge(now)

    judge = clusters.unanswered
    monkeypatch.setattr(clusters, "unanswered", judged)
    erased = ask(mohegan, "Do you have a bowling alley?")
    ask(mohegan, "Is there a dog park?")

    def visit() -> tuple[int, bool]:
        readings.clear()
        count = sections(admin_client)["Questions without an answer"]
        return count, bool(readings)

    assert [visit(), visit()] == [(2, True), (2, False)]
    gaps = admin_client.get(GAPS).context["gaps"]
    [gap] = [gap for gap in gaps if "dog park" in str(gap["wordings"])]
    form = {"property": mohegan.pk, "message": gap["message_ids"]}
    admin_client.post(f"{GAPS}dismiss/", form)
    assert [visit(), visit()] == [(1, True), (1, False)], "what is dismissed is gone"
    ask(mohegan, "Is there a park for dogs?")
    ask(mohegan, "Where is the bowling alley?")
    page = admin_client.get(GAPS).content.decode()
    assert "2 questions without an answer." in page
    assert visit() == (2, False), "both pages count the same"
    work = GapWork.objects.get(is_dismissed=True)
    admin_client.post(f"{GAPS}{work.pk}/reopen/")
    assert visit() == (4, True)
    Message.objects.filter(turn=erased, role="guest").delete()
    assert visit() == (3, False), "a guest has erased it"
