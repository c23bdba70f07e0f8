"""Which elements of a web page its own style sheets hide from a reader.

Selectors of tags, classes and ids are understood, one inside of another too. Others,
and rules for paper or small screens, hide nothing here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from apps.infrastructure import patterns

# Text in white or transparent is left alone: a style sheet gives it a background.
_HIDES = patterns.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0[a-z%]*\s*(?:;|!|$)",
    "i",
)
_SHOWS = patterns.compile(r"(?:display|visibility)\s*:", "i")
_COMMENT = patterns.compile(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/")
_EVERY_SCREEN = patterns.compile(
    r"@(?:media\s+(?:only\s+)?(?:screen|all)|layer\b.*)$", "i"
)
_STEP = patterns.compile(r"[\s>]+")
_COMPOUND = patterns.compile(r"^(\*|[a-z][\w-]*)?((?:[.#][\w-]+)*)$", "i")
_MARK = patterns.compile(r"[.#][\w-]+")
# A page with more is read by what its elements say themselves.
MOST_RULES = 500
MOST_CHARS = 500_000


@dataclass(frozen=True)
class Compound:
    """`p.note#first`: a tag, or "" for any, with the marks that it has to carry."""

    tag: str
    marks: frozenset[str]

    def matches(self, element: Any) -> bool:
        is_tag = not self.tag or element.tag == self.tag
        return is_tag and self.marks <= _marks_of(element)


@dataclass(frozen=True)
class Rule:
    """path: from the outermost element to the one that is hidden, or shown again."""

    path: tuple[Compound, ...]
    hides: bool

    def matches(self, element: Any) -> bool:
        if not self.path[-1].matches(element):
            return False
        ancestors = element.iterancestors()
        return all(
            any(outer.matches(ancestor) for ancestor in ancestors)
            for outer in reversed(self.path[:-1])
        )


def rules(root: Any) -> tuple[Rule, ...]:
    """Of the style elements of a page, in their order."""
    css = "\n".join(style.text or "" for style in root.iter("style"))
    own: list[Rule] = []
    for head, body in _plain_rules(_COMMENT.sub(" ", css[:MOST_CHARS])):
        hides = bool(_HIDES.search(body))
        if hides or _SHOWS.search(body):
            paths = filter(None, map(_path, head.split(",")))
            own += [Rule(path, hides) for path in paths]
    return tuple(own[:MOST_RULES])


def hide(own: Sequence[Rule], element: Any) -> bool:
    """By the last rule of the page that says anything of the element."""
    return next((rule.hides for rule in reversed(own) if rule.matches(element)), False)


def _plain_rules(css: str) -> Iterator[tuple[str, str]]:
    """(Selectors, declarations), also inside of what holds for every screen."""
    for head, body in _blocks(css):
        if not head.startswith("@"):
            yield head, body
        elif _EVERY_SCREEN.search(head):
            yield from (own for own in _blocks(body) if not own[0].startswith("@"))


def _blocks(css: str) -> Iterator[tuple[str, str]]:
    """What stands before and in each outermost pair of braces."""
    depth = start = opened = 0
    for place, sign in enumerate(css):
        if sign == "{":
            opened = opened if depth else place
            depth += 1
        elif sign == "}" and depth:
            depth -= 1
            if not depth:
                head = css[start:opened].rpartition(";")[2]
                yield head.strip(), css[opened + 1 : place]
                start = place + 1


def _path(selector: str) -> tuple[Compound, ...]:
    """Empty for what is not understood."""
    matches = [_COMPOUND.match(step) for step in _STEP.split(selector.strip()) if step]
    if not all(matches):
        return ()
    return tuple(
        Compound(
            "" if match[1] in (None, "*") else match[1].lower(),
            frozenset(_MARK.findall(match[2])),
        )
        for match in matches
        if match
    )


def _marks_of(element: Any) -> frozenset[str]:
    marks = [f".{name}" for name in (element.get("class") or "").split()]
    return frozenset([*marks, f"#{element.get('id')}"])
