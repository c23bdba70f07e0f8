"""The tool `search_documents`: another search of records and documents."""

from __future__ import annotations

from pydantic import Field

from apps.concierge.context import Context
from apps.concierge.tools.declarations import Arguments, Refused, Result, Tool

NAME = "search_documents"
DESCRIPTION = (
    "Search the resort's records and the documents that staff have handed in, such as "
    "menus and policies, with a question in your own words. Use it when the passages "
    "do not hold what the guest asks, or only a part of it."
)
SECONDS = 4.0
MOST_PASSAGES = 4


class DocumentSearch(Arguments):
    query: str = Field(description="A whole question, with the names that it is about")


async def run(arguments: DocumentSearch, context: Context) -> Result:
    """Raises Refused for a query without words."""
    if not any(sign.isalnum() for sign in arguments.query):
        raise Refused("The query has no words.")
    passages = await context.search.find(arguments.query)
    return Result(passages[:MOST_PASSAGES])


TOOL = Tool(NAME, DESCRIPTION, DocumentSearch, run, SECONDS)
