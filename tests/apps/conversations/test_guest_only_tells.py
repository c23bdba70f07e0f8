"""A guest who asks nothing is thanked, and asked back where two things cannot be."""

from __future__ import annotations

import pytest

from apps.concierge import replies
from apps.conversations import single_question
from apps.conversations.models import Message
from apps.conversations.turns.runner import TurnRunner
from apps.properties.models import Property
from tests.apps.conversations.test_guest_facts import live_values, thread_at

pytestmark = pytest.mark.usefixtures("without_key", "closed_connections")
THANKS = {
    "en": "Thank you for telling me. What may I look up for you?",
    "es": "Gracias por decírmelo. ¿Qué puedo buscarle?",
    "de": "Danke, dass Sie mir das sagen. Was darf ich für Sie nachsehen?",
    "zh": replies.say("telling", "zh"),
}


async def answers(turns: TurnRunner, place: Property, *texts: str) -> list[str]:
    thread = await thread_at(place)
    return [
        (await single_question.ask(turns, thread, text))["answer"] for text in texts
    ]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("we're coming dec 18 to 20 for our anniversary, I'm vegetarian", "en"),
        ("actually four of us, my sister can't make it", "en"),
        ("There will be 2 of us, arriving Friday", "en"),
        ("we are 6 people", "en"),
        ("my wife is deaf", "en"),
        ("Hi! My wife and I are celebrating our 10th anniversary", "en"),
        ("I prefer text messages over calls", "en"),
        ("Call me Maria, I prefer email", "en"),
        ("You can call me Ann, and I'd rather get texts than phone calls", "en"),
        ("Somos cuatro personas y llegamos el viernes", "es"),
        ("Nos quedamos hasta el lunes por la mañana", "es"),
        ("Wir sind zu dritt und bleiben vier Nächte", "de"),
        ("我们四个人, 我吃素", "zh"),
    ],
)
async def test_news_are_noted_with_thanks(
    resort: Property, turns: TurnRunner, text: str, language: str
) -> None:
    assert await answers(turns, resort, text) == [THANKS[language]]
    assert await live_values()


@pytest.mark.parametrize(
    "text",
    [
        "I'm vegetarian and there are four of us. What is the dress code at Ballo?",
        "we are coming to Ballo on Friday, four of us",
        "we are four and need a table at Ballo",
        "we are here for our honeymoon and the TV in 1204 is broken",
        "my wife lost her ring, it was our anniversary",
        "we are vegan and our waiter laughed at us",
        "2 adults, Friday to Sunday",
        "we love Italian food",
        "I prefer email. Where can we eat?",
        "and if it's just the two of us",
    ],
)
async def test_whoever_wants_more_gets_more(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    (answer,) = await answers(turns, resort, text)
    assert THANKS["en"] not in answer


WELCOME = "Ask me about"
CHAT = "just ask"
LEAVE = "very welcome"


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["yes"], WELCOME),
        (["No"], WELCOME),
        (["ok!"], WELCOME),
        (["sí"], WELCOME),
        (["non"], WELCOME),
        (["I'm vegetarian", "yes"], CHAT),
        (["there are four of us", "sure"], CHAT),
        (["I'm vegetarian", "no"], LEAVE),
        (["I'm vegetarian", "no thanks"], LEAVE),
        (["Soy vegetariano", "no"], LEAVE),
        (["Je suis végétarien", "oui"], CHAT),
    ],
)
async def test_a_bare_yes_or_no_is_looked_up_nowhere(
    resort: Property, turns: TurnRunner, texts: list[str], words: str
) -> None:
    *_, last = await answers(turns, resort, *texts)
    assert words in last


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("our dog died last week", "very sorry for your loss"),
        ("I lost my husband two years ago", "very sorry for your loss"),
        ("mi esposa murió el año pasado", "Lamento mucho su pérdida"),
    ],
)
async def test_a_loss_is_met_with_sympathy(
    resort: Property, turns: TurnRunner, text: str, words: str
) -> None:
    (answer,) = await answers(turns, resort, text)
    assert words in answer


