"""Words of a message that say nothing of what is looked for."""

from apps.infrastructure import patterns

# What joins a message to the one before and says nothing of its own.
_FILLERS = patterns.compile(
    r"^\W*((no|sorry|oh|actually)\b\W*)*(i|we) (mean|meant)\b\W*|"
    r"^\W*((ok|okay|oh|so|alright|cool|great|thanks|thx|perfect|well)\b\W*)+|"
    r"\s+(instead|then|though|tho)\W*$|"
    # "How much per game?", of the bowling that was talked about.
    r"\s+(per|each) (game|person|head|hour|kid|child|adult|round|ride|lap|lane)\W*$",
    "i",
)
# "What is the card called?" asks for its name, which every record has.
_NAMING = patterns.compile(r"\b(called|named)\W*$|\bnames? of\b", "i")


def without_fillers(text: str) -> str:
    """ "Where do I pay" for "ok so where do i pay then"; a text of fillers stays."""
    return _FILLERS.sub("", text) or text


def without_naming(text: str) -> str:
    """Without the words by which it asks for a name."""
    return _NAMING.sub(" ", text)
