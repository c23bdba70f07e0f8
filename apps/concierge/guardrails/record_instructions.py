"""Whether words of the records give orders to the concierge."""

from __future__ import annotations

from functools import lru_cache

from apps.concierge.guardrails import checks, classifier
from apps.concierge.guardrails.text_variants import TextVariants

INJECTION = "prompt_injection"
# Staff write imperatives all day ("Ask at the desk"): only the surest count, and a
# phrase that nothing else speaks for is a coincidence.
SURE = 0.99
COINCIDENCE = 0.2


# A row is read again with all that hangs below it; most of its sentences are not new.
@lru_cache(maxsize=8192)
def gives_orders(text: str) -> bool:
    variants = TextVariants(text)
    whole = next(iter(variants.windows), "")
    if not whole:
        return False
    chance = classifier.chances_of_ngrams(whole)[INJECTION]
    is_phrase = chance >= COINCIDENCE and checks.check(INJECTION, variants)
    return bool(is_phrase) or chance >= SURE