@pytest.mark.parametrize(
    "text",
    [
        "my phone died",
        "my baby is dead",
        "I lost my husband in the casino",
        "our waiter nearly died laughing",
    ],
)
async def test_no_loss_is_made_up(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    (answer,) = await answers(turns, resort, text)
    assert "very sorry for your loss" not in answer


FOUR_OR_FIVE = {
    "en": "We are four, the five of us",
    "es": "Somos cuatro, somos cinco",
    "fr": "Nous sommes quatre, nous sommes cinq",
    "de": "Wir sind vier, wir sind fünf",
    "pt": "Somos quatro, somos cinco",
    "it": "Siamo in quattro, siamo in cinque",
}
QUESTION = {
    "en": "Just so I get it right: are you 4 or 5 people?",
    "es": "Solo para no equivocarme: ¿son 4 o 5 personas?",
    "fr": "Pour ne pas me tromper : êtes-vous 4 ou 5 personnes ?",
    "de": "Nur damit ich es richtig habe: sind Sie 4 oder 5 Personen?",
    "pt": "Só para eu não me enganar: vocês são 4 ou 5 pessoas?",
    "it": "Solo per non sbagliarmi: siete 4 o 5 persone?",
}


@pytest.mark.parametrize(
    ("language", "answer", "party"),
    [
        ("en", "five, sorry", 5),
        ("en", "the four", 4),
        ("en", "no, four!", 4),
        ("en", "5 please", 5),
        ("en", "we're 5", 5),
        ("en", "oh sorry, 5, not 4", 5),
        ("es", "cinco, perdón", 5),
        ("es", "no, ¡cuatro!", 4),
        ("fr", "cinq, pardon", 5),
        ("fr", "les quatre", 4),
        ("de", "fünf, Entschuldigung", 5),
        ("de", "nein, vier!", 4),
        ("pt", "cinco, por favor", 5),
        ("it", "cinque, scusi", 5),
    ],
)
async def test_a_contradiction_is_asked_back(
    resort: Property, turns: TurnRunner, language: str, answer: str, party: int
) -> None:
    thread = await thread_at(resort)
    asked_back = await single_question.ask(
        turns, thread, FOUR_OR_FIVE[language], None, language
    )
    assert asked_back["answer"].endswith(QUESTION[language])
    await single_question.ask(turns, thread, answer, None, language)
    assert await live_values() == {"party_size": party}


@pytest.mark.parametrize("language", FOUR_OR_FIVE)
async def test_each_of_both_can_be_pressed(
    resort: Property, turns: TurnRunner, language: str
) -> None:
    thread = await thread_at(resort)
    text = FOUR_OR_FIVE[language]
    await single_question.ask(turns, thread, text, None, language)
    message = await Message.objects.aget(role="concierge")
    _, five = message.followups
    await single_question.ask(turns, thread, five, None, language)
    assert await live_values() == {"party_size": 5}


@pytest.mark.parametrize("answer", ["5 dogs", "4 or 5", "not 4", "at 5", "5 nights"])
async def test_another_number_answers_it_not(
    resort: Property, turns: TurnRunner, answer: str
) -> None:
    await answers(turns, resort, FOUR_OR_FIVE["en"], answer)
    assert "party_size" not in await live_values()


async def test_a_question_beside_it_is_answered_first(
    resort: Property, turns: TurnRunner
) -> None:
    text = "We are four, the five of us want to know the dress code at Ballo"
    (answer,) = await answers(turns, resort, text)
    assert "smart casual" in answer
    assert answer.endswith(QUESTION["en"])
    assert await live_values() == {}


async def test_a_number_answers_no_other_question(
    resort: Property, turns: TurnRunner
) -> None:
    await answers(turns, resort, "Is parking free?", "5")
    assert await live_values() == {}


async def test_forget_that_after_no_news_says_so(
    resort: Property, turns: TurnRunner
) -> None:
    texts = ("We are four people", "Is parking free?", "forget that")
    *_, reply = await answers(turns, resort, *texts)
    assert reply.startswith("I noted nothing from your last message.")
    assert await live_values() == {"party_size": 4}


@pytest.mark.parametrize(
    "text",
    [
        "don't remember anything about me",
        "I don't want you to store my data",
        "stop remembering me",
    ],
)
async def test_whoever_wants_no_memory_has_none(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    await answers(turns, resort, "We are four people", text)
    assert await live_values() == {}


@pytest.mark.parametrize("text", ["ok", "yes ok", "no thats all", "\N{THUMBS UP SIGN}"])
async def test_who_only_says_ok_reads_no_record_again(
    resort: Property, turns: TurnRunner, text: str
) -> None:
    *_, answer = await answers(turns, resort, "Is parking free?", text)
    assert answer.startswith("You are very welcome.")
