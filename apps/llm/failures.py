"""The one expected failure of this app: no model can answer now."""

from typing import Literal

Kind = Literal["key", "quota", "timeout", "away", "open", "refused", "broken"]


class ModelUnavailable(Exception):  # noqa: N818 - the state is the name
    """Its text is one sentence for operators and never holds the key.

    kind: "key" the key is wrong or may not do this; "quota" too many requests;
    "timeout" no word in time; "away" it cannot be reached or fails by itself; "open" it
    was not asked, for it failed often; "refused" by the provider's safety filter;
    "broken" is everything else.
    """

    def __init__(
        self,
        kind: Kind,
        sentence: str,
        *,
        retry_after_seconds: float | None = None,
        another_model_may_work: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.kind: Kind = kind
        self.retry_after_seconds = retry_after_seconds
        self.another_model_may_work = another_model_may_work
