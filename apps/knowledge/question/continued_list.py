""" "What else?", after a list: the same question, without the rows that it told of;
"show me all of them": the same question, with every row that fits."""

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

_ALL = patterns.compile(
    r"^\W*((and|ok|okay|so|cool|thanks|well|yes|please)\b\W*)*"
    r"((can|could|may) (i|we|you) |(i|we)( would|'d)? (want|like|love|need)( to)? |"
    r"let me )?((just|please) )?"
    r"((show|list|give|tell|see|name|view|display|have|get|read|know)( (me|us))?"
    r"( the)? )?"
    r"(all|all of (them|those|it)|them all|every( single)? one( of (them|those))?|"
    r"everything|each one|(the|a) (full|whole|entire|complete) list|"
    r"all (the |of the )?(options|choices|results|cards|ones))"
    r"( (there (is|are)|(that )?you have|please|now|then))*\W*$",
    "i",
)


def asks_for_all(text: str, subject: Subject) -> bool:
    """Whether it asks for the whole list of which the last answer told some rows.

    text: in plain English.
    """
    return bool(subject.is_list and subject.question and _ALL.search(text))


def rows_told(text: str, subject: Subject) -> tuple[int, ...]:
    """Ids of the rows that the next part of the list leaves out; empty for questions
    that do not go on with a list. text: in plain English."""
    if not (subject.is_list and subject.question and _MORE.search(text)):
        return ()
    return (*subject.rows, *subject.earlier)
