"""What every web process loads before its first answer, loaded once for all of them.

None of it reads settings: the models that the project brings along, the phrases of
the guardrails as patterns, and the modules that take longest to import. A process that
is forked has them as it would have made them; building them takes it a third of its
start.
"""

from __future__ import annotations

import importlib

from apps.concierge.guardrails import checks, phrases, text_variants
from apps.concierge.routing import intent
from apps.knowledge.statements import common_questions
from apps.llm.local import multilingual

# Spaced-out letters are matched against every way of writing the phrases.
TEXT = "Good evening, w h a t i s o n"
MODULES = (
    "apps.concierge.extractive.facts",
    "apps.concierge.guardrails.names",
    "apps.concierge.tools.calculate.questions",
    "apps.concierge.tools.passages",
    "apps.concierge.tools.weather.wording",
    "apps.conversations.turns.bookings.words.relative_changes",
    "apps.guests.extraction.remarks",
    "apps.infrastructure.qr_code",
    "apps.knowledge.search.recorded_words",
    "apps.knowledge.vector_array",
    "apps.sms.telnyx.webhook",
    "apps.webchat.page.texts",
)
CATEGORIES = (*checks.ORDER, checks.EMERGENCY, checks.HUMAN, checks.HELP)


def load() -> None:
    multilingual.load()
    common_questions.load()
    intent.classify(TEXT)
    variants = text_variants.of(TEXT)
    for category in CATEGORIES:
        phrases.find(category, variants)
    for module in MODULES:
        importlib.import_module(module)


load()
