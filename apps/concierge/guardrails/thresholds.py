"""From which chances on a message is stopped, or answered with help beside it.

Chosen by the chances of messages whose authors and sources were left out of the
training (records 38 and 78); `classifier` and `phrases` compare.
"""

# Least chance of being anything but harmless; the likeliest category answers. The
# chances of all categories count together: what a ruined gambler writes is half a
# crisis and half a gambling problem, and neither half alone is certain.
STOPS_FROM = 0.75
# For pieces of a message.
PIECE_STOPS_FROM = 0.985
# For a cry for help in a clause.
CRY_IN_CLAUSE_FROM = 0.97
# A text is of a danger where that has so much of its chance of not being harmless.
DANGER_SHARE = 0.4
# From here on a part of the message that sounds like danger makes it no likelier.
SURELY_HARMLESS = 0.97
# From here on help stands beside the answer, and a model is asked for its opinion where
# there is one. About one plain question in two hundred comes so far.
LIKELY_FROM = 0.5
# Below these chances, of sentences and of every part, nothing but a clause makes an
# emergency likely, where no phrase does: of authors kept apart that is so of 19 of the
# 89 harmless messages that may be one, and of none of the 31 emergencies.
EMERGENCY_FROM = 0.5
EMERGENCY_IN_PART_FROM = 0.9
# From these chances of being anything but harmless on, a phrase stops the message: for
# danger early, which has not been learnt in every language.
PHRASE_STOPS_FROM = {
    "self_harm": 0.2,
    "prompt_injection": 0.65,
    "patron_privacy": 0.28,
    "emergency": 0.05,
    "drink_driving": 0.0,
}
# From these on help stands beside the answer; below, the phrase was a coincidence.
PHRASE_LIKELY_FROM = {
    "self_harm": 0.004,
    "prompt_injection": 0.3,
    "patron_privacy": 0.25,
    "emergency": 0.0,
    "drink_driving": 0.0,
}
# A phrase of privacy stops no message of more bytes of UTF-8, where a Chinese sign
# counts as three letters: what stands beside it is learnt better.
LONGEST_STOPPED_BY_PHRASE = 72
# The same for words that ordinary messages borrow.
MENTION_LIKELY_FROM = 0.2
# With an age before it that was told earlier, half of all plain questions come so far.
# From these chances on the rule stands beside what the guest, or an adult with somebody
# young, asks without a word of whoever is too young; and a guest too young is refused
# it. Of 220 plain questions an adult's drop from 0.55 to 0.11, nearly all about games
# and drinks.
OF_KNOWN_MINOR = 0.6
OF_KNOWN_COMPANY = 0.95
REFUSED_TO_MINOR = 0.9
