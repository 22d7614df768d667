"""The house rules: names, books, and words for every value in both languages."""

import pytest

from referee.language.messages import catalogue
from referee.rules.house import HOUSE_RULES, House, HouseRule

# the lists of rulings and of differences between the books: those without a setting, and why they need none
SETTLED_RULINGS = {
    25: "two kinds, one true: both books",
    26: "surfaced crews answer: both books",
    30: "what surfacing keeps: both books",
    31: "Delta: both books",
    32: "Echo: both books",
    33: "one damage, everything erased: both books",
    36: "charging a broken system: allowed by both",
    37: "a broken or empty system is refused: both books",
    41: "submarines do not collide",
    43: "four damage, own ones too: both books",
    44: "who begins is drawn by lot: --first",
    45: "any sea space: both books",
    46: "small crews: turn by turn, both books",
    47: "both books",
    48: "both books",
    49: "both books",
}
SETTLED_DIFFERENCES = {
    15: "examples",
    16: "Archer mines: one outcome in both",
    17: "the length of the gauge is in its file",
    18: "who begins is drawn by lot: --first",
    19: "four damage suffered",
    20: "which box is crossed does not matter",
    21: "words: the grammars",
    23: "one rule in both",
}


def test_every_ruling_and_difference_is_a_setting_or_settled() -> None:
    rulings = {number for rule in HOUSE_RULES for number in rule.rulings}
    differences = {number for rule in HOUSE_RULES for number in rule.differences}
    assert rulings | SETTLED_RULINGS.keys() == set(range(1, 50))
    assert differences | SETTLED_DIFFERENCES.keys() == set(range(1, 24))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.name)
def test_every_value_is_explained(rule: HouseRule, language: str) -> None:
    assert {f"house.{rule.name}.{word}" for word in ("about", *rule.values)} <= set(catalogue(language))


def test_the_default_is_the_english_book() -> None:
    assert House() == House.for_book("en")


def test_a_book_sets_the_whole_set() -> None:
    french = House.for_book("fr")
    assert {rule.name: french.value(rule.name) for rule in HOUSE_RULES} == {rule.name: rule.fr for rule in HOUSE_RULES}
    assert french != House()


@pytest.mark.parametrize("rule", HOUSE_RULES, ids=lambda rule: rule.name)
def test_one_rule_is_changed_by_name(rule: HouseRule) -> None:
    for value in rule.values:
        changed = House().put(rule.name, value)
        assert changed is not None
        assert changed.value(rule.name) == value
        others = [other.name for other in HOUSE_RULES if other is not rule]
        assert all(changed.value(name) == House().value(name) for name in others)


def test_an_unknown_rule_or_value_is_none() -> None:
    assert House().put("torpedo-color", "red") is None
    assert House().put("torpedo-path", "air") is None
