"""The normalised spellings of one text, each cut into windows.

The work is bounded: at most `LONGEST` characters of the text are read, in at most
`MOST_VARIANTS` variants of `MOST_CHARS` together; a window is short enough that
far-apart words never meet.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from apps.language import normalise, obfuscation
from apps.language.normalise import LONGEST

MOST_VARIANTS = 12
MOST_CHARS = 20_000
WINDOW = 420
OVERLAP = 120
MOST_REMEMBERED = 64


@dataclass(frozen=True)
class TextVariants:
    """The spellings of one text that the guardrails match: one window a line."""

    text: str

    @cached_property
    def spaced(self) -> str:
        """Words apart by single spaces."""
        return "\n".join(self.windows)

    @cached_property
    def squeezed(self) -> str:
        """Runs of spelled-out letters pushed together; usually nothing."""
        runs = map(normalise.folded, obfuscation.spelled_out(self._visible))
        return "\n".join(part for run in runs for part in _cut(run))

    @cached_property
    def marked(self) -> str:
        """Lower case, with all signs, for forged markup."""
        return normalise.folded(self._visible)

    @cached_property
    def windows(self) -> tuple[str, ...]:
        """Windows of every variant, the plain one first, none twice."""
        variants: dict[str, None] = {}
        remaining = MOST_CHARS
        for text in self._spellings():
            words = normalise.words(text)[: min(LONGEST, remaining)]
            if words and words not in variants:
                variants[words] = None
                remaining -= len(words)
            if remaining <= 0 or len(variants) == MOST_VARIANTS:
                break
        return tuple(dict.fromkeys(part for words in variants for part in _cut(words)))

    @cached_property
    def as_typed(self) -> str:
        """The words as a page shows them, no code or sign of another shape undone."""
        return normalise.words(self._visible)

    @cached_property
    def is_disguised(self) -> bool:
        """Whether something can be undone. Words of another alphabet read as Latin are
        no disguise while some sign stays; "the 14th" may be read in two ways too."""
        return not self.decoded or any(map(str.isascii, self.windows[1:]))

    @cached_property
    def decoded(self) -> str:
        """As a person reads it who undoes base64 and hexadecimal parts."""
        return obfuscation.decoded(self._visible)

    @cached_property
    def _visible(self) -> str:
        return normalise.visible(self.text[:LONGEST])

    def _spellings(self) -> Iterator[str]:
        visible = self._visible
        latin = obfuscation.latin(visible)
        yield self.decoded
        yield visible
        # Short ones first: a long message leaves no room for all.
        yield normalise.hidden(self.text[:LONGEST])
        yield from obfuscation.payloads(visible)
        yield latin
        yield normalise.visible(normalise.spaced(self.text[:LONGEST]))
        yield from obfuscation.leet(latin)
        yield obfuscation.unspaced(latin)


@lru_cache(maxsize=MOST_REMEMBERED)
def of(text: str) -> TextVariants:
    """Several parts of a turn read the spellings of its message."""
    return TextVariants(text)


def _cut(words: str) -> Iterator[str]:
    """Overlapping pieces of at most `WINDOW` characters, cut at a space if any."""
    start = 0
    while len(words) - start > WINDOW:
        end = words.rfind(" ", start + OVERLAP + 1, start + WINDOW)
        end = end if end > 0 else start + WINDOW
        yield words[start:end]
        back = words.find(" ", end - OVERLAP, end)
        start = back + 1 if back > 0 else end - OVERLAP
    if words[start:]:
        yield words[start:]
