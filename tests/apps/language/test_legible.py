"""Disguised words and letters spelt apart are read as a person reads them."""

from __future__ import annotations

import pytest

from apps.language import detect, legible


@pytest.mark.parametrize(
    ("written", "plain", "language"),
    [
        ("w h e r e i s t h e p o o l", "where is the pool", "en"),
        ("W H E R E  I S  T H E  S P A ?", "WHERE IS THE SPA ?", "en"),
        ("h.o.w m.u.c.h i.s p.a.r.k.i.n.g", "how much is parking", "en"),
        ("d o n d e e s t a l a p i s c i n a", "donde esta la piscina", "es"),
        ("wh4t t1m3 d03s th3 buff3t op3n?", "what time does the buffet open?", "en"),
        ("j3 v41s m3 su1c1d3r", "je vais me suicider", "fr"),
        ("¿d0nd3 3st4 l4 p1sc1n4?", "¿donde esta la piscina?", "es"),
        ("is the 1st floor w1fi free", "is the 1st floor wifi free", "en"),
    ],
)
def test_it_reads_what_is_disguised(written: str, plain: str, language: str) -> None:
    assert legible.text(written) == plain
    assert detect.detect(plain, default="") == language


@pytest.mark.parametrize(
    "written",
    [
        "what time 5pm to 7pm on the 3rd",
        "can i come b4 10am, 2nite?",
        "room 4b for 2ppl @ 7pm",
        "plan a b c or d",
        "U.S.A. visitors",
        "mp3 player and 4x4 parking",
        "y a-t-il un coiffeur à l'hôtel",
        "best $20 slots",
        "write to jo3l99@example.com",
        "मेरी पत्नी सात महीने की गर्भवती है",
        "w h e r e " * 60,
        "",
    ],
)
def test_it_leaves_what_is_not(written: str) -> None:
    assert legible.text(written) == written


def test_names_of_the_records_stay() -> None:
    assert legible.plain("where is sp4ce bar", {"sp4ce"}) == "where is sp4ce bar"
    assert legible.plain("where is sp4ce bar") == "where is space bar"
