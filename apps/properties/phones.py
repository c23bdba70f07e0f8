"""Telephone numbers as people write them."""

# Digits of a North American number with its leading 1.
LONG_DISTANCE = 11
KEYPAD = {
    letter: digit
    for digit, letters in {
        "2": "ABC",
        "3": "DEF",
        "4": "GHI",
        "5": "JKL",
        "6": "MNO",
        "7": "PQRS",
        "8": "TUV",
        "9": "WXYZ",
    }.items()
    for letter in letters
}


def digits(number: str) -> str:
    """Digits as dialled; letters become the keys that carry them."""
    return "".join(KEYPAD.get(sign, sign) for sign in number.upper() if sign.isalnum())


def spells(vanity: str, number: str) -> bool:
    """Whether dialling the words reaches the number; extra letters are ignored."""
    dialled = digits(number)
    return bool(dialled) and digits(vanity)[: len(dialled)] == dialled


def href(number: str) -> str:
    """Target of a tel: link; short codes such as 988 stay as they are."""
    dialled = digits(number)
    if len(dialled) == LONG_DISTANCE and dialled.startswith("1"):
        return f"tel:+{dialled}"
    return f"tel:{dialled}" if dialled else ""
