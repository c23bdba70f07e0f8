"""Staff choose what they are told of, others choose for all, and both try it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.core import mail
from django.test import Client

from apps.notifications import tasks
from apps.notifications.models import Notification, Subscription
from apps.properties.models import Property
from tests import factories
from tests.admin_form import Form
from tests.apps.notifications.conftest import NORAS_ADDRESS, subscribe
from tests.fakes.loopback import Loopback

ADD = "/admin/notifications/subscription/add/"
LIST = "/admin/notifications/subscription/"
LOG = "/admin/notifications/notification/"
TEST_SUBJECT = "Mohegan Sun: A test: notifications reach you"


@pytest.fixture
def noras_page(nora: User) -> Client:
    client = Client()
    client.force_login(nora)
    return client


@pytest.fixture
def manager(sam: Client, sams_account: User, mohegan: Property) -> Client:
    """May choose for everybody at Mohegan Sun."""
    sams_account.groups.add(Group.objects.get(name="admin"))
    factories.assign(sams_account, mohegan)
    return sam


def press_test(client: Client, subscription: Subscription) -> str:
    form = Form(client, f"{LIST}{subscription.pk}/change/")
    values = {
        **form.values,
        "topics": subscription.topics,
        "notifications_subscription_send_test": "1",
    }
    page = client.post(f"{LIST}{subscription.pk}/change/", values, follow=True)
    return page.content.decode()


def post(client: Client, **values: Any) -> str:
    """What the server answers to the filled form."""
    form = Form(client, ADD)
    page = client.post(ADD, {**form.values, **values}, follow=True)
    return page.content.decode()


def test_nora_chooses_for_herself_and_tries_it(
    noras_page: Client, nora: User, mohegan: Property
) -> None:
    form = Form(noras_page, ADD)
    assert form.values.keys().isdisjoint({"user", "role", "channel", "webhook_url"})
    assert 'value="test"' not in form.text
    post(
        noras_page,
        property=mohegan.pk,
        topics=["crisis", "request"],
        quiet_from="22:00",
        quiet_until="07:00",
    )
    [row] = Subscription.objects.all()
    assert (row.user, row.topics) == (nora, ["crisis", "request"])
    assert "A test is on its way" in press_test(noras_page, row)
    tasks.send_due()
    tasks.send_due()
    [message] = mail.outbox
    assert (message.subject, message.to) == (TEST_SUBJECT, [NORAS_ADDRESS])
    assert "A test: notifications reach you" in noras_page.get(LOG).content.decode()


def test_nora_cannot_choose_all_properties_or_for_others(
    noras_page: Client, nora: User, mohegan: Property, sams_account: User
) -> None:
    assert "This field is required" in post(noras_page, topics=["crisis"])
    values = {"property": mohegan.pk, "topics": ["crisis"], "user": sams_account.pk}
    post(noras_page, **values, channel="slack", webhook_url="https://x.example/y")
    [row] = Subscription.objects.all()
    assert (row.user, row.channel, row.webhook_url) == (nora, "email", "")
    theirs = subscribe(mohegan, "crisis", user=sams_account)
    assert noras_page.get(f"{LIST}{theirs.pk}/change/").status_code == 302


def test_it_asks_for_an_address_of_the_account(
    noras_page: Client, nora: User, mohegan: Property
) -> None:
    User.objects.update(email="")
    page = post(noras_page, property=mohegan.pk, topics=["crisis"])
    assert "no e-mail address" in page
    assert not Subscription.objects.exists()


def test_a_manager_sets_up_a_channel_whose_address_is_not_shown_again(
    manager: Client, mohegan: Property, slack: Loopback
) -> None:
    url = f"{slack.url}/services/secret"
    values = {"property": mohegan.pk, "channel": "slack", "topics": ["request"]}
    assert "Enter the address" in post(manager, **values)
    page = post(manager, **values, webhook_url="https://10.0.0.7/private")
    assert "does not lead to a public" in page
    assert "10.0.0.7/private" not in page
    post(manager, **values, webhook_url=url)
    [row] = Subscription.objects.all()
    assert row.webhook_url == url
    for address in (LIST, f"{LIST}{row.pk}/change/", f"{LIST}{row.pk}/history/", LOG):
        assert "secret" not in manager.get(address).content.decode()
    press_test(manager, row)
    tasks.send_due()
    row.refresh_from_db()
    assert row.webhook_url == url, "an empty field keeps it"
    [content] = slack.sent("/services/secret")
    assert content["text"].startswith(TEST_SUBJECT)


@pytest.mark.parametrize("chosen", ["none", "both"])
def test_mail_goes_to_a_person_or_to_a_role(
    manager: Client, mohegan: Property, nora: User, chosen: str
) -> None:
    recipients = {"user": nora.pk, "role": Group.objects.get(name="host").pk}
    values = recipients if chosen == "both" else {}
    page = post(manager, property=mohegan.pk, topics=["crisis"], **values)
    assert "Choose a person or a role" in page
    assert not Subscription.objects.exists()


def test_a_bound_manager_chooses_among_his_own_people_and_properties(
    manager: Client, mohegan: Property, foxwoods: Property, nora: User
) -> None:
    stranger = factories.StaffFactory.create(username="stranger")
    factories.assign(stranger, foxwoods)
    text = Form(manager, ADD).text
    assert "nora" in text
    assert "stranger" not in text
    assert "Foxwoods" not in text
    values = {"topics": ["crisis"], "user": stranger.pk}
    assert "valid choice" in post(manager, property=mohegan.pk, **values)
    values["user"] = nora.pk
    assert "valid choice" in post(manager, property=foxwoods.pk, **values)
    assert not Subscription.objects.exists()


def test_an_empty_role_is_named_when_it_is_tried(
    manager: Client, mohegan: Property
) -> None:
    role = Group.objects.create(name="night")
    row = subscribe(mohegan, "crisis", role=role)
    assert "Nobody would get a test" in press_test(manager, row)
    assert not Notification.objects.exists()


def test_a_test_comes_in_quiet_hours_too(manager: Client, mohegan: Property) -> None:
    hours = {"quiet_from": "00:00", "quiet_until": "23:59:59"}
    user = factories.StaffFactory.create(username="olga", email="olga@resort.example")
    press_test(manager, subscribe(mohegan, "request", user=user, **hours))
    tasks.send_due()
    assert [message.to for message in mail.outbox] == [["olga@resort.example"]]


def test_staff_without_the_permission_see_nothing(
    sam: Client, sams_account: User, mohegan: Property
) -> None:
    sams_account.user_permissions.set(Permission.objects.filter(codename="view_item"))
    for address in (LIST, ADD, LOG):
        assert sam.get(address).status_code == 403
