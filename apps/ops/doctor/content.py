"""Properties, rows, vectors and helplines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone

from apps.catalog.models import Item
from apps.conversations.models import Alert
from apps.conversations.turns import spending
from apps.knowledge.models import Embedding, HeldSentence, Passage
from apps.llm.embeddings import embedder
from apps.ops.doctor.finding import Finding
from apps.properties import phones
from apps.properties.models import Helpline, Jurisdiction, Property

# A number that nobody has called for so long may be somebody else's by now.
VERIFIED_FOR = timedelta(days=180)
NEEDED = (
    Helpline.Purpose.EMERGENCY,
    Helpline.Purpose.CRISIS,
    Helpline.Purpose.GAMBLING,
)
# A vector takes seconds; what waits longer waits for somebody.
PATIENCE = timedelta(minutes=10)


def properties() -> Iterator[Finding]:
    slug = settings.DEFAULT_PROPERTY
    if not Property.objects.filter(slug=slug).exists():
        remedy = "Run `manage.py seed_demo`, or set DEFAULT_PROPERTY."
        yield Finding("property", "fault", f"There is no property “{slug}”.", remedy)
        return
    paused = Property.objects.filter(bot_mode=Property.BotMode.PAUSED)
    for place in paused:
        yield Finding("property", "warning", f"{place.name} is paused.", "Set it live.")
    yield Finding("property", "ok", f"{Property.objects.count()} properties.")


def vectors() -> Iterator[Finding]:
    name = embedder().name
    mine = Embedding.objects.filter(model=name)
    failed = mine.filter(state=Embedding.State.FAILED).count()
    waiting = mine.filter(
        state=Embedding.State.PENDING, created_at__lt=timezone.now() - PATIENCE
    ).count()
    without = Passage.objects.exclude(embeddings__model=name).count()
    remedy = "A worker computes them; `manage.py reindex` does it at once."
    for count, what in (
        (failed, "have failed"),
        (waiting, "wait for more than ten minutes"),
        (without, f"were never asked of {name}"),
    ):
        if count:
            yield Finding("vectors", "warning", f"{count} vectors {what}.", remedy)
    if not failed + waiting + without:
        ready = mine.filter(state=Embedding.State.READY).count()
        yield Finding("vectors", "ok", f"{ready} vectors of {name}.")


def rows() -> Iterator[Finding]:
    """Every live row can be found, and nothing of one is held back."""
    own = Passage.objects.filter(item_id=OuterRef("pk"))
    held_back = HeldSentence.objects.filter(item=OuterRef("pk"))
    live = Item.objects.filter(status=Item.Status.LIVE)
    lost = live.filter(~Exists(own), ~Exists(held_back)).count()
    held = HeldSentence.objects.values("item").distinct().count()
    if lost:
        remedy = "Run `manage.py reindex`."
        yield Finding("rows", "fault", f"{lost} live rows have no passage.", remedy)
    if held:
        remedy = "Open them in the admin; saving one shows the sentence."
        message = f"Sentences of {held} rows read like orders and are held back."
        yield Finding("rows", "warning", message, remedy)
    if not lost + held:
        yield Finding(
            "rows", "ok", f"{live.count()} live rows, all of them searchable."
        )


def helplines() -> Iterator[Finding]:
    """A guest in danger must hear of a number that is right."""
    for law in Jurisdiction.objects.filter(property__isnull=False).distinct():
        lines = list(law.helplines.all())
        problems = [*_absent(law, lines), *_stale(lines), *_misspelt(lines)]
        yield from problems
        if not problems:
            message = f"{law.name}: {len(lines)} helplines, all called lately."
            yield Finding("helplines", "ok", message)


def _absent(law: Jurisdiction, lines: list[Helpline]) -> Iterator[Finding]:
    for purpose in NEEDED:
        if not any(line.purpose == purpose for line in lines):
            message = f"{law.name} has no helpline for {purpose.label.lower()}."
            yield Finding("helplines", "fault", message, "Add one in the admin.")


def _stale(lines: list[Helpline]) -> Iterator[Finding]:
    today = timezone.now().date()
    remedy = "Call it, then set “verified on” in the admin."
    for line in lines:
        if line.verified_on is None:
            message = f"Nobody has called {line.name} yet."
            yield Finding("helplines", "warning", message, remedy)
        elif today - line.verified_on > VERIFIED_FOR:
            message = f"{line.name} was last called on {line.verified_on}."
            yield Finding("helplines", "warning", message, remedy)


def _misspelt(lines: list[Helpline]) -> Iterator[Finding]:
    for line in lines:
        if line.phone and line.vanity and not phones.spells(line.vanity, line.phone):
            message = f"{line.vanity} does not dial {line.phone}."
            yield Finding("helplines", "fault", message, "Mend it in the admin.")


def caps() -> Iterator[Finding]:
    """A property beyond its cap answers without a model until midnight."""
    capped = Property.objects.exclude(daily_cap=None)
    over = [place for place in capped if _is_over(place)]
    for place in over:
        message = f"{place.name} has spent its {place.daily_cap} dollars of today."
        remedy = "Guests hear cited cards until midnight, or raise the cap."
        yield Finding("caps", "warning", message, remedy)
    if not over:
        yield Finding("caps", "ok", f"{capped.count()} properties have a daily cap.")


def _is_over(place: Property) -> bool:
    spent = spending.today(place, timezone.now())
    return place.daily_cap is not None and spent >= place.daily_cap


def alerts() -> Iterator[Finding]:
    waiting = Alert.objects.filter(seen_at=None).count()
    if waiting:
        remedy = "Look at “Guests in need” in the admin."
        yield Finding("alerts", "warning", f"{waiting} alerts wait.", remedy)
    else:
        yield Finding("alerts", "ok", "No guest in need waits for staff.")
