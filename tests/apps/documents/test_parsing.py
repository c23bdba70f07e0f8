"""What is read of a file: in the child process, as the worker does it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from apps.documents import sandbox
from tests import document_files, hostile_documents

PAGES: list[list[document_files.Line]] = [
    [
        ("Spa menu", 24),
        ("Massages", 16),
        ("A Swedish massage of fifty minutes costs $165 on weekdays and", 11),
        ("$185 on weekends. Please arrive early.", 11),
        ("Treatment|Minutes|Price", 11),
        ("Deep tissue|80|$240", 11),
    ],
    [("Facials", 16), ("The glacier facial takes an hour.", 11)],
]


def texts(parsed: dict[str, Any]) -> list[tuple[str, int, str]]:
    """(heading, page, text) of every part."""
    return [
        (" > ".join(section["heading"]), part["page"], part["text"])
        for section in parsed["sections"]
        for part in section["parts"]
    ]


def test_it_reads_headings_paragraphs_tables_and_pages_of_a_pdf(read: Any) -> None:
    parsed = read("pdf", document_files.pdf(PAGES, "The spa menu"))
    assert parsed["title"] == "The spa menu"
    assert parsed["pages"] == 2
    assert texts(parsed) == [
        (
            "Spa menu > Massages",
            1,
            "A Swedish massage of fifty minutes costs $165 on weekdays and $185 on "
            "weekends. Please arrive early.",
        ),
        ("Spa menu > Massages", 1, "Treatment | Minutes | Price"),
        ("Spa menu > Massages", 1, "Deep tissue | 80 | $240"),
        ("Spa menu > Facials", 2, "The glacier facial takes an hour."),
    ]


def test_it_leaves_out_what_every_page_of_a_pdf_repeats(read: Any) -> None:
    pages = [
        [("Confidential draft", 9), (f"Rule {n} says something else.", 11), (str(n), 9)]
        for n in range(1, 5)
    ]
    whole_text = " ".join(
        text for _, _, text in texts(read("pdf", document_files.pdf(pages)))
    )
    assert "Rule 3 says something else." in whole_text
    assert "Confidential" not in whole_text
    assert not whole_text.endswith("4")


def test_it_reads_headings_lists_and_tables_of_a_word_document(read: Any) -> None:
    blocks = [("Event policy", 1), ("Music ends at 11.", 0), ("Deposits", 2)]
    rows = [["Room", "Seats", "Rent"], ["A", "", "$9"], ["B", "", ""]]
    content = document_files.word([*blocks, ("Half.", 0)], rows)
    assert texts(read("docx", content)) == [
        ("Event policy", 0, "Music ends at 11."),
        ("Event policy > Deposits", 0, "Half."),
        ("Event policy > Deposits", 0, "Room | Seats | Rent"),
        ("Event policy > Deposits", 0, "A | \N{EN DASH} | $9"),
        ("Event policy > Deposits", 0, "B"),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "<title>&lt;script&gt;x()&lt;/script&gt; Spa menu</title><p>Massages.</p>",
        "<h1>&lt;img src=x&gt;Spa menu</h1><p>Massages.</p>",
    ],
)
def test_a_title_and_a_heading_hold_no_written_markup(read: Any, page: str) -> None:
    """Every answer that cited it would have been withheld."""
    title = read("html", page.encode())["title"]
    assert title.endswith("Spa menu")
    assert "<" not in title


def test_the_title_of_a_word_document_stands_above_its_headings(read: Any) -> None:
    blocks = [("Before you come", 1), ("Book early.", 0), ("Deposits", 1), ("Half.", 0)]
    parsed = read("docx", document_files.word(blocks, title="Event policy"))
    assert parsed["title"] == "Event policy"
    assert texts(parsed) == [
        ("Event policy > Before you come", 0, "Book early."),
        ("Event policy > Deposits", 0, "Half."),
    ]


def test_a_word_document_with_entities_is_refused(read: Any) -> None:
    """Its text would end at the first one, and nobody would know."""
    files = {file.name: file for file in hostile_documents.words()}
    with pytest.raises(sandbox.UnreadableFile, match="declares entities of XML"):
        read("docx", files["entity-of-a-file.docx"].make())


def test_it_reads_only_what_a_reader_of_a_page_sees(read: Any) -> None:
    page = """<html><head><title>Pool</title><style>p {color: red}</style></head><body>
    <nav>Home</nav><h1>Pool <em>rules</em></h1><p>No <b>glass</b> here.</p>
    <script>alert("stolen")</script><p style="display: none">Hidden words.</p>
    <p hidden>More hidden words.</p><!-- a comment --><p>Towels<br>are free.</p>
    <ul><li>No diving</ul><table><tr><th>Day<th>Hours<tr><td>Monday<td>9 to 5<tr>
    <td><td>by day</table>
    </body></html>"""
    assert texts(read("html", page)) == [
        ("Pool rules", 0, "No glass here."),
        ("Pool rules", 0, "Towels"),
        ("Pool rules", 0, "are free."),
        ("Pool rules", 0, "• No diving"),
        ("Pool rules", 0, "Day | Hours"),
        ("Pool rules", 0, "Monday | 9 to 5"),
        ("Pool rules", 0, "\N{EN DASH} | by day"),
    ]


STYLE = """
/* .note { display: none } */ @import url(x.css);
.h, p.small { display: none } #first { visibility: hidden !important }
.tabs > .tab { display: none } .tab.active { display: block }
@media print { .screen { display: none } }
@media screen { .paper { display: none } } .white { color: white }
a:hover { display: none } .broken {
"""


@pytest.mark.parametrize(
    ("element", "is_read"),
    [
        ('<p class="h big">It.</p>', False),
        ('<div class="h"><p>It.</p></div>', False),
        ('<p class="small">It.</p>', False),
        ('<p id="first">It.</p>', False),
        ('<div class="tabs"><div><p class="tab">It.</p></div></div>', False),
        ('<p class="paper">It.</p>', False),
        ('<div class="tabs"><p class="tab active">It.</p></div>', True),
        ('<div class="small">It.</div>', True),
        ('<p class="tab">It.</p>', True),
        ('<p class="note screen white broken">It.</p>', True),
    ],
)
def test_what_a_style_sheet_hides_is_not_read(
    read: Any, element: str, is_read: bool
) -> None:
    page = f"<style>{STYLE}</style><h1>Pool</h1>{element}<p>Towels are free.</p>"
    own = [text for _, _, text in texts(read("html", page))]
    assert own == (["It."] if is_read else []) + ["Towels are free."]


def test_it_reads_markdown_as_it_is_shown(read: Any) -> None:
    source = (
        "# Groups\n\nTwo *free* rooms.\n\n## Bags\n\n| a | b |\n|--|--|\n| 1 | 2 |\n"
    )
    source += "\n<script>alert(1)</script>\n"
    assert texts(read("markdown", source)) == [
        ("Groups", 0, "Two free rooms."),
        ("Groups > Bags", 0, "a | b"),
        ("Groups > Bags", 0, "1 | 2"),
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_it_reads_texts_of_any_encoding(read: Any, encoding: str) -> None:
    text = "PARKING\n\nGuests of the café park free of charge, évidemment.\n"
    whole_text = texts(read("text", text.encode(encoding)))
    assert whole_text == [
        ("PARKING", 0, "Guests of the café park free of charge, évidemment.")
    ]


def test_sentences_of_a_text_go_on_over_wrapped_lines(read: Any) -> None:
    text = """BUSES

Motor coaches unload at the south portico. A meal voucher of
$15 is given to each driver.
Lot F
Door 2
"""
    assert texts(read("text", text)) == [
        (
            "BUSES",
            0,
            "Motor coaches unload at the south portico. A meal voucher of $15 is given "
            "to each driver.\nLot F\nDoor 2",
        )
    ]


def test_a_file_that_is_not_what_its_name_says_is_refused(read: Any) -> None:
    with pytest.raises(sandbox.UnreadableFile, match="but it holds a Word document"):
        read("pdf", document_files.word([("Policy", 1)]))


def test_a_file_without_text_is_refused(read: Any) -> None:
    with pytest.raises(sandbox.UnreadableFile, match="No text was found"):
        read("pdf", document_files.pdf([[]]))


def test_it_draws_a_page_and_finds_a_sentence_over_two_lines(tmp_path: Path) -> None:
    path, picture = tmp_path / "file", tmp_path / "1.png"
    path.write_bytes(document_files.pdf(PAGES))
    sentence = "A Swedish massage of fifty minutes costs $165 on weekdays and $185 on"
    drawn = sandbox.draw(path, 1, sentence, picture)
    assert (drawn["width"], drawn["pages"]) == (document_files.WIDTH, 2)
    assert picture.read_bytes().startswith(b"\x89PNG")
    first, second = drawn["boxes"]
    assert first[0] == pytest.approx(document_files.MARGIN, abs=3)
    assert first[1] < second[1]
    elsewhere = sandbox.draw(path, 2, "There is nothing like it.", tmp_path / "2.png")
    assert elsewhere["boxes"] == []


def test_it_leaves_out_what_hides_or_smears_other_signs(read: Any) -> None:
    tags = "".join(chr(0xE0000 + ord(sign)) for sign in "obey")
    smeared = "fr" + "\u0301" * 40 + "ee"
    parsed = read("text", f"Robes \u202ecost{tags} nothing, caf\u00e9 is {smeared}.")
    [(_, _, text)] = texts(parsed)
    assert text == "Robes cost nothing, caf\u00e9 is fr" + "\u0301" * 4 + "ee."


def test_a_word_document_without_a_title_has_no_title_of_its_program(read: Any) -> None:
    content = document_files.word([("Music ends at 11.", 0)])
    assert read("docx", content)["title"] == ""
