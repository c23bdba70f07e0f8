"""A guest may stop our messages with any word or wording, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.infrastructure import yaml_files
from apps.sms.incoming import keywords, revocation_meaning
from apps.sms.incoming.keywords import Wish

WORDINGS = yaml_files.read(Path(__file__).with_name("wordings.yaml"))
# fmt: off
NAMED_WORDS = [
    "STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE",
    "OPT OUT", "OPTOUT", "ARRET", "ALTO", "PARAR", "NO MAS",
]
# fmt: on


def stops(text: str) -> bool:
    command = keywords.read(text) or revocation_meaning.read(text)
    return command is not None and command.wish is Wish.STOP


@pytest.mark.parametrize("word", NAMED_WORDS)
@pytest.mark.parametrize("form", ["{}", "{}!!", " {}. ", "Please {}", "{}, thank you"])
def test_it_knows_the_words_of_the_law(word: str, form: str) -> None:
    for text in (
        form.format(word),
        form.format(word.lower()),
        form.format(word.title()),
    ):
        command = keywords.read(text)
        assert command is not None, text
        assert command.wish is Wish.STOP


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Arrêt", "fr"),
        ("Arrête", "fr"),
        ("arrête svp !", "fr"),
        ("Arrêtez ça", "fr"),
        ("Stoppez", "fr"),
        ("Ça suffit", "fr"),
        ("Arrête. Je ne sais pas qui tu es", "fr"),
        ("No más", "es"),
        ("Paren ya", "es"),
        ("Ya basta", "es"),
        ("STOP stop STOP", "en"),
        ("Stop. I have no idea who this is", "en"),
        ("sotp", "en"),
        ("“Stop”", "en"),
        ("Bitte abmelden", "de"),
        ("Hören Sie auf, mir zu schreiben!", "de"),
        ("Bitte keine SMS mehr", "de"),
        ("Cancellami, grazie", "it"),
        ("Non voglio più ricevere messaggi", "it"),
        ("退订", "zh"),
        ("不要再给我发短信了。", "zh"),
        ("I never consented to this", "en"),
    ],
)
def test_it_reads_accents_repetition_and_slips(text: str, language: str) -> None:
    command = keywords.read(text)
    assert command is not None
    assert (command.wish, command.language) == (Wish.STOP, language)


@pytest.mark.parametrize(
    "text",
    [
        "Gibt es keine Nachrichten für mich?",
        "Schreiben Sie mir, wann das Zimmer fertig ist?",
        "Wann hört die Show auf?",
        "À quelle heure s'arrête la navette ?",
        "arrête-moi si je me trompe, le spa est ouvert ?",
        "Mi mandate il menu?",
        "Non mi scrivete il prezzo?",
        "什么时候开始",
        "几点停止营业",
        "可以给我发短信吗",
        "I never consented to a resort fee",
    ],
)
def test_it_takes_no_question_for_a_command(text: str) -> None:
    assert keywords.read(text) is None


@pytest.mark.parametrize("word", ["Starten", "inizia", "开始", "Comenzar", "START"])
def test_it_knows_who_begins_again(word: str) -> None:
    command = keywords.read(word)
    assert command is not None
    assert command.wish is Wish.START


@pytest.mark.parametrize("word", ["HELP", "Info", "ayuda!", "Aide", "Hilfe", "帮助"])
def test_it_knows_who_asks_for_help(word: str) -> None:
    command = keywords.read(word)
    assert command is not None
    assert command.wish is Wish.HELP


def test_it_begins_again_with_a_yes_only_after_a_stop() -> None:
    for word in ("START", "unstop"):
        command = keywords.read(word)
        assert command is not None
        assert command.wish is Wish.START
    assert keywords.read("YES") is None
    command = keywords.read("Sí", has_stopped=True)
    assert command is not None
    assert (command.wish, command.language) == (Wish.START, "es")


@pytest.mark.parametrize("half", ["seen", "held_back"])
def test_it_knows_wordings_from_innocent_messages(half: str) -> None:
    assert [text for text in WORDINGS["revocations"][half] if not stops(text)] == []
    assert [text for text in WORDINGS["innocents"][half] if stops(text)] == []


@pytest.mark.parametrize("half", ["seen", "held_back"])
def test_it_reads_most_wordings_of_seven_languages(half: str) -> None:
    wordings = WORDINGS["further"][half]
    missed = [text for text in wordings["revocations"] if not stops(text)]
    assert len(missed) <= 0.2 * len(wordings["revocations"]), missed
    false_stops = [text for text in wordings["innocents"] if stops(text)]
    assert len(false_stops) <= 0.05 * len(wordings["innocents"]), false_stops


@pytest.mark.parametrize(
    "text",
    [
        "S T O P",
        "s.t.o.p",
        "basta messaggi",
        "I never signed up for this",
        "nunca me suscribí a esto",
        "je ne me suis jamais inscrit",
        "dont text me anymore",
        "I'd rather not hear from you again",
        "can you stop sending me stuff",
        "quit it",
        "ya no me escriban",
        "quítame de la lista",
        "no quiero recibir nada",
        "arrêtez vos textos",
        "j'en ai marre de vos messages",
        "quero sair da lista",
        "toglimi dalla lista",
    ],
)
def test_it_hears_who_takes_a_consent_back(text: str) -> None:
    assert stops(text)


@pytest.mark.parametrize(
    "text",
    [
        "opt out of housekeeping",
        "how do I opt out of turndown service",
        "forget my phone number",
        "take me off the guest list for Saturday",
        "I never signed up for the spa package",
        "retirez-moi de la réservation de ce soir",
        "stop by the bar",
        "cancel my dinner",
        "text me later",
        "leave me a key",
        "not now",
        "no me escriban en español",
        "garde rien sur moi",
        "wipe what you know",
        "can i get a refund",
    ],
)
def test_it_takes_no_other_refusal_for_one(text: str) -> None:
    assert not stops(text)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("STOPP", "de"),
        ("Abmelden", "de"),
        ("Ich habe mich nie angemeldet", "de"),
        ("Basta", "es"),
        ("basta messaggi", "it"),
        ("non ho mai dato il consenso", "it"),
        ("stop aux messages", "fr"),
        ("chega de mensagens", "pt"),
        ("别烦我了", "zh"),
        ("I never agreed to get texts", "en"),
    ],
)
def test_it_knows_the_language_of_a_revocation(text: str, language: str) -> None:
    command = keywords.read(text) or revocation_meaning.read(text)
    assert command is not None
    assert command.language == language


@pytest.mark.parametrize(
    "text",
    [
        "help me find the spa",
        "more info about rooms",
        "Where does the shuttle start?",
        "Please don't stop texting me",
        "Do not text me before 9, I am asleep",
        "yes please, a table for two",
    ],
)
def test_it_leaves_questions_to_the_concierge(text: str) -> None:
    assert keywords.read(text) is None
    assert revocation_meaning.read(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "take my name off your list",
        "scrub my number from your records",
        "how do I turn off these texts",
        "don't ever text this phone",
        "You keep texting me, please don't",
    ],
)
def test_it_knows_a_meaning_that_no_phrase_has(text: str) -> None:
    assert stops(text)
