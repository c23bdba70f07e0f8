"""From which chances on a message is stopped, or answered with help beside it.

Chosen by the chances of messages whose authors and sources were left out of the
training (record 38); `classifier` compares.
"""

# Least chance of being anything but harmless, by the category that is likeliest: loose
# where a miss hurts a guest, strict where a false alarm insults one. The chances of all
# categories count together: what a ruined gambler writes is half a crisis and half a
# gambling problem, and neither half alone is certain.
THRESHOLDS = {
    "self_harm": 0.85,
    "prompt_injection": 0.85,
    "responsible_gaming": 0.8,
    "age_verification": 0.75,
    "bsa_aml": 0.85,
    "patron_privacy": 0.76,
    "emergency": 0.78,
}
# A text is of a danger where that has so much of its chance of not being harmless.
DANGER_SHARE = 0.4
# For pieces of a message.
THRESHOLDS_OF_PIECE = dict.fromkeys(THRESHOLDS, 0.985)
# For a cry for help in a clause.
THRESHOLD_OF_CLAUSE = 0.97
# From here on a part of the message that sounds like danger makes it no likelier.
SURELY_HARMLESS = 0.97
# From these chances on help stands beside the answer, and a model is asked for its
# opinion where there is one. About one plain question in a hundred comes so far.
LIKELY_FROM = {
    "self_harm": 0.5,
    "prompt_injection": 0.5,
    "responsible_gaming": 0.75,
    "age_verification": 0.55,
    "bsa_aml": 0.5,
    "patron_privacy": 0.6,
    "emergency": 0.5,
}
# From these chances of being anything but harmless on, a phrase stops the message: for
# danger early, which has not been learnt in every language.
PHRASE_STOPS_FROM = {
    "self_harm": 0.02,
    "prompt_injection": 0.65,
    "responsible_gaming": 0.4,
    "age_verification": 0.4,
    "bsa_aml": 0.4,
    "patron_privacy": 0.28,
    "emergency": 0.03,
    "drink_driving": 0.0,
}
# Phrases of gambling, age, money and privacy stop no message of more bytes of UTF-8,
# where a Chinese sign counts as three letters: what stands beside them is learnt
# better. Of authors left out of the training, 22 harmless messages were longer and five
# meant ones.
LONGEST_STOPPED_BY_PHRASE = 72
# From these on help stands beside the answer; below, the phrase was a coincidence.
# Danger is heard in languages too that nothing was learnt of, and a rule on age is no
# rebuff: "may the children walk through the casino?" has a chance of 0.18.
PHRASE_LIKELY_FROM = {
    "self_harm": 0.004,
    "prompt_injection": 0.3,
    "responsible_gaming": 0.3,
    "age_verification": 0.1,
    "bsa_aml": 0.22,
    "patron_privacy": 0.25,
    "emergency": 0.0,
    "drink_driving": 0.0,
}
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
