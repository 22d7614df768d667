"""What each event of a crew makes of its gauges. Fed with all it told, they are its own; fed with public events alone,
what anybody at the table can work out."""

from __future__ import annotations

from referee.deduction.charging import Charging
from referee.rules import events as e
from referee.rules.crews import System
from referee.rules.house import House, SilenceOrder


def gauged(charging: Charging, event: e.Event, house: House) -> Charging:
    """The gauges after an event of their own crew."""
    match event:
        case e.CourseHeld():
            return charging.course()
        case e.SilenceActivated():
            return _after_silence(charging, house)
        case e.ChargeAnnounced(_, system) if system in charging.gauges:
            return charging.charged(system)
        case e.GaugeMarked(_, system) if system in charging.gauges:
            return charging.told(system)
    used = e.ACTIVATED.get(type(event))
    return charging.activated(used) if used and used in charging.gauges else charging


def _after_silence(charging: Charging, house: House) -> Charging:
    """Marked as after a course, in the order the house has it (Activating Silence)."""
    if System.SILENCE not in charging.gauges:
        return charging.silence()
    marked = charging.activated(System.SILENCE).silence()
    mark_first = house.silence_marks is SilenceOrder.MARK_FIRST
    return marked.emptied(System.SILENCE, last=True) if mark_first else marked
