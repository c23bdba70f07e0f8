"""The speaker without a model in the languages of guests, quoting English records."""

import pytest

from apps.concierge.extractive import provider
from tests.apps.concierge.extractive import prompts
from tests.apps.concierge.extractive.prompts import prompt

pytestmark = pytest.mark.usefixtures("without_key")
NOT_SPOKEN = "Ich spreche leider kein Deutsch. Telefon: 1-888-226-7711."


@pytest.mark.parametrize(
    ("language", "question", "best", "answer"),
    [
        ("es", "Is Ballo open?", "now", "Sí. Ballo: Open now until 10:00 PM. [1]"),
        ("fr", "Is Ballo open?", "now", "Oui. Ballo : Open now until 10:00 PM. [1]"),
        ("es", "Can kids come?", "minimum_age",
         "No. En Ballo hay que tener 21 años o más. [1]"),
        ("fr", "Can kids come?", "minimum_age",
         "Non. Il faut avoir 21 ans ou plus pour Ballo. [1]"),
        ("es", "prices?", "price_band", "Los precios de Ballo son altos («$$$»). [1]"),
        ("fr", "prices?", "price_band", "Les prix de Ballo sont élevés (« $$$ »). [1]"),
    ],
)  # fmt: skip
def test_it_speaks_the_guests_language(
    language: str, question: str, best: str, answer: str
) -> None:
    messages = prompt(question, prompts.BALLO, language=language, best=best)
    assert provider.answer(messages) == answer


@pytest.mark.parametrize(
    ("language", "opening"),
    [
        ("es", "Los registros del resort dicen esto de Mandara Spa"),
        ("fr", "Les fiches du complexe disent ceci de Mandara Spa"),
    ],
)
def test_it_quotes_what_it_cannot_say_in_the_guests_language(
    language: str, opening: str
) -> None:
    messages = prompt("massage?", prompts.SPA, language=language, best="summary")
    answer = provider.answer(messages)
    assert answer.startswith(opening)
    assert "Massages and facials with ideas from Bali" in answer
    assert answer.endswith("[1]")


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("es", "Is parking free?",
         "Sí. Es gratis, según los registros del resort: «Yes, self-parking is free in "
         "every garage». [1]"),
        ("fr", "how much is valet?",
         "Le prix est de $20, selon les fiches du complexe : « Valet parking is $20 ». "
         "[1]"),
    ],
)  # fmt: skip
def test_it_opens_with_what_a_quoted_sentence_says(
    language: str, question: str, answer: str
) -> None:
    messages = prompt(
        question, prompts.PARKING, language=language, best="answer", answerable=0.9
    )
    assert provider.answer(messages) == answer


@pytest.mark.parametrize(
    ("question", "opening"),
    [
        ("what time is the check out", "A las 11:00 a. m., según"),
        ("what time do I check in", "A las 4:00 p. m., según"),
        ("what time", "En los registros del resort"),
    ],
)
def test_it_opens_with_the_time_of_the_clause_that_is_asked_about(
    question: str, opening: str
) -> None:
    record = (
        "faq | When is check-in, and when is check-out?\n"
        "[answer] Check-in begins at 4:00 PM and check-out is by 11:00 AM."
    )
    messages = prompt(question, record, language="es", best="answer")
    assert provider.answer(messages).startswith(opening)


@pytest.mark.parametrize(
    ("record", "opening"),
    [
        ("Children aged 6 weeks up to 12 years may stay.", "En los registros del"),
        ("Guests aged 18 may enter.", "La edad mínima es de 18 años"),
    ],
)
def test_it_tells_no_weeks_as_years(record: str, opening: str) -> None:
    record = f"faq | How old must I be?\n[answer] {record}"
    messages = prompt("what is the minimum age", record, language="es", best="answer")
    assert provider.answer(messages).startswith(opening)


def test_it_does_not_read_a_yes_from_a_half_denied_sentence() -> None:
    record = "faq | May I smoke?\n[answer] There is no smoking, except outside."
    messages = prompt(
        "can I smoke outside", record, language="es", best="answer", answerable=0.9
    )
    assert not provider.answer(messages).startswith(("Sí", "No"))


def test_it_tells_the_record_itself_in_a_language_without_sentences() -> None:
    messages = prompt("Is Ballo open?", prompts.BALLO, language="zh", best="now")
    assert "Ballo: Open now until 10:00 PM. [1]" in provider.answer(messages)


@pytest.mark.parametrize(
    ("answerable", "answer"),
    [
        (0.4, NOT_SPOKEN),
        (0.9, f"{NOT_SPOKEN} Yes. Ballo: Open now until 10:00 PM. [1]"),
    ],
)
def test_it_says_that_it_lacks_a_language(answerable: float, answer: str) -> None:
    messages = prompt(
        "Is Ballo open?",
        prompts.BALLO,
        language="de",
        best="now",
        answerable=answerable,
        not_spoken=NOT_SPOKEN,
    )
    assert provider.answer(messages) == answer
