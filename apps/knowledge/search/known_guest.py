"""What a guest has told, as far as records can show that a row suits him."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class KnownGuest:
    """needs: by the key of a fact, the wordings by which records name each choice; none
    where they never do. avoided: what he does not eat. people: of the party, 0 where it
    is unknown; rooms: that they take. youngest: in years; None without children.
    nightly_budget: in US dollars for a room, 0 for none. tells_need: the message itself
    names a need, "I'm celiac, is Ballo ok?", "do they have vegan food?".
    """

    needs: Mapping[str, Mapping[str, Collection[str]]] = field(default_factory=dict)
    avoided: Collection[str] = ()
    people: int = 0
    rooms: int = 1
    youngest: int | None = None
    nightly_budget: int = 0
    tells_need: bool = False

    @property
    def people_in_room(self) -> int:
        return -(-self.people // max(self.rooms, 1))


NOBODY = KnownGuest()
