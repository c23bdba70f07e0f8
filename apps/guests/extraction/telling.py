"""Whether a message only tells something of its guest, and asks for nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from apps.guests.extraction import grammar, segments
from apps.guests.extraction.claims import Claim
from apps.guests.extraction.segments import Segment
from apps.infrastructure import patterns
from apps.knowledge.question import cuisines
from apps.knowledge.statements import question_beginnings
from apps.language import normalise
from apps.language.translation import question_words

# Who names only what he likes wants to hear what there is of it.
WISHES = frozenset({"cuisines", "interests"})
# "My two little ones are", before what a fact quotes.
MOST_LEADING_WORDS = 5
# "Gluten free?" asks for what it quotes.
LEAST_MARKED_WORDS = 3
_CLAUSE_ENDS = ",;.!?"
_JOINING = " ,;.!?:-"
_CLAUSES = patterns.compile(r"[^,;.!?]*[,;.!?]*")
# "Vegan food", "pizza": what somebody eats, or where, and no word leads to it.
_NAMED_FOOD = patterns.compile(
    r"^\W*(?:(?:any|some|good|a|an|hi|hello|hey|hola|bonjour)\W+)*"
    r"(?:\w+\W+){0,3}"
    rf"(?:{'|'.join(cuisines.KITCHENS)}|food|meals?|dish(?:es)?|desserts?|snacks?|"
    r"restaurants?|buffets?|options?|menus?|salads?|soups?|sandwich(?:es)?)s?"
    r"(?: \w+)?(?:\W+(?:because|cause|cuz|since|as|porque|car|parce que))?\W*$",
    "i",
)
_LEADS_TO_FOOD = patterns.compile(
    r"^\W*(?:for|at|after|before|with|without|on|in|to|from|of|no|not|the|my|our|had|"
    r"ate|eat|eats|para|en|de|con|sin|pour|au|dans|avec|sans)\b",
    "i",
)
# What is left at the ends where a clause is taken out.
_JOINTS = patterns.compile(r"^[\s,;.!:-]+(?:(?:so|and|y|et|und)\b)?|[\s,;:-]+$", "i")
# "Dinner but no seafood, my wife is allergic" asks for a meal without a verb.
_MEAL = patterns.compile(
    r"^(?:dinner|supper|lunch|brunch|breakfast|food|cena|almuerzo|comida|desayuno|"
    r"d[iî]ner|d[eé]jeuner|petit[- ]d[eé]jeuner)"
    r"\W*(?:$|\b(?:but|not|no|nothing|without|tonight|pero|sin|nada|mais|sans|pas)\b)",
    "i",
)


def asks_nothing(
    sentences: Sequence[Segment], text: str, claims: Collection[Claim]
) -> bool:
    """Whether each sentence tells of the guest, and none holds a question or a wish.

    text: the plain message. claims: all of it, with offsets in it. Keywords alone, "2
    adults, Friday", may be a search; beside a sentence of the guest's own they tell.
    """
    if "?" in text or {claim.key for claim in claims} <= WISHES:
        return False
    if any(map(food_named_first, sentences)):
        return False
    if any(_asks(sentence, claims) for sentence in sentences):
        return False
    keywords = [
        own for own in sentences if not (own.tells or any(_prefers(own, claims)))
    ]
    has_told = len(keywords) < len(sentences)
    return has_told and all(_is_claimed(sentence, claims) for sentence in keywords)


def food_named_first(sentence: Segment) -> str:
    """What the guest names to eat, or where, before he speaks of himself: "vegan food"
    of "vegan food my wife eats no meat"; usually empty."""
    own = sentence.grammar.pattern("own").search(sentence.text)
    lead = sentence.text[: own.start()] if own else ""
    words = question_words.english(lead, sentence.grammar.language)
    is_led_to = bool(_LEADS_TO_FOOD.search(words))
    return "" if is_led_to or not _NAMED_FOOD.search(words) else lead.strip(_JOINING)


def _prefers(sentence: Segment, claims: Collection[Claim]) -> Iterator[Claim]:
    """Claims of the sentence on how the guest wants to be reached."""
    end = sentence.start + len(sentence.text)
    for claim in claims:
        if claim.key == "preferred_contact" and sentence.start <= claim.start < end:
            yield claim


def _asks(sentence: Segment, claims: Collection[Claim]) -> bool:
    """Whether it is a request but for "I prefer e-mail", which asks for nothing now."""
    text = sentence.text
    for claim in _prefers(sentence, claims):
        start, end = claim.start - sentence.start, claim.end - sentence.start
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return replace(sentence, text=text).is_request


def only_tells(text: str, language: str) -> bool:
    """Whether a message asks for nothing, and the guest speaks of himself in each of
    its sentences, whether or not they hold a fact that could be noted."""
    own_grammar = grammar.of_language(language)
    sentences = list(segments.split(grammar.plain(text), own_grammar))
    if normalise.has_question_mark(text) or any(
        _wants(sentence) for sentence in sentences
    ):
        return False
    statements = [own for own in sentences if not own.matches("small_word")]
    return bool(statements) and all(map(_is_of_guest, statements))


def question_beside(quotes: Collection[str], text: str) -> str:
    """ "Where can we eat?" of "my son is celiac, where can we eat?"; empty where
    nothing is asked but of what the quotes say."""
    question = text
    for quote in quotes:
        question = _without(quote, question)
    question = _JOINTS.sub("", question).strip()
    is_asked = question_beginnings.is_question_or_wish(question)
    is_asked = is_asked or bool(_MEAL.search(question)) or _is_marked(question)
    return question if question != text and is_asked else ""


def _is_marked(question: str) -> bool:
    """Whether it asks by its sign alone: "¿el estacionamiento es gratis?"."""
    is_long = len(question.split()) >= LEAST_MARKED_WORDS
    return is_long and normalise.has_question_mark(question)


def question_elsewhere(quotes: Collection[str], text: str) -> str:
    """ "Where can I get a steak?" of "I'm not vegetarian any more, where can I get a
    steak?"; empty where nothing is asked but in the clause of a quote."""
    clauses = _CLAUSES.findall(text)
    elsewhere = [own for own in clauses if not any(quote in own for quote in quotes)]
    question = _JOINTS.sub("", "".join(elsewhere)).strip()
    is_asked = question_beginnings.is_question_or_wish(question)
    return question if is_asked else ""


