"""An experiment in words: its arms, their figures, and what may be concluded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.conversations.turns.limits.spending import MICROS
from apps.infrastructure import quantities
from apps.ops.experiments import statistics
from apps.ops.experiments.figures import Figures
from apps.ops.experiments.statistics import MAX_ERROR, MIN_GUESTS, Sample
from apps.properties.models import Experiment, ExperimentArm

# A split as uneven by chance: one experiment in a thousand.
MAX_SPLIT_ERROR = 0.001
UNEVEN = "The split is not what was asked for: do not trust the figures."


@dataclass(frozen=True)
class Measure:
    """What arms are compared by.

    more, less: what an arm is whose value is higher, or lower. between: an interval of
    the difference in words.
    """

    name: str
    sample: Callable[[Figures], Sample]
    more: str
    less: str
    between: Callable[[float, float], str]


@dataclass(frozen=True)
class ArmReport:
    """A row of the table. verdicts: what the comparison with the first arm says."""

    name: str
    changes: str
    percent: int
    turns: int
    guests: int
    thumbs: str
    gaps: str
    answer_chars: str
    dollars: str
    verdicts: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """warning: empty where the guests were divided as asked."""

    experiment: Experiment
    arms: tuple[ArmReport, ...]
    warning: str


def of(experiment: Experiment, figures: Mapping[int, Figures]) -> Report:
    """figures: by the id of the arm, of every arm of the experiment."""
    arms = list(experiment.arms.all())
    warning = _warning(arms, figures)
    base = arms[0]
    rows = []
    for arm in arms:
        is_compared = arm is not base and not warning
        pair = (figures[base.pk], figures[arm.pk])
        verdicts = _verdicts(arm.name, *pair, len(arms) - 1) if is_compared else ()
        rows.append(_row(arm, figures[arm.pk], verdicts))
    return Report(experiment, tuple(rows), warning)


def verdict(name: str, interval: tuple[float, float] | None, measure: Measure) -> str:
    """What an interval of the difference to the first arm says of the arm `name`."""
    if interval is None:
        return f"too few guests to say (fewer than {MIN_GUESTS} in an arm)"
    low, high = interval
    if low <= 0 <= high:
        return "no difference yet"
    quality = measure.more if low > 0 else measure.less
    least, most = sorted((abs(low), abs(high)))
    return f"{name} is {quality}: {measure.between(least, most)}"


def _warning(arms: Iterable[ExperimentArm], figures: Mapping[int, Figures]) -> str:
    counts_and_weights = [(figures[arm.pk].guests, arm.weight) for arm in arms]
    p_value = statistics.split_p_value(*zip(*counts_and_weights, strict=True))
    return UNEVEN if p_value < MAX_SPLIT_ERROR else ""


def _verdicts(
    name: str, base: Figures, figures: Figures, comparisons: int
) -> Iterator[str]:
    """All comparisons of an experiment together err as seldom as one alone may."""
    error = MAX_ERROR / (len(MEASURES) * comparisons)
    for measure in MEASURES:
        samples = (measure.sample(base), measure.sample(figures))
        interval = statistics.difference(*samples, error)
        yield f"{measure.name}: {verdict(name, interval, measure)}."


def _row(arm: ExperimentArm, figures: Figures, verdicts: Iterable[str]) -> ArmReport:
    chars = figures.answer_chars
    return ArmReport(
        arm.name,
        arm.changes_in_words(),
        arm.weight,
        figures.turns,
        figures.guests,
        _share(figures.thumbs),
        _share(figures.gaps),
        "none yet" if chars is None else f"{chars:.0f} letters",
        quantities.money(figures.dollars_per_turn),
        tuple(verdicts),
    )


def _share(sample: Sample) -> str:
    if not sample.count:
        return "none yet"
    guests = "guest" if sample.count == 1 else "guests"
    return f"{sample.mean:.1%} of {sample.count} {guests}"


def _points(least: float, most: float) -> str:
    """Whole points, or tenths below one; a proven difference is never “0”."""
    words = [
        f"{value:.0f}" if value >= 1 else f"{max(value, 0.1):.1f}"
        for value in (100 * least, 100 * most)
    ]
    return f"between {words[0]} and {words[1]} points"


def _letters(least: float, most: float) -> str:
    return f"between {max(round(least), 1)} and {max(round(most), 1)} letters"


def _dollars(least: float, most: float) -> str:
    """For a thousand questions: those of one are fractions of a cent."""
    first, last = (1000 * value / MICROS for value in (least, most))
    return f"between ${max(first, 0.01):.2f} and ${max(last, 0.01):.2f} for 1,000"


MEASURES = (
    Measure("Thumbs up", lambda of_arm: of_arm.thumbs, "better", "worse", _points),
    Measure(
        "Answers that found nothing",
        lambda of_arm: of_arm.gaps,
        "worse",
        "better",
        _points,
    ),
    Measure(
        "Length of answers",
        lambda of_arm: of_arm.letters,
        "longer on average",
        "shorter on average",
        _letters,
    ),
    Measure(
        "Cost of questions",
        lambda of_arm: of_arm.micros,
        "dearer on average",
        "cheaper on average",
        _dollars,
    ),
)
