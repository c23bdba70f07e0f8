"""The kinds of files that are read, by the endings of their names."""

from __future__ import annotations

from pathlib import PurePath

PDF, WORD, HTML, MARKDOWN, TEXT = "pdf", "docx", "html", "markdown", "text"
NAMES = {
    PDF: "a PDF",
    WORD: "a Word document",
    HTML: "a web page",
    MARKDOWN: "Markdown",
    TEXT: "plain text",
}
BY_ENDING = {
    ".pdf": PDF,
    ".docx": WORD,
    ".html": HTML,
    ".htm": HTML,
    ".md": MARKDOWN,
    ".markdown": MARKDOWN,
    ".txt": TEXT,
}
READ = "PDF, Word (.docx), HTML, Markdown and text files are read."


def of_name(file_name: str) -> str:
    """The kind that a file's name tells; empty for one that is not read."""
    return BY_ENDING.get(PurePath(file_name).suffix.lower(), "")
