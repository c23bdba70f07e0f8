"""The wordings in which documents are asked what the rows do not answer."""

from __future__ import annotations

from dataclasses import replace

from apps.conversations.turns.search.question_reader import QuestionReader
from apps.conversations.turns.search.question_search import QuestionSearch
from apps.conversations.turns.search.search_output import SearchOutput
from apps.infrastructure import database_threads
from apps.knowledge.property_snapshot import PropertySnapshot
from apps.knowledge.question import wish_words
from apps.knowledge.search import document_words, missing_facts


async def answered(
    output: SearchOutput,
    search: QuestionSearch,
    reader: QuestionReader,
    snapshot: PropertySnapshot,
) -> SearchOutput:
    """With what a document says: asked in the guest's own words, for the prices of the
    row that has none, and where only documents have a word for what a guest asks about
    in another language than English, in their words."""
    in_own_words = await database_threads.run(search.in_documents, output)
    price_question = _price_question(output)
    if not price_question and (in_own_words.is_of_documents or output.is_answered):
        return in_own_words
    text = price_question or await database_threads.run(
        document_words.question,
        output.search_input.reading,
        snapshot.documents,
        snapshot.statements.meeting,
    )
    if not text:
        return in_own_words
    ranked = (
        replace(output.ranked, value="missing") if price_question else output.ranked
    )
    search_input = await reader.in_english(text)
    in_their_words = replace(output, search_input=search_input, ranked=ranked)
    answered = await database_threads.run(search.in_documents, in_their_words)
    return answered if answered.is_of_documents else in_own_words


def _price_question(output: SearchOutput) -> str:
    """ "Golf prices" for "what does golf cost?", of a row that has no price."""
    reading = output.search_input.reading
    missing = missing_facts.of(reading, output.ranked)
    if not missing or missing["what"] != missing_facts.PRICE:
        return ""
    names = [name for _, name in reading.named_as] or missing["rows"]
    least = " cheapest" if wish_words.CHEAPEST.search(reading.text) else ""
    return f"{names[0]}{least} prices"
