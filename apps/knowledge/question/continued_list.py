""" "What else?", after a list: the same question, without the rows that it told of."""

from __future__ import annotations

from apps.infrastructure import patterns
from apps.knowledge.question.subject import Subject

_MORE = patterns.compile(
    r"^\W*((and|ok|okay|so|cool|thanks|well)\b\W*)*"
    r"((what|who|where|anything|something|anywhere|somewhere) else|"
    r"((are|is) there |(do you|u|you) have |got )?any (more|others?)( one)?s?|"
    r"(show me |list |give me |see )?"
    r"(the rest|more( options| of (them|those))?|others)|"
    r"(what|which|who) are the (others|rest)|(the )?(other options|others))"
    r"( (is|are) there| (do you|do u|you|u) (have|got)| please| then)?\W*$",
    "i",
)


def rows_told(text: str, subject: Subject) -> tuple[int, ...]:
    """Ids of the rows that the next part of the list leaves out; empty for questions
    that do not go on with a list. text: in plain English."""
    if not (subject.is_list and subject.question and _MORE.search(text)):
        return ()
    return (*subject.rows, *subject.earlier)
