"""What a check says about a message."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`rule` names the family of phrases that matched, for logs and staff."""

    category: str
    rule: str