def _without(quote: str, question: str) -> str:
    """Without the words that lead to the quote either: "I am" of "I am allergic"."""
    before, quoted, after = question.partition(quote)
    if not quoted:
        return question
    start = max(map(before.rfind, _CLAUSE_ENDS)) + 1
    lead = before[start:]
    is_short = len(lead.split()) <= MOST_LEADING_WORDS
    if is_short and not question_beginnings.is_question_or_wish(lead):
        before = before[:start]
    return f"{before} {after}"


def of_mourning(text: str, language: str) -> bool:
    """Whether it tells, beside whatever it asks, of a death or a funeral."""
    own_grammar, plain = grammar.of_language(language), grammar.plain(text)
    pieces = map(own_grammar.pattern, ("loss", "mourning"))
    return any(piece.search(plain) for piece in pieces)


def of_loss(text: str, language: str) -> bool:
    """Whether it asks for nothing, and tells that somebody dear died some time ago, or
    of the funeral; of a death that is news, the guest may need help."""
    # Every message is read here, and hardly any tells of a loss.
    if not of_mourning(text, language):
        return False
    own_grammar, plain = grammar.of_language(language), grammar.plain(text)
    sentences = list(segments.split(plain, own_grammar))
    if normalise.has_question_mark(text) or any(map(_wants, sentences)):
        return False
    return any(
        (own.is_past and own.matches("loss")) or own.matches("mourning")
        for own in sentences
    )


def _wants(sentence: Segment) -> bool:
    return sentence.is_request or question_beginnings.is_question_or_wish(sentence.text)


def _is_of_guest(sentence: Segment) -> bool:
    """Whether it is a whole sentence of the guest's; "my bill" is none."""
    is_statement = sentence.tells and sentence.matches("states")
    return sentence.has_own_subject or is_statement


def _is_claimed(sentence: Segment, claims: Collection[Claim]) -> bool:
    """Whether keywords are an answer to nothing, "hi", or say a fact."""
    end = sentence.start + len(sentence.text)
    is_claimed = any(
        sentence.start <= claim.start < end and claim.key not in WISHES
        for claim in claims
    )
    return is_claimed or sentence.matches("small_word")
