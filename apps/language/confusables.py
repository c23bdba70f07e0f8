"""Letters of Cyrillic, Greek, Armenian and small capitals that look like Latin ones.

Chosen from Unicode's table of confusables (UTS #39).
"""
# ruff: noqa: RUF001 - ambiguous letters are the subject

_LOOKALIKES = {
    ord(sign): latin
    for latin, signs in {
        "a": "аαɑᴀ",
        "b": "ƅьвʙβ",
        "c": "сϲᴄ",
        "d": "ԁժᴅ",
        "e": "еєεᴇ",
        "g": "ɡցɢ",
        "h": "һհнʜη",
        "i": "іɩιɪ",
        "j": "јϳᴊ",
        "k": "кκᴋ",
        "l": "ӏʟ",
        "m": "мᴍ",
        "n": "ոռпᴎɴ",
        "o": "оοσօᴏ",
        "p": "рρᴘ",
        "q": "ԛգ",
        "r": "гʀ",
        "s": "ѕꜱ",
        "t": "тτᴛ",
        "u": "υսᴜ",
        "v": "ѵνᴠ",
        "w": "ԝωѡᴡ",
        "x": "хχ",
        "y": "уγүʏ",
        "z": "ᴢ",
    }.items()
    for sign in signs
}


def latin(text: str) -> str:
    """Letters of other alphabets replaced by the Latin ones they look like."""
    return text if text.isascii() else text.casefold().translate(_LOOKALIKES)
