"""A program passes on what guests think of an answer."""

from __future__ import annotations

from uuid import uuid4

import pytest

from apps.conversations.models import Alert, Feedback
from tests.apps.webchat.api import ask, events, failure, key, post
from tests.site import Site

pytestmark = pytest.mark.usefixtures("resort")


def test_it_keeps_an_opinion_without_personal_data(site: Site) -> None:
    opening = events(ask(site))[0]
    opinion = {
        **key([opening]),
        "turn_id": opening["turn_id"],
        "rating": 1,
        "reason": "outdated",
        "comment": "Wrong! Write to ann@example.com",
    }
    assert post(site, "/feedback", json=opinion).status_code == 204
    assert post(site, "/feedback", json={**opinion, "rating": 4}).status_code == 204
    feedback = Feedback.objects.get()
    assert (feedback.rating, feedback.reason) == (4, "outdated")
    assert feedback.comment == "Wrong! Write to [email]"


def test_a_comment_of_somebody_in_danger_calls_staff(site: Site) -> None:
    opened = key(events(ask(site)))
    for comment in ("The steak was cold", "I will kill myself tonight, room 1204"):
        opinion = {**opened, "rating": 1, "comment": comment}
        assert not Alert.objects.exists()
        assert post(site, "/feedback", json=opinion).status_code == 204
    alert = Alert.objects.get()
    assert (alert.kind, str(alert.conversation_id)) == ("crisis", opened["thread_id"])


def test_it_keeps_no_opinion_on_what_it_never_said(site: Site) -> None:
    opinion = {"thread_id": str(uuid4()), "rating": 5}
    assert failure(post(site, "/feedback", json=opinion)) == (404, "no_such_thread")
    wrong = {"thread_id": str(uuid4()), "rating": 6}
    assert failure(post(site, "/feedback", json=wrong)) == (422, "invalid")


@pytest.mark.parametrize(("vote", "stars"), [(-1, 1), (0, 3), (1, 5)])
def test_it_takes_thumbs_as_well_as_stars(site: Site, vote: int, stars: int) -> None:
    opened = key(events(ask(site)))
    assert post(site, "/feedback", json={**opened, "vote": vote}).status_code == 204
    assert Feedback.objects.get().rating == stars


@pytest.mark.parametrize(
    "scales", [{}, {"vote": 2}, {"rating": 0}, {"rating": 5, "vote": 1}]
)
def test_it_takes_one_of_both_scales(site: Site, scales: dict[str, int]) -> None:
    opinion = {"thread_id": str(uuid4()), **scales}
    assert failure(post(site, "/feedback", json=opinion)) == (422, "invalid")
