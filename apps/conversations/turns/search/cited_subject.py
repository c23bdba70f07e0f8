"""What a conversation is about after an answer, by the records that it cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from apps.concierge.tools import passages as tools
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import subject as subjects
from apps.knowledge.question.subject import Subject
from apps.knowledge.search import documents, missing_facts
from apps.knowledge.statements import topics

Citation = Mapping[str, Any]
# A row that is less likely to be the one that was meant is told of as the nearest, and
# is not what the conversation goes on with.
MEANT_FROM = 0.25
NO_ROWS = frozenset({documents.CATEGORY, *tools.CATEGORIES})


def after(
    citations: Sequence[Citation],
    reading: Mapping[str, Any],
    subject: Subject,
    snapshot: PropertySnapshot,
) -> Subject:
    """subject: before the answer; documents and tools leave it. reading: of the
    question, from the search results.

    That the records hold no price of a row cites nothing and is of that row.
    """
    if citations and all(own["category"] in NO_ROWS for own in citations):
        return subject
    citations = [own for own in citations if own["category"] not in NO_ROWS]
    if not citations and reading.get("missing"):
        goes_on_with = reading.get("goes_on_with", ())
        most_rows = None if reading.get("chosen_among") else 1  # a stage is no list
        rows = reading.get("named") or goes_on_with[:most_rows]
        if reading["missing"]["what"] == missing_facts.MORE:
            return subject
        text = reading.get("text", "")
        return subjects.after(rows, reading["topic"], text, (), subject)
    is_row_told = all(citation["passage_id"] for citation in citations) and (
        len({citation["item_id"] for citation in citations}) == 1
    )
    if is_row_told and reading.get("answerable", 1.0) < MEANT_FROM:
        return subject
    cited = [citation["item_id"] for citation in citations]
    most = [row for row in cited if row in reading.get("most", ())]
    if most:  # "How much is it there?" goes on with the newer of two
        subject = replace(subject, rows=(*cited, *subject.rows))
    return subjects.after(
        most or cited,
        _topic(citations, reading, subject, snapshot),
        reading.get("text", ""),
        list(_texts(citations, snapshot)),
        subject,
    )


def _topic(
    citations: Sequence[Citation],
    reading: Mapping[str, Any],
    subject: Subject,
    snapshot: PropertySnapshot,
) -> str:
    """The topic that was asked, where what is cited may be about it.

    A follow-up that the same written answer answers again keeps the topic.
    """
    rows, topic = {c["item_id"] for c in citations}, reading.get("topic", "")
    is_written = all(citation["field"] == "answer" for citation in citations)
    if reading.get("hangs_on") and is_written and rows <= {*subject.rows}:
        return subject.topic
    passages = (snapshot.passages.get(c["passage_id"]) for c in citations)
    fields = {line["field"] for row in passages if row for line in row.sentences}
    computed = {citation["field"] for citation in citations}
    may_answer = {"answer", *topics.fields_of(topic)}
    return topic if (fields | computed) & may_answer else ""


def _texts(citations: Iterable[Citation], snapshot: PropertySnapshot) -> Iterable[str]:
    """The cited sentences as recorded, not as the answer words them."""
    for citation in citations:
        passage = snapshot.passages.get(citation["passage_id"])
        for line in passage.sentences if passage else ():
            if line["field"] == citation["field"]:
                yield line["text"]
