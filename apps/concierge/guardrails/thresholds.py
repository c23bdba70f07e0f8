"""From which chances on a message is stopped, or answered with help beside it.

Chosen by the chances of messages whose authors and sources were left out of the
training (record 38); `classifier` compares.
"""

# Least chance by category, calibrated in the same way: loose where a miss hurts a
# guest, strict where a false alarm insults one (docs/safety.md).
THRESHOLDS = {
    "self_harm": 0.63,
    "prompt_injection": 0.8,
    "responsible_gaming": 0.82,
    "age_verification": 0.84,
    "bsa_aml": 0.8,
    "patron_privacy": 0.76,
    "emergency": 0.72,
}
# Below this chance of being harmless the likeliest category counts without a threshold:
# two categories may share the chance.
HARDLY_HARMLESS = 0.01
# For pieces of a message.
THRESHOLD_OF_PIECE = 0.97
# For a cry for help in a clause.
THRESHOLD_OF_CLAUSE = 0.97
# From here on a part of the message that sounds like danger makes it no likelier.
SURELY_HARMLESS = 0.97
# From these chances on help stands beside the answer, and a model is asked for its
# opinion where there is one. About one plain question in a hundred comes so far.
LIKELY_FROM = {
    "self_harm": 0.4,
    "prompt_injection": 0.3,
    "responsible_gaming": 0.6,
    "age_verification": 0.5,
    "bsa_aml": 0.3,
    "patron_privacy": 0.6,
    "emergency": 0.4,
}
# Below these chances of being anything but harmless a phrase was a coincidence: 17 of
# 244 such messages by authors left out of the training were none. An emergency is none,
# however unlikely.
COINCIDENCE = {
    "self_harm": 0.01,
    "prompt_injection": 0.02,
    "responsible_gaming": 0.2,
    "age_verification": 0.3,
    "bsa_aml": 0.13,
    "patron_privacy": 0.13,
    "emergency": 0.0,
    "drink_driving": 0.0,
}
# The same for words that ordinary messages borrow.
COINCIDENCE_OF_MENTION = 0.2
