"""Checks of properties, rows, vectors, helplines, caps, alerts and row security."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import Alert
from apps.conversations.turns.limits import spending
from apps.infrastructure.postgresql import roles
from apps.infrastructure.quantities import of_many
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.llm.embeddings import embedder
from apps.ops.doctor.finding import Finding
from apps.properties import phones
from apps.properties.models import Helpline, Jurisdiction, Property

# An older verification may be out of date.
VERIFIED_FOR = timedelta(days=180)
REQUIRED_PURPOSES = (
    Helpline.Purpose.EMERGENCY,
    Helpline.Purpose.CRISIS,
    Helpline.Purpose.GAMBLING,
)
# A vector usually takes seconds.
VECTOR_TIMEOUT = timedelta(minutes=10)


def properties() -> Iterator[Finding]:
    slug = settings.DEFAULT_PROPERTY
    if not Property.objects.filter(slug=slug).exists():
        remedy = "Run `manage.py seed_demo`, or set DEFAULT_PROPERTY."
        yield Finding("property", "fault", f"There is no property “{slug}”.", remedy)
        return
    paused = Property.objects.filter(bot_mode=Property.BotMode.PAUSED)
    for place in paused:
        message = f"{place.name} is paused."
        yield Finding("property", "warning", message, "Set it live.")
    yield Finding("property", "ok", f"{Property.objects.count()} properties.")


def vectors() -> Iterator[Finding]:
    name = embedder().name
    embeddings = Embedding.objects.filter(model=name)
    failed = embeddings.filter(state=Embedding.State.FAILED).count()
    waiting = embeddings.filter(
        state=Embedding.State.PENDING, created_at__lt=timezone.now() - VECTOR_TIMEOUT
    ).count()
    missing = Passage.objects.exclude(embeddings__model=name).count()
    remedy = "A worker computes them; `manage.py reindex` computes them now."
    for count, problem in (
        (failed, "have failed"),
        (waiting, "have been pending for more than ten minutes"),
        (missing, f"of {name} are missing"),
    ):
        if count:
            yield Finding("vectors", "warning", f"{count} vectors {problem}.", remedy)
    if not failed + waiting + missing:
        ready = embeddings.filter(state=Embedding.State.READY).count()
        yield Finding("vectors", "ok", f"{ready} vectors of {name}.")


def rows() -> Iterator[Finding]:
    """Every live row is searchable, without sentences held back."""
    passages = Passage.objects.filter(item_id=OuterRef("pk"))
    held_back = HeldSentence.objects.filter(item=OuterRef("pk"))
    live = Item.objects.filter(status=Item.Status.LIVE)
    unindexed = live.filter(~Exists(passages), ~Exists(held_back)).count()
    held = HeldSentence.objects.exclude(item=None).values("item").distinct().count()
    if unindexed:
        remedy = "Run `manage.py reindex`."
        verb = "lacks" if unindexed == 1 else "lack"
        message = f"{of_many(unindexed, 'live row')} {verb} a passage."
        yield Finding("rows", "fault", message, remedy)
    if held:
        remedy = "Open them in the admin; the form names the sentence."
        rows = of_many(held, "row")
        message = f"Sentences of {rows} read like instructions and are held back."
        yield Finding("rows", "warning", message, remedy)
    if not unindexed + held:
        yield Finding(
            "rows", "ok", f"{live.count()} live rows, all of them searchable."
        )


def helplines() -> Iterator[Finding]:
    """A guest in danger needs a helpline that works."""
    for jurisdiction in Jurisdiction.objects.filter(property__isnull=False).distinct():
        lines = list(jurisdiction.helplines.all())
        problems = [*_absent(jurisdiction, lines), *_stale(lines), *_misspelt(lines)]
        problems += _undiallable(jurisdiction, lines)
        yield from problems
        if not problems:
            message = f"{jurisdiction.name}: {len(lines)} helplines, all verified."
            yield Finding("helplines", "ok", message)


def _absent(jurisdiction: Jurisdiction, lines: list[Helpline]) -> Iterator[Finding]:
    for purpose in REQUIRED_PURPOSES:
        if not any(line.purpose == purpose for line in lines):
            message = (
                f"{jurisdiction.name} has no helpline for {purpose.label.lower()}."
            )
            yield Finding("helplines", "fault", message, "Add one in the admin.")


def _stale(lines: list[Helpline]) -> Iterator[Finding]:
    today = timezone.now().date()
    for line in lines:
        remedy = _verification(line)
        if line.verified_on is None:
            message = f"{line.name} was never verified."
            yield Finding("helplines", "warning", message, remedy)
        elif today - line.verified_on > VERIFIED_FOR:
            message = f"{line.name} was last verified on {line.verified_on}."
            yield Finding("helplines", "warning", message, remedy)


def _verification(line: Helpline) -> str:
    """How a person verifies it. Nobody calls an emergency or crisis line to test it:
    the call would take the place of somebody in need."""
    remedy = f"Compare it with its source: {line.source}."
    if line.website:
        remedy += f" Its own page is {line.website}."
    return f"{remedy} Do not call to test it. Then set “verified on” of the line."


def _misspelt(lines: list[Helpline]) -> Iterator[Finding]:
    for line in lines:
        if line.phone and line.vanity and not phones.spells(line.vanity, line.phone):
            message = f"{line.vanity} does not dial {line.phone}."
            yield Finding("helplines", "fault", message, "Correct it in the admin.")


def _undiallable(jurisdiction: Jurisdiction, lines: list[Helpline]) -> list[Finding]:
    """Numbers that were stored before forms checked them."""
    numbers = [(line.name, line.phone) for line in lines]
    for place in jurisdiction.property_set.all():
        numbers += [(place.name, place.phone), (place.name, place.security_phone)]
    return [
        Finding("helplines", "fault", f"{name}: {fault}", "Correct it in the admin.")
        for name, number in numbers
        if number and (fault := phones.fault(number, jurisdiction.code))
    ]


def caps() -> Iterator[Finding]:
    """A property over its daily cap answers without a model until midnight."""
    capped = Property.objects.exclude(daily_cap=None)
    over = [place for place in capped if _is_over(place)]
    for place in over:
        message = f"{place.name} has reached its cap of {place.daily_cap} dollars."
        remedy = "Guests get answers without a model until midnight. Raise the cap?"
        yield Finding("caps", "warning", message, remedy)
    if not over:
        yield Finding("caps", "ok", f"{capped.count()} properties have a daily cap.")


def _is_over(place: Property) -> bool:
    spent = spending.today(place, timezone.now())
    return place.daily_cap is not None and spent >= place.daily_cap


def alerts() -> Iterator[Finding]:
    unseen = Alert.objects.filter(seen_at=None).count()
    if unseen:
        remedy = "Look at “Alerts” in the admin."
        what = "1 alert is" if unseen == 1 else f"{unseen} alerts are"
        yield Finding("alerts", "warning", f"{what} unseen.", remedy)
    else:
        yield Finding("alerts", "ok", "All alerts are seen.")


CHECK = "row security"
ONE_ROLE = (
    "The site reads the database as a role that owns tables, so policies do not keep "
    "properties apart."
)
TWO_ROLES = (
    "Put that role's address into DATABASE_OWNER_URL and another role's into "
    "DATABASE_URL, then run `manage.py migrate`."
)
POOLER = "A pooler stands between the site and PostgreSQL."
SESSIONS = "It must pool sessions: another client's statement may see a guest's scope."


def row_security() -> Iterator[Finding]:
    """Whether policies hold for the role that serves, on a session of its own."""
    if roles.may_bypass_policies():
        yield Finding(CHECK, "warning", ONE_ROLE, TWO_ROLES)
    elif _has_pooler():
        yield Finding(CHECK, "warning", POOLER, SESSIONS)
    else:
        yield Finding(CHECK, "ok", "Policies keep properties apart.")


def _has_pooler() -> bool:
    """Whether another process answers than the one that the driver was told of."""
    with connection.cursor() as cursor:
        cursor.execute("select pg_backend_pid()")
        answering_pid = cursor.fetchone()[0]
    return bool(answering_pid != connection.connection.info.backend_pid)
