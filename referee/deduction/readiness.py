"""What a crew may have ready by now, for all that everybody heard: what it told plays no part, so that nothing that is
shown or said of it can give a gauge away."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.deduction.charging import Charging
from referee.deduction.gauging import gauged
from referee.rules import events as e
from referee.rules.crews import System
from referee.rules.house import House
from referee.rules.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Readiness:
    """One crew's, as the other crew can reckon it. Only public events of that crew are to be put in."""

    scenario: Scenario
    house: House
    charging: Charging
    energy: int = 0
    """Sonar: everybody can count it."""
    mines: int = 0
    """How many it dropped and has not triggered. A torpedo may have destroyed some: that is nobody's to know."""

    @classmethod
    def begin(cls, scenario: Scenario, house: House) -> Readiness:
        return cls(scenario, house, Charging.begin(scenario.mate.spaces if scenario.mate else {}))

    def after(self, event: e.Event) -> Readiness:
        charging = gauged(self.charging, event, self.house)
        if not charging.possible:  # nobody is accused: what cannot be reckoned may be full
            charging = gauged(self.charging.lost(), event, self.house)
        mines = self.mines + isinstance(event, e.MineDropped) - isinstance(event, e.MineTriggered)
        return replace(self, charging=charging, energy=self._energy_after(event), mines=max(0, mines))

    def _energy_after(self, event: e.Event) -> int:
        """One for each move, spent on each system (Navigate)."""
        sheet, activated = self.scenario.energy, e.ACTIVATED.get(type(event))
        if sheet is None:
            return 0
        earns = isinstance(event, e.CourseHeld) or (
            isinstance(event, e.SilenceActivated) and self.house.silence_earns_energy
        )
        left = max(0, self.energy - (sheet.cost.get(activated, 0) if activated else 0))
        return min(sheet.boxes, left + earns)

    def may_use(self, system: System) -> bool:
        """Whether it can be charged, or paid for. Whether it is broken is another matter."""
        if self.scenario.energy:
            return self.energy >= self.scenario.energy.cost.get(system, self.scenario.energy.boxes + 1)
        return system in self.charging.gauges and self.charging.can_be_full(system)

    @property
    def any_system(self) -> bool:
        systems = self.scenario.energy.cost if self.scenario.energy else self.charging.gauges
        return any(self.may_use(system) for system in systems)

    @property
    def may_trigger(self) -> bool:
        """Whether a mine of this crew can lie somewhere."""
        return self.mines > 0
