"""The little language in which families are written, turned into RE2.

A phrase is words and `(a|b)?` as in a regular expression, and further
    {name}   any entry of the slot of that name
    ~        up to three words            ~~   up to six words
    ...      anything in the same sentence
    >>       anything in the same window
    a <> b   both in the same sentence, in either order
    word*    the word with any ending
"""

from collections.abc import Callable, Mapping, Sequence

from apps.infrastructure import patterns
from apps.language import normalise

Slots = Mapping[str, Sequence[str]]
Writer = Callable[[str, Slots], str]
Gaps = Sequence[tuple[str, str]]
_SLOT = patterns.compile(r"\{([a-z]\w*)\}")
_ENDING = patterns.compile(r"\*", before=r"[\pL\pN_]")
_WORD = r"[^ .\n]+"
_NEAR: Gaps = (
    ("~~ ", rf"(?:{_WORD} ){{0,6}}"),
    ("~ ", rf"(?:{_WORD} ){{0,3}}"),
    ("... ", r"(?:[^.\n]* )?"),
)
_FAR: Gaps = ((">> ", r"(?:.* )?"), (">>", r".*"))
_SPACED_GAPS: Gaps = (*_NEAR, ("...", r"\b[^.\n]*\b"), *_FAR)
_UNSPACED_GAPS: Gaps = (*_NEAR, ("...", r"[^.\n]*"), *_FAR)
_SQUEEZED_GAPS: Gaps = (
    ("~~ ", ".{0,40}"),
    ("~ ", ".{0,20}"),
    ("...", ".*"),
    (">>", ".*"),
)


def spaced(phrase: str, slots: Slots) -> str:
    """RE2 for words apart by single spaces."""
    body = _filled(phrase, slots)
    if not body.isascii():  # other scripts may write without spaces
        return _gapped(body, _UNSPACED_GAPS)
    return rf"\b(?:{_gapped(body, _SPACED_GAPS)})\b"


def squeezed(phrase: str, slots: Slots) -> str:
    """RE2 for the same words without any spaces."""
    return (
        _gapped(_filled(phrase, slots), _SQUEEZED_GAPS)
        .replace(" ?", "")
        .replace(" ", "")
    )


def as_written(phrase: str, slots: Slots) -> str:
    """RE2 written by hand, for text that keeps its signs; slots are not used."""
    del slots
    return phrase


def _filled(phrase: str, slots: Slots) -> str:
    """The phrase with its slots written out and its letters spelled plainly."""
    # Most phrases have neither sign: a process that starts reads thousands.
    while "{" in phrase and _SLOT.search(phrase):
        phrase = _SLOT.sub(lambda slot: f"({'|'.join(slots[slot[1]])})", phrase)
    plain = _either_way(normalise.spelled(phrase))
    return _ENDING.sub(r"[^ .\n]*", plain) if "*" in plain else plain


def _either_way(phrase: str) -> str:
    first, sign, second = phrase.partition(" <> ")
    return f"({first}) ... ({second})|({second}) ... ({first})" if sign else phrase


def _gapped(phrase: str, gaps: Gaps) -> str:
    for sign, gap in gaps:
        phrase = phrase.replace(sign, gap)
    return phrase
