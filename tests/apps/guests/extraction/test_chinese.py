"""Guests who write Chinese: simple sentences are read, and nothing beside them."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from apps.guests import evidence, fact_words
from apps.guests.extraction import Reading, facts_in

# A Tuesday.
NOW = datetime(2026, 5, 12, 10, tzinfo=ZoneInfo("America/New_York"))


def read(text: str) -> Reading:
    return facts_in(text, "zh", NOW)


def values(text: str) -> dict[str, Any]:
    return {fact.key: fact.value for fact in read(text).facts}


def dates(first: str | None, last: str | None = None) -> dict[str, Any]:
    return {"visit_dates": {"from": first, "until": last}}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我们四个人", {"party_size": 4}),
        ("我们有十二个人，请推荐餐厅", {"party_size": 12}),
        ("两大一小", {"party_size": 3, "children": 1}),
        ("一家三口", {"party_size": 3, "companions": ["family"]}),
        ("我和太太", {"party_size": 2, "companions": ["partner"]}),
        (
            "我和老婆带两个孩子",
            {"party_size": 4, "children": 2, "companions": ["partner"]},
        ),
        ("我一个人来", {"party_size": 1, "companions": ["alone"]}),
        ("我们四个人，不对，是五个人", {"party_size": 5}),
        ("我们12月18日到20日来", dates("2026-12-18", "2026-12-20")),
        ("我们12月18号入住，20号离开", dates("2026-12-18", "2026-12-20")),
        ("我下周五到", dates("2026-05-22")),
        ("我们明天来，住三晚", {**dates("2026-05-13"), "nights": 3}),
        ("我们想订两间房", {"rooms": 2}),
        ("我吃素", {"dietary_needs": ["vegetarian"]}),
        ("我太太吃素", {"dietary_needs": ["vegetarian"]}),
        ("我是纯素者", {"dietary_needs": ["vegan"]}),
        (
            "我是素食者，对坚果过敏",
            {"dietary_needs": ["vegetarian", "nut_allergy"]},
        ),
        ("我儿子8岁，可以去游泳吗？", {"children_ages": [8]}),
        ("我妈妈坐轮椅", {"accessibility": ["wheelchair"]}),
        ("我们来庆祝结婚纪念日", {"occasion": ["anniversary"]}),
        ("我們四個人", {"party_size": 4}),
    ],
)
def test_it_reads_simple_sentences(text: str, facts: dict[str, Any]) -> None:
    assert values(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "有素食吗？",
        "我朋友吃素",
        "我不吃素",
        "如果我们有十个人呢",
        "去年我们六个人来过",
        "餐厅能坐二十个人吗",
        "他说“我们有八个人”",
        "泳池9点关门，不是10点",
        "我住在长安街12号",
        "12月18日有演出吗？",
    ],
)
def test_it_takes_nothing_else(text: str) -> None:
    assert read(text).facts == ()


def test_it_hears_what_holds_no_longer() -> None:
    (taken_back,) = read("我不是素食者").taken_back
    assert (taken_back.key, taken_back.value) == ("dietary_needs", ["vegetarian"])


def test_it_knows_whether_anything_is_asked() -> None:
    assert read("你好，我们四个人，我吃素").asks_nothing
    assert not read("我们四个人，请推荐餐厅").asks_nothing


def test_the_quote_holds_the_fact_alone() -> None:
    text = "我是素食者，对坚果过敏，我叫王小明，住在长安街12号"
    (fact,) = read(text).facts
    assert [
        evidence.of(fact.key, choice, words)
        for choice, words in fact.choice_quotes.items()
    ] == ["我是素食者", "对坚果过敏"]
    assert evidence.of("dietary_needs", "vegetarian", f"{text}，我吃素") == ""


def test_the_guest_reads_it_in_chinese() -> None:
    assert fact_words.line("dietary_needs", ["vegan"], "zh") == "饮食: 纯素"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("我们俩都吃素", {"party_size": 2, "dietary_needs": ["vegetarian"]}),
        ("就我俩，住三晚", {"party_size": 2, "nights": 3}),
        ("咱倆下周五到", {"party_size": 2}),
        ("我们仨周末过来", {"party_size": 3}),
        ("我和老公俩", {"party_size": 2, "companions": ["partner"]}),
        ("我们夫妻俩来庆祝生日", {"party_size": 2, "companions": ["partner"]}),
        ("母女俩想住两晚", {"party_size": 2, "nights": 2}),
        ("我们夫妻俩带着两个孩子", {"party_size": 4, "children": 2}),
        ("我们俩带一个孩子", {"party_size": 3, "children": 1}),
        ("我带俩孩子", {"children": 2}),
        ("俩大人一个小孩", {"party_size": 3, "children": 1}),
        ("我们一共五个。", {"party_size": 5}),
        ("我带两个孩子，孩子6岁和9岁", {"children": 2, "children_ages": [6, 9]}),
        ("孩子一个五岁一个八岁", {"children_ages": [5, 8]}),
        (
            "预算每晚两百美元",
            {"budget": {"amount": 200, "currency": "USD", "per": "night"}},
        ),
        ("我妈妈听力不好", {"accessibility": ["hearing"]}),
        ("我爷爷走路不方便", {"accessibility": ["step_free"]}),
        ("我有导盲犬", {"accessibility": ["service_animal"]}),
    ],
)
def test_it_counts_few_people_without_a_measure_word(
    text: str, facts: dict[str, Any]
) -> None:
    values = {fact.key: fact.value for fact in facts_in(text, "zh", NOW).facts}
    assert facts.items() <= values.items()


@pytest.mark.parametrize(
    "text",
    [
        "我们俩孩子喜欢游泳",
        "他们俩都吃素",
        "你们俩谁推荐一下？",
        "有俩人一起玩的游戏吗？",
    ],
)
def test_few_others_are_not_the_guests(text: str) -> None:
    keys = {fact.key for fact in facts_in(text, "zh", NOW).facts}
    assert not keys & {"party_size", "dietary_needs"}
