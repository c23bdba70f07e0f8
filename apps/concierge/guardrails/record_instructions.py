"""Whether words of the records give orders to the concierge.

`manage.py train_record_orders` writes the weights and says how often they are right on
authors kept apart.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from apps.concierge.guardrails import classifier, networks, phrases
from apps.concierge.guardrails.text_variants import TextVariants
from apps.llm.local import multilingual

INJECTION = "prompt_injection"
ORDERS = "record_orders.npz"
# Staff write imperatives all day ("Ask at the desk"): only the surest count, and a
# phrase that nothing else speaks for is a coincidence.
SURE = 0.99
COINCIDENCE = 0.2
# The networks read what the n-grams do not rule out: 2 % of the orders of authors left
# out, by whom both limits were chosen.
WORTH_READING = 0.001
SURE_OF_ORDER = 0.85
# However sure the n-grams are: "with a concierge at your side".
EXCLUDED_BELOW = 0.001
LONGEST = 300


# A row is read again with all that hangs below it; most of its sentences are not new.
@lru_cache(maxsize=8192)
def gives_orders(text: str) -> bool:
    variants = TextVariants(text)
    whole = next(iter(variants.windows), "")
    if not whole:
        return False
    chance = classifier.chances_of_ngrams(whole)[INJECTION]
    if chance >= SURE:
        return _chance_of_order(text) >= EXCLUDED_BELOW
    is_phrase = chance >= COINCIDENCE and phrases.find(INJECTION, variants)
    return bool(is_phrase) or (
        chance >= WORTH_READING and _chance_of_order(text) >= SURE_OF_ORDER
    )


def _chance_of_order(text: str) -> float:
    stack = networks.load_stack(networks.DATA / ORDERS)
    vector = networks.scaled(multilingual.encode([text[:LONGEST]]))
    [chances] = np.exp(stack.log_chances(vector)).mean(axis=0)
    return float(chances[1])
