"""Source numbers while the text streams."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.concierge.answer.citations import CitationMarkers
from tests.apps.concierge.conftest import BALLO

SPOKEN = "Ballo serves Italian. [2] It is open until 10:00 PM. [2] Lovely. [9]"
WOLF = {**BALLO, "metadata": {**BALLO["metadata"], "item_id": 8}}  # type: ignore[dict-item]


def stream(pieces: list[str]) -> tuple[list[str], CitationMarkers]:
    markers = CitationMarkers([WOLF, BALLO])
    shown = [markers.feed(piece) for piece in pieces]
    return [*shown, markers.flush()], markers


@given(st.sets(st.integers(1, len(SPOKEN) - 1)))
def test_it_never_shows_half_a_mark_however_the_text_is_cut(cuts: set[int]) -> None:
    edges = [0, *sorted(cuts), len(SPOKEN)]
    pieces = [SPOKEN[a:b] for a, b in pairwise(edges)]
    shown, _ = stream(pieces)
    whole = "Ballo serves Italian. [1] It is open until 10:00 PM. [2] Lovely. "
    assert "".join(shown) == whole
    assert all(piece.count("[") == piece.count("]") for piece in shown)


def test_it_numbers_facts_in_the_order_they_are_told() -> None:
    _, markers = stream([SPOKEN])
    assert [(citation["n"], citation["field"]) for citation in markers.citations] == [
        (1, "cuisine"),
        (2, "now"),
    ]


def test_it_quotes_the_value_as_staff_wrote_it() -> None:
    _, markers = stream(["Open until 10:00 PM now. [2]"])
    assert markers.citations[0]["quote"] == "Open now until 10:00 PM"
    assert markers.citations[0]["revision"] == 3


def test_it_drops_a_number_that_has_no_passage() -> None:
    shown, markers = stream(["Free champagne. [7]"])
    assert "".join(shown) == "Free champagne. "
    assert markers.citations == []


def test_it_opens_the_field_of_a_value_that_ends_its_sentence() -> None:
    lines = [
        {"field": field, "label": field, "value": value, "text": text}
        for field, value, text in [
            ("cuisine", "Italian", "The cuisine at Ballo is Italian."),
            ("price_band", "$$$", "Prices at Ballo are upscale: $$$."),
            ("now", "Open now until 10:00 PM", "Ballo: Open now until 10:00 PM."),
        ]
    ]
    ballo = {**BALLO, "metadata": {**BALLO["metadata"], "sentences": lines}}  # type: ignore[dict-item]
    markers = CitationMarkers([ballo])
    markers.feed("Prices at Ballo are upscale: $$$. [1]\n- Ballo: Open now until ")
    markers.feed("10:00 PM. [1] Italian. [1]")
    assert [citation["quote"] for citation in markers.citations] == [
        "$$$",
        "Open now until 10:00 PM",
        "Italian",
    ]


@pytest.mark.parametrize(
    "sentence", ["italiana («Italian»)", "italienne (« Italian »)"]
)
def test_it_opens_the_field_of_a_value_that_a_translation_quotes(sentence: str) -> None:
    lines = [
        {"field": field, "label": field, "value": value, "text": text}
        for field, value, text in [
            (
                "cuisine",
                "Italian",
                "The cuisine at Ballo Italian Restaurant is Italian.",
            ),
            ("reservations", "Recommended", "Ballo Italian Restaurant: Recommended."),
        ]
    ]
    ballo = {**BALLO, "metadata": {**BALLO["metadata"], "sentences": lines}}  # type: ignore[dict-item]
    markers = CitationMarkers([ballo])
    markers.feed(f"Ballo Italian Restaurant: {sentence}. [1]")
    assert markers.citations[0]["field"] == "cuisine"


SHOW = {
    **BALLO,
    "metadata": {
        **BALLO["metadata"],  # type: ignore[dict-item]
        "category": "show",
        "sentences": [
            {
                "field": "performances",
                "label": label,
                "value": value,
                "value_in_language": own_value,
                "text": f"Free music {value}.",
                "in_language": text,
            }
            for label, value, own_value, text in [
                (
                    "Next performance",
                    "tonight at 8:00 PM",
                    "ce soir à 20 h",
                    "La prochaine représentation de Free music est ce soir à 20 h.",
                ),
                (
                    "Note on the performance",
                    "Usual start; some nights begin at 9 PM.",
                    "Heure habituelle ; certains soirs commencent à 21 h",
                    "Free music : heure habituelle ; certains soirs commencent à 21 h.",
                ),
            ]
        ],
    },
}


def test_it_quotes_all_that_is_told_of_a_field_as_the_guest_reads_it() -> None:
    markers = CitationMarkers([SHOW])
    note, moment = SHOW["metadata"]["sentences"][::-1]  # type: ignore[index]
    markers.feed(f"{moment['in_language']} [1]")
    [citation] = markers.citations
    assert citation["quote"] == "ce soir à 20 h"
    markers.feed(f" {note['in_language']} [1] {moment['in_language']} [1]")
    [citation] = markers.citations
    assert citation["quote"] == (
        "ce soir à 20 h. Heure habituelle ; certains soirs commencent à 21 h"
    )


PARKING = {
    **BALLO,
    "metadata": {
        **BALLO["metadata"],  # type: ignore[dict-item]
        "category": "faq",
        "sentences": [
            {
                "field": "answer",
                "label": "Answer",
                "value": "Parking is free. Valet costs $20. Buses stop at the door.",
                "text": "Parking is free. Valet costs $20. Buses stop at the door.",
            }
        ],
    },
}


def test_it_quotes_of_a_written_answer_what_was_told() -> None:
    markers = CitationMarkers([PARKING])
    markers.feed("Valet costs $20. [1]")
    [citation] = markers.citations
    assert citation["quote"] == "Valet costs $20."
    markers.feed(" Parking is free. [1]")
    [citation] = markers.citations
    assert citation["quote"] == "Parking is free. Valet costs $20."
