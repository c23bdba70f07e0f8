"""An experiment in words: its arms, their figures, and what may be concluded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.ops.experiments import statistics
from apps.ops.experiments.figures import Figures
from apps.ops.experiments.statistics import MAX_ERROR, MIN_GUESTS, Sample
from apps.properties.models import Experiment, ExperimentArm

# A split as uneven by chance: one experiment in a thousand.
MAX_SPLIT_ERROR = 0.001
UNEVEN = "The split is not what was asked for: do not trust the figures."
RATES = ("thumbs up", "answers that found nothing")


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


def verdict(
    name: str, interval: tuple[float, float] | None, is_more_better: bool
) -> str:
    """What an interval of the difference to the first arm says of the arm `name`."""
    if interval is None:
        return f"too few guests to say (fewer than {MIN_GUESTS} in an arm)"
    low, high = (100 * bound for bound in interval)
    if low <= 0 <= high:
        return "no difference yet"
    quality = "better" if (low > 0) == is_more_better else "worse"
    least, most = sorted((abs(low), abs(high)))
    return f"{name} is {quality}: between {_points(least)} and {_points(most)} points"


def _warning(arms: Iterable[ExperimentArm], figures: Mapping[int, Figures]) -> str:
    counts_and_weights = [(figures[arm.pk].guests, arm.weight) for arm in arms]
    p_value = statistics.split_p_value(*zip(*counts_and_weights, strict=True))
    return UNEVEN if p_value < MAX_SPLIT_ERROR else ""


def _verdicts(
    name: str, base: Figures, figures: Figures, comparisons: int
) -> Iterator[str]:
    """All comparisons of an experiment together err as seldom as one alone may."""
    error = MAX_ERROR / (len(RATES) * comparisons)
    samples = ((base.thumbs, figures.thumbs), (base.gaps, figures.gaps))
    for rate, pair, is_more_better in zip(RATES, samples, (True, False), strict=True):
        interval = statistics.difference(*pair, error)
        yield f"{rate.capitalize()}: {verdict(name, interval, is_more_better)}."


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
        f"${figures.dollars_per_turn:.4f}",
        tuple(verdicts),
    )


def _share(sample: Sample) -> str:
    if not sample.count:
        return "none yet"
    guests = "guest" if sample.count == 1 else "guests"
    return f"{sample.mean:.1%} of {sample.count} {guests}"


def _points(value: float) -> str:
    """Whole points, or tenths below one; a proven difference is never “0”."""
    return f"{value:.0f}" if value >= 1 else f"{max(value, 0.1):.1f}"
