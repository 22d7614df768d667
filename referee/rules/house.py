"""House rules: what the books leave open, or say differently, as named settings, each with its default.

The fields' types are the values a setting may have; `rule(...)` adds what each book says and whether it says it at all.
The words that explain them are in the catalogues, under `house.<name>`.
"""
# ruff: noqa: RUF009  (`rule` only wraps dataclasses.field: it makes no value that houses would share)

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Literal, get_type_hints

from referee.rules.crews import Game

Book = Literal["en", "fr"]
CAPTAIN, FAMILY = Game.CAPTAIN_SONAR, Game.SONAR


class TorpedoPath(StrEnum):
    WATER = "water"
    ANY = "any"


class OwnHit(StrEnum):
    TWO = "two"
    ONE = "one"


class Mines(StrEnum):
    ANY_MINE = "any-mine"
    OWN_MINE = "own-mine"


class SilenceOrder(StrEnum):
    MARK_FIRST = "mark-first"
    EMPTY_FIRST = "empty-first"


class ZeroMarks(StrEnum):
    BOTH = "both"
    MATE = "mate"
    NONE = "none"


class TriggerTime(StrEnum):
    ANY_TIME = "any-time"
    OWN_TURN = "own-turn"


class SystemTime(StrEnum):
    AFTER_COURSE = "after-course"
    OWN_TURN = "own-turn"
    ANY_TIME = "any-time"


class Blackout(StrEnum):
    SURFACE_ONLY = "surface-only"
    SYSTEMS_TOO = "systems-too"


class Together(StrEnum):
    ONE = "one"
    TWO = "two"


class OkPace(StrEnum):
    WHEN_USED = "when-used"
    REQUIRED = "required"
    IGNORED = "ignored"


class IllegalCourse(StrEnum):
    REFUSED = "refused"
    MUST_SURFACE = "must-surface"


class BothSink(StrEnum):
    DRAW = "draw"
    CALLER_LOSES = "caller-loses"
    CALLER_WINS = "caller-wins"


class MissileAnswer(StrEnum):
    OWED = "owed"
    OPTIONAL = "optional"


def rule(
    en: object,
    fr: object,
    *,
    silent: tuple[Book, ...] = (),
    games: tuple[Game, ...] = (CAPTAIN,),
) -> Any:
    """A setting. The default is the English book's value; `silent` are the books whose value is only our reading."""
    return field(default=en, metadata={"en": en, "fr": fr, "silent": silent, "games": games})


