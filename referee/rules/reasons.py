"""Why an order is refused: one code for each clause of the rules. The words are language's business.

Refusals are decided in this order: game state, turn and pace, system readiness, geometry.
"""

from enum import StrEnum


class Reason(StrEnum):
    GAME_NOT_STARTED = "game/not-started"
    GAME_OVER = "game/over"
    CREW_UNKNOWN = "crew/unknown"  # no call word, and it may be either crew's
    TURN_NOT_YOURS = "turn/not-yours"
    TURN_COURSE_FIRST = "turn/course-first"
    PACE_FIRST_MATE = "pace/first-mate"
    PACE_ENGINEER = "pace/engineer"
    PACE_SURFACED = "pace/surfaced"
    PACE_STOP_FIRST = "pace/stop-first"
    PACE_STOPPED = "pace/stopped"
    PACE_SIGNAL_FIRST = "pace/signal-first"  # Sonar: what STOP was called for is done, its caller says RESUME
    PACE_ANSWER_FIRST = "pace/answer-first"
    ANSWER_NONE_PENDING = "answer/none-pending"
    ANSWER_NOT_YOURS = "answer/not-yours"
    READY_NOT_SURFACED = "ready/not-surfaced"
    DIVE_NOT_READY = "dive/not-ready"  # surfaced, the submarine not secured yet
    DIVE_ALREADY = "dive/already"
    DIVE_BY_ITSELF = "dive/by-itself"  # turn by turn a surfaced crew dives with its next course
    BLACKOUT_MUST_SURFACE = "blackout/must-surface"
    COURSE_OFF_CHART = "course/off-chart"
    COURSE_ISLAND = "course/island"
    COURSE_OWN_ROUTE = "course/own-route"
    COURSE_OWN_MINE = "course/own-mine"
    SYSTEM_NOT_CHARGED = "system/not-charged"
    SYSTEM_BROKEN = "system/broken"
    SYSTEM_NOT_IN_SCENARIO = "system/not-in-scenario"
    SYSTEM_NOT_IN_GAME = "system/not-in-game"
    TARGET_OFF_CHART = "target/off-chart"
    TARGET_ISLAND = "target/island"
    TARGET_OUT_OF_RANGE = "target/out-of-range"
    TARGET_NO_PATH = "target/no-path"
    TARGET_OTHER_SECTOR = "target/other-sector"
    MINE_NOT_ADJACENT = "mine/not-adjacent"
    MINE_ON_ROUTE = "mine/on-route"
    MINE_ON_ISLAND = "mine/on-island"
    MINE_OCCUPIED = "mine/occupied"
    MINE_NONE_THERE = "mine/none-there"
    ARCHER_NONE_THERE = "archer/none-there"
    ARCHER_SPENT = "archer/spent"
    SILENCE_NOT_STRAIGHT = "silence/not-straight"
    SILENCE_TOO_FAR = "silence/too-far"
    SILENCE_ONE_STEP = "silence/one-step"  # Sonar: exactly one space
    SILENCE_BLOCKED = "silence/blocked"
    SILENCE_NONE_ACTIVATED = "silence/none-activated"  # a glide told without a silence
    ENERGY_TOO_LITTLE = "energy/too-little"
    SONAR_BOTH_TRUE = "sonar/both-true"
    SONAR_BOTH_FALSE = "sonar/both-false"
    SONAR_SAME_KIND = "sonar/same-kind"
    SONAR_TWO_FACTS = "sonar/two-facts"  # fewer or more than two
    SONAR_ONE_FACT = "sonar/one-fact"  # Sonar: one line or one column, nothing else
    SONAR_UNTRUE = "sonar/untrue"
    DRONE_UNTRUE = "drone/untrue"
    HIT_UNTRUE = "hit/untrue"
    SURFACE_UNTRUE = "surface/untrue"
    GAUGE_FULL = "gauge/full"
    GAUGE_NO_COURSE = "gauge/no-course"
    BREAKDOWN_WRONG_PANEL = "breakdown/wrong-panel"
    BREAKDOWN_CROSSED = "breakdown/crossed"
    BREAKDOWN_NO_COURSE = "breakdown/no-course"
    BREAKDOWN_NO_SYMBOL = "breakdown/no-symbol"  # the panel has no such place
    DAMAGE_UNTRUE = "damage/untrue"  # the Engineer's DAMAGE without a cause
    START_OFF_CHART = "start/off-chart"
    START_ISLAND = "start/island"
    START_FORCED = "start/forced"
    START_UNTRUE = "start/untrue"  # told during the game, and the courses since do not fit
    START_TOO_LATE = "start/too-late"  # told during the game, after a silence nobody described
    ROLE_NOT_ALLOWED = "role/not-allowed"
