"""Languages that the script tells: Han, kana, hangul, Arabic, Hindi, Russian."""

from __future__ import annotations

from apps.infrastructure import patterns

KANA = patterns.compile("[\u3041-\u30ff\uff66-\uff9f]")
SCRIPTS = {
    "ko": patterns.compile("[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]"),
    "han": patterns.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002ffff]"),
    "ar": patterns.compile("[\u0620-\u064a\u066e-\u06d3\ufb50-\ufdff\ufe70-\ufefc]"),
    "hi": patterns.compile("[\u0904-\u0939\u0958-\u0961]"),
    "ru": patterns.compile("[\u0400-\u04ff]"),
}
# Letters of Persian and Urdu, Ukrainian and Belarusian: their readers are not served
# by Arabic or Russian.
FOREIGN = {"ar": frozenset("پچژگٹڈڑںےھ"), "ru": frozenset("іїєґўђјљњћџ")}
# Characters of sentences rather than names, in simplified and traditional spelling.
CHINESE = frozenset(
    "的是吗嗎呢吧了么麼什甚哪几幾点點请請问問你您我们們有没沒怎样樣能可以多少"
    "在到和还還这這那要想给給会會开開关關门門时時间間钱錢个個不"
)
# Spellings that Japanese does not use.
NOT_JAPANESE = frozenset("吗嗎呢吧么麼哪几您们們没沒怎这這给請请问间钱个开关门时点")
LOWER_LATIN = patterns.compile("[a-zß-öø-ÿ]+")
LATIN_WORD = patterns.compile(r"[A-Za-zÀ-ɏ]+")


def written(text: str, default: str) -> str | None:
    """The language of the main script; None when that is Latin or there is none."""
    if text.isascii():
        return None
    counts = {name: len(found.findall(text)) for name, found in SCRIPTS.items()}
    kana = len(KANA.findall(text))
    counts["han"] += kana
    main = max(counts, key=lambda name: counts[name])
    if not counts[main] or _only_named(text, main, counts[main], kana):
        return None
    if main == "han":
        return _chinese_or_japanese(text, kana, default)
    strange = FOREIGN.get(main, frozenset()) & set(text.lower())
    return default if strange else main


def _only_named(text: str, script: str, count: int, kana: int) -> bool:
    """Is this a Latin sentence that names something in another script?"""
    latin = _plain_latin(text)
    if script == "han" and not kana and not CHINESE & set(text):
        return bool(latin)
    dense = script in {"han", "ko"}
    return latin > count * (3 if dense else 1)


def _plain_latin(text: str) -> int:
    """Letters of Latin words that are no names: begun in lower case, or the first."""
    words = LATIN_WORD.findall(text)
    first = LATIN_WORD.match(text.lstrip())
    plain = [word for word in words if LOWER_LATIN.match(word)]
    if first and len(words) > 1 and first[0] not in plain:
        plain.append(first[0])
    return sum(len(word) for word in plain)


def _chinese_or_japanese(text: str, kana: int, default: str) -> str:
    if kana:
        return "ja"
    unclear = default == "ja" and not NOT_JAPANESE & set(text)
    return "ja" if unclear else "zh"