@dataclass(frozen=True, slots=True)
class House:
    """A whole set of house rules."""

    # torpedoes and blasts
    torpedo_own_cell: bool = rule(False, True)
    torpedo_path: TorpedoPath = rule(TorpedoPath.WATER, TorpedoPath.WATER, silent=("en", "fr"))
    torpedo_over_own: bool = rule(True, True, silent=("en", "fr"))
    torpedo_destroys: Mines = rule(Mines.ANY_MINE, Mines.ANY_MINE)
    diagonal_blast: bool = rule(True, True)
    own_direct_hit: OwnHit = rule(OwnHit.TWO, OwnHit.TWO, silent=("fr",))
    own_damage_aloud: bool = rule(False, False, silent=("en", "fr"))
    both_sink: BothSink = rule(BothSink.DRAW, BothSink.DRAW, silent=("en", "fr"), games=(CAPTAIN, FAMILY))
    # mines
    mine_diagonal: bool = rule(True, True)
    mine_stacking: bool = rule(False, False, silent=("en", "fr"))
    own_mine_blocks: bool = rule(True, False)
    trigger_broken: bool = rule(True, True, silent=("fr",))
    trigger_is_system: bool = rule(False, False, silent=("en", "fr"))
    trigger_after_drop: bool = rule(True, True, silent=("en", "fr"))
    trigger_time: TriggerTime = rule(TriggerTime.ANY_TIME, TriggerTime.ANY_TIME)
    # silence
    silence_own_mine_blocks: bool = rule(True, False)
    silence_zero: bool = rule(True, True)
    silence_marks: SilenceOrder = rule(SilenceOrder.MARK_FIRST, SilenceOrder.EMPTY_FIRST)
    silence_zero_marks: ZeroMarks = rule(ZeroMarks.BOTH, ZeroMarks.BOTH, silent=("en", "fr"))
    # when, and by whom, a system is activated
    course_between_systems: bool = rule(True, False)
    system_time: SystemTime = rule(SystemTime.AFTER_COURSE, SystemTime.ANY_TIME)
    system_after_surfacing: bool = rule(True, True, silent=("en", "fr"))
    # the French book calls STOP in both modes; turn by turn nobody is interrupted, so the referee does not insist
    stop_turn_by_turn: bool = rule(False, False, silent=("fr",))
    stop_to_trigger: bool = rule(False, True)
    mate_activates: bool = rule(True, True)
    # surfacing
    blackout: Blackout = rule(Blackout.SURFACE_ONLY, Blackout.SURFACE_ONLY)
    extra_turns_lost: bool = rule(True, False, silent=("fr",))
    surfaced_marks: bool = rule(False, True)
    # breakdowns and the pace; mistakes
    repair_first: bool = rule(True, True, silent=("en", "fr"))
    panel_and_radiation: Together = rule(Together.ONE, Together.ONE, silent=("en", "fr"))
    ok_pace: OkPace = rule(OkPace.WHEN_USED, OkPace.WHEN_USED, silent=("en", "fr"))
    illegal_course: IllegalCourse = rule(
        IllegalCourse.REFUSED, IllegalCourse.REFUSED, silent=("en", "fr"), games=(CAPTAIN, FAMILY)
    )
    # Sonar
    silence_earns_energy: bool = rule(False, False, silent=("en", "fr"), games=(FAMILY,))
    missile_answer: MissileAnswer = rule(
        MissileAnswer.OPTIONAL, MissileAnswer.OPTIONAL, silent=("en", "fr"), games=(FAMILY,)
    )
    stuck: Blackout = rule(Blackout.SYSTEMS_TOO, Blackout.SYSTEMS_TOO, silent=("en", "fr"), games=(FAMILY,))

    @classmethod
    def for_book(cls, book: Book) -> House:
        """The whole set as one book says."""
        values: dict[str, Any] = {one.field: one.typed(one.of_book(book)) for one in HOUSE_RULES}
        return cls(**values)

    def put(self, name: str, value: str) -> House | None:
        """The same house with one rule changed; None when there is no such rule or value."""
        found = HOUSE_RULE.get(name)
        if found is None or value not in found.values:
            return None
        changed: dict[str, Any] = {found.field: found.typed(value)}
        return replace(self, **changed)

    def value(self, name: str) -> str:
        """The value of a rule, as its name."""
        return _text(getattr(self, HOUSE_RULE[name].field))


@dataclass(frozen=True, slots=True)
class HouseRule:
    """What is known of one setting: its name, its values, what the books say."""

    name: str
    values: tuple[str, ...]
    en: str
    fr: str
    silent: tuple[Book, ...]
    games: tuple[Game, ...]
    kind: type[StrEnum] | type[bool]

    @property
    def field(self) -> str:
        return self.name.replace("-", "_")

    def of_book(self, book: Book) -> str:
        return self.en if book == "en" else self.fr

    def typed(self, value: str) -> bool | StrEnum:
        """The value a name stands for."""
        return value == "yes" if self.kind is bool else self.kind(value)


def _text(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rules() -> tuple[HouseRule, ...]:
    kinds: Mapping[str, Any] = get_type_hints(House)
    return tuple(
        HouseRule(
            name=one.name.replace("_", "-"),
            values=("yes", "no") if kinds[one.name] is bool else tuple(str(value) for value in kinds[one.name]),
            en=_text(one.metadata["en"]),
            fr=_text(one.metadata["fr"]),
            silent=one.metadata["silent"],
            games=one.metadata["games"],
            kind=kinds[one.name],
        )
        for one in fields(House)
    )


HOUSE_RULES: tuple[HouseRule, ...] = _rules()
HOUSE_RULE: dict[str, HouseRule] = {one.name: one for one in HOUSE_RULES}
