"""Shows of the genre that a guest asks for: comedy, dancing."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date, datetime

from apps.catalog.hours import formatting
from apps.catalog.models import Performance, Show
from apps.catalog.querysets import ShowQuerySet
from apps.knowledge.indexing.readers.sentences import sentence
from apps.knowledge.models import Sentence
from apps.knowledge.schedule import fact_words
from apps.knowledge.schedule.fact_words import Words
from apps.knowledge.statements import ellipsis
from apps.knowledge.statements.index import StatementIndex
from apps.language.calendar.asked_time import AskedTime
from apps.language.spelling import things
from apps.language.vocabulary import synonyms
from apps.language.word_forms import content, stems
from apps.properties.models import Property

MOST_SHOWS = 2
# They name any show.
_ANY_SHOW = frozenset(
    stems("live show concert event entertainment performance night evening free")
)
# What most shows are, and for whom others are.
_ANY_MUSIC = frozenset(stems("music band gig ticket playing"))
_COMPANY = frozenset(stems("kid child family toddler teen teenager"))
# Everyday words that are genres beside a show.
_GENRES = frozenset(
    stems(
        "magic rock country jazz blues soul folk metal pop rap latin salsa gospel "
        "opera ballet circus musical boxing wrestling fight basketball hockey"
    )
)


# Who names one of these is told of no other show.
_GENRES = frozenset(
    stems(
        "comedy comedian comic standup magic magician band music musical opera ballet"
    )
)


def names_one(text: str) -> bool:
    return bool(_GENRES & {*stems(text)})


def words(text: str) -> frozenset[str]:
    """Stems by which a genre fits a text, with their synonyms."""
    own, table = content(stems(text)), synonyms.synonyms()
    return frozenset(own.union(*(table.get(word, ()) for word in own)) - _ANY_SHOW)


def fits(show: Show, asked_words: Collection[str]) -> bool:
    return bool({*asked_words} & content(stems(show.genre)))


def is_lacking(
    words_of_question: Collection[str], index: StatementIndex, shows: Collection[int]
) -> bool:
    """Whether none of these shows is for what is asked for: magic, comedy, children."""
    table = synonyms.synonyms()
    own = {*words_of_question} - _ANY_SHOW - ellipsis.TIMES - _ANY_MUSIC
    return any(
        not any(index.row_has_word(row, form) for row in shows for form in forms)
        for word in own
        if (forms := {word, *table.get(word, ())})
        and (things.names_thing(word) or word in _COMPANY | _GENRES)
    )


def is_all_asked(place: Property, text: str, at: datetime) -> bool:
    """Whether it asks for a genre and a time alone: "anywhere to dance tonight"."""
    asked_words = content(stems(text)) - ellipsis.TIMES
    genres = ShowQuerySet(Show).of(place).live(at).values_list("genre", flat=True)
    genre_words = {word for genre in genres for word in stems(genre)}
    return bool(asked_words) and asked_words <= genre_words


def missed(
    place: Property,
    text: str,
    day: date,
    at: datetime,
    playing: Collection[int],
    language: str,
) -> list[tuple[Show, list[Sentence]]]:
    """Shows of the genre that do not play that day, with what is known of their times.

    at: the local time. playing: ids of the shows that do.
    """
    asked_words = content(stems(text)) - _ANY_SHOW
    shows = ShowQuerySet(Show).of(place).live(at).exclude(pk__in=playing)
    of_genre = [
        show for show in shows.select_related("property") if fits(show, asked_words)
    ]
    rows = ((show, _not_then(show, day, at, language)) for show in of_genre)
    return [(show, sentences) for show, sentences in rows if sentences][:MOST_SHOWS]


def _not_then(show: Show, day: date, at: datetime, language: str) -> list[Sentence]:
    """Without a performance to come, what staff have noted of its times."""
    coming = _next_after(show, day, at)
    if coming is None and not show.hours_note:
        return []

    def facts(words: Words) -> Iterator[Sentence]:
        day_text = words.day(AskedTime(day), at.date())
        text = words.say(
            "not_then" if coming else "not_then_note",
            row=show.name,
            day=day_text,
            when=_moment(coming, at, words) if coming else "",
            note=show.hours_note,
        )
        yield sentence("then", day_text, words.say("is_dark"), text)

    return fact_words.in_language(facts, language)


def _moment(performance: Performance, at: datetime, words: Words) -> str:
    return formatting.say_moment(performance.starts_at, at, words.language)


def _next_after(show: Show, day: date, at: datetime) -> Performance | None:
    rows = show.performances.order_by("starts_at")
    return next(
        (row for row in rows if row.starts_at.astimezone(at.tzinfo).date() > day), None
    )
