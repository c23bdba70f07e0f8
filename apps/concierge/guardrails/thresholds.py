"""From which chances on a message is stopped, or answered with help beside it.

Chosen by the chances of messages whose authors and sources were left out of the
training (record 38); `classifier` compares.
"""

# Least chance by category, calibrated in the same way: loose where a miss hurts a
# guest, strict where a false alarm insults one (docs/safety.md).
THRESHOLDS = {
    "self_harm": 0.65,
    "prompt_injection": 0.8,
    "responsible_gaming": 0.84,
    "age_verification": 0.9,
    "bsa_aml": 0.86,
    "patron_privacy": 0.82,
    "emergency": 0.7,
}
# Below this chance of being harmless the likeliest category counts without a threshold:
# two categories may share the chance.
HARDLY_HARMLESS = 0.01
# For pieces of a message.
THRESHOLD_OF_PIECE = 0.97
# For a cry for help in a clause.
THRESHOLD_OF_CLAUSE = 0.97
# From these chances on help stands beside the answer, and a model is asked for its
# opinion where there is one. About one plain question in a hundred comes so far.
LIKELY_FROM = {
    "self_harm": 0.4,
    "prompt_injection": 0.3,
    "responsible_gaming": 0.76,
    "age_verification": 0.5,
    "bsa_aml": 0.3,
    "patron_privacy": 0.75,
    "emergency": 0.4,
}
# Below this chance of being anything but harmless a phrase was a coincidence; one of an
# emergency never is.
COINCIDENCE = 0.13
