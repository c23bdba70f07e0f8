"""What every web process loads before its first answer, loaded once for all of them.

None of it reads settings: the models that the project brings along, and the phrases of
the guardrails as patterns. A process that is forked has them as it would have made
them; building them takes it a third of its start.
"""

from __future__ import annotations

from apps.concierge.guardrails import checks, phrases, text_variants
from apps.concierge.routing import intent
from apps.knowledge.statements import common_questions
from apps.llm.local import multilingual

# Spaced-out letters are matched against every way of writing the phrases.
TEXT = "Good evening, w h a t i s o n"
CATEGORIES = (*checks.ORDER, checks.EMERGENCY, checks.HUMAN, checks.HELP)


def load() -> None:
    multilingual.load()
    common_questions.load()
    intent.classify(TEXT)
    variants = text_variants.of(TEXT)
    for category in CATEGORIES:
        phrases.find(category, variants)


load()
