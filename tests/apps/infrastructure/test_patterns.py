"""Every pattern of the project takes time that grows with the text and nothing else."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import chain, permutations
from pathlib import Path

import pytest
import re2
from django.conf import settings

from apps.concierge import memory_meaning, memory_requests
from apps.concierge.fact_check import competitors
from apps.concierge.guardrails import ages, checks, concepts, phrase_families
from apps.conversations.sharing import personal_data, shown
from apps.conversations.turns.bookings.words import booking_names, decisions, named_days
from apps.conversations.turns.bookings.words import phrases as booking_phrases
from apps.guests import evidence, fact_kinds, unstored_diets
from apps.guests.extraction import facts_in
from apps.infrastructure import patterns
from apps.infrastructure.patterns import Pattern
from apps.knowledge.question import wish_lists
from apps.language import chat_language, obfuscation
from apps.language.translation import question_words
from apps.privacy import redaction
from apps.sms.incoming import keywords
from apps.staff.gaps import paraphrases
from tests.apps.infrastructure import linear

pytestmark = pytest.mark.slow

PACKAGES = ("apps", "concierge_project")
CONSTRUCTOR = "apps.infrastructure.patterns"
BUILDERS = {"compile", "choice", "choices"}
# More than RE2 is asked for at once.
WORDS = ["a", "bee", "cat", "d.g", "é", "[fg]ox", *map(str, range(20))]
# Its patterns are forgotten with it.
NAMES = booking_names.of(["Ballo Italian Restaurant"], "Mohegan Sun")


def modules() -> list[str]:
    every = chain.from_iterable(
        pkgutil.walk_packages([name], f"{name}.") for name in PACKAGES
    )
    names = (module.name for module in every)
    return [name for name in names if ".migrations" not in name]


def build() -> None:
    """Imports the project, and asks for what is only built when it is needed."""
    for name in modules():
        importlib.import_module(name)
    for category in checks.ORDER:
        assert phrase_families.page(category).squeezed
    for language in question_words.ARTICLES:
        question_words.english("hola bonjour", language)
    memory_requests.read("keep the diet but forget the rest")
    concepts.in_text("debt")
    booking_phrases.read("cancel my dinner")
    booking_phrases.follow_up("and where")
    named_days.has_exception_or_period("all but tonight")
    named_days.beginning_then((), "this morning", datetime(2026, 5, 12, tzinfo=UTC))
    assert NAMES.count_in("ballo") == 1
    assert NAMES.replaced_in("cancel ballo") != "cancel ballo"
    assert paraphrases.of(["Is there a gym?"])
    decisions.read("not so sure. keep the show, but yes please do it", "cancel")
    decisions.kinds_in("the late checkout")
    decisions.has_doubts("not so sure")
    assert shown.repetitions()
    personal_data.is_in("nobody", ())
    ages.are_adults("my brother is 30")
    ages.is_withdrawn("I was joking")
    ages.asks_for_child_care("a babysitter")
    redaction.redact("0")
    redaction.redact("nobody")
    competitors.named("nobody")
    list(obfuscation.spelled_out("h.e.l.l.o"))
    obfuscation.unspaced("h e l l o")
    chat_language.written_out("dying for sushi", "en")
    for language in fact_kinds.LANGUAGES:
        facts_in("golf", language, datetime(2026, 5, 12, tzinfo=UTC))
    evidence.of("cuisines", "sushi", "we love Bob's sushi")
    unstored_diets.spans_asked_for("keto menu")
    memory_requests.read("what do you know about me?")
    memory_meaning.read("drop the budget")
    keywords.read("please stop texting me")
    wish_lists.of("a spa, then dinner", "en")


def calls(module: str) -> Iterator[str]:
    """`module:line` of every call of the constructor."""
    path = Path(str(importlib.import_module(module).__file__))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        owner = node.func.value
        if isinstance(owner, ast.Name) and (owner.id, node.func.attr) in {
            ("patterns", builder) for builder in BUILDERS
        }:
            yield f"{module}:{node.lineno}"


@pytest.fixture(scope="module")
def registered() -> list[Pattern]:
    build()
    own = set(modules())
    return [
        pattern
        for pattern in patterns.registered()
        if pattern.origin.split(":")[0] in own
    ]


def test_it_knows_every_pattern_of_the_project(registered: list[Pattern]) -> None:
    origins = {pattern.origin for pattern in registered}
    written = {call for module in modules() for call in calls(module)}
    assert len(origins) > len(modules()) // 10
    assert written == origins


@pytest.mark.nightly  # RE2 promises it
def test_it_matches_every_pattern_in_linear_time(registered: list[Pattern]) -> None:
    slow = {
        repr(pattern): failed
        for pattern in {(p.pattern, p.flags): p for p in registered}.values()
        if (failed := linear.failing(lambda text, p=pattern: _use(p, text)))  # type: ignore[misc]
    }
    assert not slow


def _use(pattern: Pattern, text: str) -> None:
    """Whole, from its beginning, and piece by piece as a stream is read."""
    pattern.sub("", text)
    pattern.match(text)
    pattern.fullmatch(text)
    for piece in linear.pieces(text, size=64):
        pattern.search(piece)


def test_it_would_catch_a_pattern_that_is_not_linear() -> None:
    link = re.compile(r"\b[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/[^\s)]*")
    assert linear.failing(lambda text: link.sub("", text), units=("1-",), tries=1)
    token = re.compile(r"\s*\S+\s")
    assert linear.failing(lambda text: token.sub("", text), units=(" ",), tries=1)


@pytest.mark.parametrize(
    "line", ["import re", "from re import sub", "import re2", "import regex"]
)
def test_it_lets_nobody_build_patterns_elsewhere(line: str) -> None:
    name = "apps/concierge/fact_check/new.py"
    ruff = [sys.executable, "-m", "ruff", "check", "--select", "TID251"]
    checked = subprocess.run(
        [*ruff, "--stdin-filename", name, "-"],
        input=f"{line}\n",
        capture_output=True,
        text=True,
        check=False,
        cwd=settings.BASE_DIR,
    )
    assert checked.returncode == 1
    assert CONSTRUCTOR in checked.stdout


@pytest.mark.parametrize(
    ("source", "flags", "text"),
    [
        (r"\b(it|on|allí)\b", "i", "La leçon est là, allí, garçon; on it. état On"),
        (r"\w+", "", "Où est la piscine? 你好 wörld_1"),
        (r"\bme\b", "", "même me me, me"),
        (r"(?P<hour>\d+)(?::(\d\d))?", "", "٢٤ at 17:30, 5"),
        (r"\s*\S+\s", "", "one\u00a0two\u2003 three "),
        (r"^\d\.", "m", "1. one\n2. two\n 3. three"),
        (r"<a>(.*?)</a>", "s", "<a>é\n</a><a></a>"),
        (r"\b(a|b)\b|\bc d\b", "", "a b éa bé c d cé d"),
    ],
)
def test_it_matches_as_the_standard_library_does(
    source: str, flags: str, text: str
) -> None:
    flags_of_re = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
    standard = re.compile(source, flags_of_re.get(flags, 0))
    own = patterns.compile(source, flags)
    assert [(match.span(), match.groups()) for match in own.finditer(text)] == [
        (match.span(), match.groups()) for match in standard.finditer(text)
    ]
    assert own.findall(text) == standard.findall(text)
    assert own.sub("#", text) == standard.sub("#", text)


def test_it_searches_for_many_patterns_at_once_as_for_each() -> None:
    sources = [[rf"\b(?:{word}s?)\b", f"{word}...{word}"] for word in WORDS]
    together = patterns.choices(sources, memory=1 << 20)
    for text in ("", "é", *map(" ".join, permutations(WORDS[::4], 3)), "oh éa aaaaa"):
        each = [pattern.search(text) is not None for pattern in together.patterns]
        assert list(together.matching(text)) == [
            i for i, is_in in enumerate(each) if is_in
        ]
    assert list(together.matching("no x, but b e, bee and é"))


def test_it_refuses_a_set_with_what_re2_cannot_read() -> None:
    with pytest.raises(re2.error, match=r"a\(\?=b"):
        patterns.choices([["b"], ["a(?=b)"]], memory=1 << 20)


def test_it_keeps_what_stands_around_a_match_out_of_it() -> None:
    phone = patterns.compile(r"(\d{3})-\d{4}", before=r"^|\D", behind=r"\D|$")
    text = "555-0100 é555-0101 1555-0102 555-01033 555-0104"
    assert [match.group() for match in phone.finditer(text)] == [
        "555-0100",
        "555-0101",
        "555-0104",
    ]
    assert phone.findall(text) == ["555"] * 3
    assert phone.sub(lambda match: f"<{match[1]}>", text).startswith("<555> é<555> 1")
    assert phone.split("a 555-0100 b") == ["a ", " b"]


def test_it_reads_half_a_surrogate_that_a_client_sends() -> None:
    assert patterns.compile(r"a+b").sub("", "\ud800aab\udfff") == "\ud800\udfff"


def test_it_refuses_what_cannot_be_matched_in_linear_time() -> None:
    with pytest.raises(re2.error):
        patterns.compile(r"(a)\1")
    with pytest.raises(re2.error):
        patterns.compile(r"a(?=b)")
    with pytest.raises(ValueError, match="inside of a class"):
        patterns.compile(r"a[\W]")


def test_it_goes_past_an_empty_match_by_a_whole_character() -> None:
    spans = [match.span() for match in patterns.compile("x*").finditer("éa我x")]
    assert spans == [(0, 0), (1, 1), (2, 2), (3, 4)]
