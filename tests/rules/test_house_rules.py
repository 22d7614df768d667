"""The house rules: names, books, and words for every value in both languages."""

import pytest

from referee.language.messages import catalogue
from referee.rules.house import HOUSE_RULES, House, HouseRule


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
