"""The referee at the table: rules on a known crew's order, answers requests, waits for what is owed or asked back.

What an input means is the session's business; what may be heard of it is `views`'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from referee.rules import event_lines, notation
from referee.rules import orders as o
from referee.rules.crews import Team
from referee.rules.events import Blast, DroneLaunched, Event
from referee.rules.orders import Announced, Request
from referee.rules.play import RuleBook
from referee.rules.reasons import Reason
from referee.rules.rulings import Rejected
from referee.rules.scenario import Scenario
from referee.table import misheard
from referee.table.game import GameSoFar
from referee.table.misheard import Ended
from referee.table.origins import TABLE, Origin, is_small_talk
from referee.table.outputs import Earcon, Reply, Urgency, Verdict
from referee.table.questions import SHOTS, About, Question, completed
from referee.table.refusals import TooLate, is_private
from referee.table.reminders import Reminders
from referee.table.replies import replied, together
from referee.table.screen import Debt, Phase, Screen, with_damage
from referee.table.setup import Setup
from referee.table.tutor import Tutor
from referee.table.views import NOTHING, Lines, Views
from referee.table.who_spoke import crew_of

S = TypeVar("S")


_FOR_THE_VOICE = (
    Request.LOUDER, Request.SOFTER, Request.SLOWER, Request.FASTER, Request.QUIET, Request.SPEAK, Request.TEXT,
)  # fmt: skip

TO_BE_READ = (Request.STATUS, Request.REPEAT, Request.WHY, Request.OPTIONS, Request.HELP)


class Referee(Generic[S]):
    """One game, its clock, and what is waited for."""

    def __init__(self, setup: Setup, rules: RuleBook[S], scenario: Scenario) -> None:
        self.setup = setup
        self.views = Views(setup, scenario)
        self.game = GameSoFar(setup, rules, scenario)
        self.tutor = Tutor(setup, self.game, self.views)
        self.now = 0.0
        self.question: Question | None = None
        self._reminders = Reminders(setup.mode)
        self._paused_at = 0.0
        self._last_said = NOTHING

    # -- time
    def time_passes(self, to: float) -> None:
        """Time never runs back: a late input is taken as happening now."""
        self.now = max(self.now, to)

    def said(self, reply: Reply, *, everybody_noticed: bool = False) -> Reply:
        """The reply, after what is late by now; and remembered for those who did not catch it.

        A crew's private input brings nothing aloud, not even a reminder that was due: its moment is a secret, too.
        """
        private = reply.announced is not None and is_private(reply.announced)
        unheard = private or (bool(reply.whispers) and reply.verdict is not Verdict.ACCEPTED)
        everybody_noticed = everybody_noticed or bool(reply.public) or not unheard
        if everybody_noticed and not self.game.screen.paused:
            self._reminders, late = self._reminders.due(self.now)
            reminded = _all(self.views.reminded(owed) for owed in late)
            reply = replace(reply, public=reminded.public + reply.public)
        self._reminders = self._reminders.owing(self.game.screen.owed, self.now)
        if reply.public:
            self._last_said = Lines(public=reply.public)
        return reply

    # -- questions
    def open_question(self) -> Question | None:
        """The question still waited for."""
        if self.question and not self.question.waited_for(self.now):
            self.question = None
        return self.question

    def ask(self, question: Question) -> Reply:
        self.question = question
        announced = question.announced
        if question.about is About.TEAM:
            lines = self.views.said("prompts.ask.team", Urgency.PROMPT, Earcon.LISTENING, to=announced.team)
            return replace(replied(Verdict.AMBIGUOUS, lines), announced=replace(announced, team=None))
        key = f"prompts.ask.{question.about}{'' if announced.team else '-anybody'}"
        lines = self.views.said(key, Urgency.PROMPT, Earcon.LISTENING, to=announced.team, order=announced)
        return replace(replied(Verdict.AMBIGUOUS, lines), announced=announced)

    def settled(self, answer: Announced, origin: Origin) -> Reply:
        """Yes or no to the question that was asked."""
        question, self.question = self.question, None
        assert question is not None
        yes = isinstance(answer.order, o.Yes)
        return self._ended(question, Ended.YES if yes else Ended.NO, self._settled(question, answer, origin, yes=yes))

    def _settled(self, question: Question, answer: Announced, origin: Origin, *, yes: bool) -> Reply:
        asked = question.announced
        if question.about is About.PLACE:
            whole = completed(asked.order, answer.order)
            assert whole is not None
            return self.order(replace(asked, order=whole, team=asked.team or answer.team), origin)
        if not yes:
            key = "prompts.ask.unshot" if question.about is About.SHOT else "prompts.ask.dropped"
            return replace(replied(Verdict.IGNORED, self.views.said(key, to=asked.team)), announced=answer)
        due = self.game.public.speaker(asked.order)
        team = asked.team or answer.team or crew_of(question.voice, due, self.setup.teams)
        if team is None:
            who = Question(About.TEAM, replace(asked, team=self.setup.teams[0]), self.now, voice=question.voice)
            return self.ask(who)
        return self.order(replace(asked, team=team), origin, confirmed=question.about is About.SHOT)

    def placed(self, team: Team, origin: Origin) -> Reply:
        """The crew's name, in answer to who spoke."""
        question, self.question = self.question, None
        assert question is not None
        reply = self.order(replace(question.announced, team=team), origin, stop=question.stop)
        spoken = ((question.voice.number, team),) if question.voice else ()
        return replace(self._ended(question, Ended.NAMED, reply), spoken=spoken)

    def _ended(self, question: Question, how: Ended, reply: Reply) -> Reply:
        """The journal keeps how a question about something heard ended, before what came of it."""
        entry = (misheard.ended(self.now, how),) if question.heard else ()
        return replace(reply, entries=entry + reply.entries)

    # -- orders
    def order(self, announced: Announced, origin: Origin, *, stop: bool = False, confirmed: bool = False) -> Reply:
        """What comes of an order whose crew is known; a request may be anybody's."""
        question = self.open_question()
        if question and question.answered_by(announced):
            return self.settled(announced, origin)
        if question and not is_private(announced) and question.dropped_by(announced.team):
            self.question = None
            again = self.order(announced, origin, stop=stop, confirmed=confirmed)
            return self._ended(question, Ended.AGAIN, again)
        match announced.order:
            case o.Ask(request):
                asked = self._requested(announced, request, origin, confirmed=confirmed)
                reply = replace(asked, announced=announced)
                return self._on_its_screen(reply) if request in TO_BE_READ else reply
            case o.DrawCell() | o.DrawSector():
                return Reply(Verdict.IGNORED, announced)
            case o.Resume() if self.game.screen.paused:
                # in a pause, resume can only mean the pause
                return replace(self._paused(announced, origin, pause=False), announced=announced)
            case _ if self.game.screen.paused:
                return self._still_paused(announced, origin)
            case _ if stop:
                return self._after_stop(announced, origin)
            case o.Unaimed(aim):
                return self._where(announced, aim, origin)
        if isinstance(announced.order, SHOTS) and self._reads_back() and not confirmed:
            return self.ask(Question(About.SHOT, announced, self.now))
        return self._ruled(announced, origin)

    def _reads_back(self) -> bool:
        return self.setup.rule_of_the_table("confirm") == "shots"

    def _after_stop(self, announced: Announced, origin: Origin) -> Reply:
        """STOP and the system in one breath. STOP stands however the rest ends: everybody has lifted the pen. Where it
        has no place, only the system counts."""
        stop = Announced(o.Stop(), announced.team)
        ruling = self.game.rule_on(stop)
        if isinstance(ruling, Rejected):
            half = isinstance(announced.order, o.Unaimed)
            return self._refused(stop, ruling.reason, origin) if half else self.order(announced, origin)
        stopped = self._ruled(stop, origin)
        return replace(together([stopped, self.order(announced, origin)]), announced=announced)

    def _where(self, announced: Announced, aim: o.Aim, origin: Origin) -> Reply:
        """The space or sector that is missing, asked of whoever left it out."""
        self.question = Question(About.PLACE, announced, self.now)
        key, team = self.views.missing(aim), announced.team
        if origin.alone and team:
            lines = self.views.told(team, key)
        else:
            lines = self.views.said(key, Urgency.PROMPT, Earcon.LISTENING, to=team)
        return replace(replied(Verdict.AMBIGUOUS, lines), announced=announced)

    def _ruled(self, announced: Announced, origin: Origin) -> Reply:
        before = self.game.asked_privately()
        ruling = self.game.play(announced)
        if isinstance(ruling, Rejected):
            return self._refused(announced, ruling.reason, origin)
        if isinstance(announced.order, o.Resume) and not ruling.events and is_small_talk(announced, origin):
            return Reply(Verdict.IGNORED, announced)
        reply = Reply(
            Verdict.ACCEPTED,
            announced,
            events=tuple(event_lines.text_of(event) for event in ruling.events),
            entries=(self._entry(announced, origin, Verdict.ACCEPTED),),
        )
        self.tutor.took(announced)
        lines = self.views.happened(ruling.events) + self._helped(ruling.events) + self.tutor.after(ruling.events)
        lines += NOTHING if ruling.events else self._without_effect(announced, origin)
        for team, task in sorted(self.game.asked_privately() - before):
            lines += self.views.told(team, f"prompts.private.{task}")
        return self._answered(replace(reply, whispers=lines.whispers, public=lines.public))

    def _without_effect(self, announced: Announced, origin: Origin) -> Lines:
        """SURFACE, said again without the place that is waited for; RESUME where nothing is stopped."""
        match announced.order:
            case o.Surface():
                asked = (one for one in self.game.screen.owed if one.what is Debt.SECTOR and one.team is announced.team)
                return _all(map(self.views.reminded, asked))
            case o.Resume() if origin.alone and announced.team:
                return self.views.told(announced.team, "table.pace.not-stopped")
            case o.Resume():
                return self.views.said("table.pace.not-stopped")
        return NOTHING

    def _refused(self, announced: Announced, reason: Reason, origin: Origin) -> Reply:
        if is_small_talk(announced, origin) and reason in _UNASKED:
            return Reply(Verdict.IGNORED, announced)
        # what only its crew noticed was never announced when it is refused: the other crew learns nothing of it
        heard = not origin.alone and reason is not Reason.ROLE_NOT_ALLOWED
        awaits_ok = announced.team is not None and self.game.public.awaits_ok(announced.team)
        owed = self.game.screen.answers
        lines = self.views.refused(announced, reason, heard=heard, awaits_ok=awaits_ok, owed=owed)
        reply = replied(Verdict.REJECTED, lines + self.tutor.mistaken(announced, reason, heard=heard))
        entry = self._entry(announced, origin, Verdict.REJECTED, reason)
        return replace(reply, announced=announced, reason=reason, entries=(entry,))

    def _entry(
        self, announced: Announced, origin: Origin, verdict: Verdict, reason: Reason | None = None
    ) -> Mapping[str, Any]:
        entry = {"at": round(self.now, 3), "in": notation.line_of(announced), "by": origin.by, "verdict": str(verdict)}
        alone = {"alone": True} if origin.alone and origin.by != "phone" else {}
        return entry | ({"reason": str(reason)} if reason else {}) | alone

    # -- answers the referee knows
    def _helped(self, events: Iterable[Event]) -> Lines:
        """A crew that has just been asked sees the true answer on its own screen, where the referee knows it."""
        true = self.game.owed_answer() if any(isinstance(event, DroneLaunched | Blast) for event in events) else None
        if true is None or true.team is None:
            return NOTHING
        return self.views.told(true.team, "prompts.private.answer", order=true)

    def _answered(self, reply: Reply) -> Reply:
        """The house may let the referee answer by itself what it knows."""
        true = self.game.owed_answer() if self.setup.rule_of_the_table("answers") == "referee" else None
        if true is None:
            return reply
        answer = self._ruled(true, Origin("referee"))
        return replace(together([reply, answer]), verdict=reply.verdict, announced=reply.announced)

    # -- requests to the referee
    def _requested(self, announced: Announced, request: Request, origin: Origin, *, confirmed: bool) -> Reply:
        match request:
            case Request.CANCEL:
                return self._cancelled(announced, origin, confirmed=confirmed)
            case Request.PAUSE | Request.CONTINUE:
                return self._paused(announced, origin, pause=request is Request.PAUSE)
            case Request.STATUS:
                return replied(Verdict.ACCEPTED, self.views.status(self._read_by(announced)))
            case Request.REPEAT:
                return replied(Verdict.ACCEPTED, self._said_again())
            case Request.WHY:
                return replied(Verdict.ACCEPTED, self.tutor.why(announced.team))
            case Request.OPTIONS:
                return replied(Verdict.ACCEPTED, self.tutor.options(announced.team))
            case Request.HELP:
                return replied(Verdict.ACCEPTED, self._help())
            case Request.DEBRIEF:
                return self._debriefed(announced, origin)
            case _ if request in _FOR_THE_VOICE:
                return Reply(Verdict.ACCEPTED, requests=(request,))
            case _:
                return Reply(Verdict.IGNORED)

    def _read_by(self, announced: Announced) -> Screen:
        """What everybody knows; on its own screen a crew reads its own damage as it is."""
        if announced.team is None or not is_private(announced):
            return self.game.screen
        return with_damage(self.game.screen, announced.team, self.game.damage(announced.team))

    def _help(self) -> Lines:
        """What can be said now, and what may always be asked."""
        if self.game.screen.phase is Phase.BEFORE:
            return self.views.on_starting("table.status.help-before")
        return self.tutor.public_options() + self.views.said("table.status.help")

    def _on_its_screen(self, reply: Reply) -> Reply:
        """What a station asks for is answered where only its crew reads it: that it asked is nobody else's business."""
        asked = reply.announced
        if asked is None or asked.team is None or not is_private(asked):
            return reply
        read = [] if reply.whispers else [self.views.whispered(asked.team, line.shown) for line in reply.public]
        return replace(reply, public=(), whispers=reply.whispers + _all(read).whispers)

    def _said_again(self) -> Lines:
        """What was said last; it has been asked for, so it is news again."""
        lines = self._last_said.public or self.views.said("table.status.nothing-said").public
        return Lines(public=tuple(replace(line, urgency=max(line.urgency, Urgency.ANSWER)) for line in lines))

    def _paused(self, announced: Announced, origin: Origin, *, pause: bool) -> Reply:
        if pause == self.game.screen.paused:
            key = "table.status.paused" if pause else "table.pace.not-paused"
            return replied(Verdict.IGNORED, self.views.said(key))
        if pause:
            self._paused_at = self.now
        else:
            self._reminders = self._reminders.later(self.now - self._paused_at)
        self.game.hold(paused=pause)
        said = self.views.said("table.pace.paused" if pause else "table.pace.continued", Urgency.WARNING)
        return replace(replied(Verdict.ACCEPTED, said), entries=(self._entry(announced, origin, Verdict.ACCEPTED),))

    def _debriefed(self, announced: Announced, origin: Origin) -> Reply:
        """The debrief shows every secret: each crew first finds the end right, and says so for itself."""
        if self.game.screen.phase is not Phase.OVER:
            return replied(Verdict.IGNORED, self.views.said("table.ended.not-yet"))
        if announced.team is None and origin.by != TABLE:
            return replied(Verdict.IGNORED, self.views.said("table.ended.each"))
        teams, before = (announced.team,) if announced.team else self.setup.teams, self.game.screen.agreed
        self.game.agree(*teams)
        key = "stands" if self.game.screen.stands else "asked"
        reply = replied(Verdict.ACCEPTED, self.views.said(f"table.ended.{key}", to=announced.team))
        is_news = before != self.game.screen.agreed
        return replace(reply, entries=(self._entry(announced, origin, Verdict.ACCEPTED),) if is_news else ())

    def _still_paused(self, announced: Announced, origin: Origin) -> Reply:
        if (is_private(announced) or origin.alone) and announced.team:
            lines = self.views.told(announced.team, "table.pace.still-paused")
        else:
            lines = self.views.said("table.pace.still-paused", Urgency.WARNING, Earcon.REFUSED)
        return replace(replied(Verdict.IGNORED, lines), announced=announced)

    def _cancelled(self, announced: Announced, origin: Origin, *, confirmed: bool) -> Reply:
        team = announced.team or self.game.last_speaker()
        if team is None:
            said = self.views.said("table.cancelled.nothing-yet")
            return replace(replied(Verdict.REJECTED, said), reason=TooLate.NOTHING)
        cancel = replace(announced, team=team)
        taken = self.game.take_back(cancel, again=confirmed)
        if isinstance(taken, TooLate):
            return replace(replied(Verdict.REJECTED, self.views.refused(cancel, taken, heard=True)), reason=taken)
        self.tutor.taken_back()
        lines = _all(self.views.told(team, "table.cancelled.quietly", order=one) for one in taken if is_private(one))
        if not is_private(cancel):
            lines += self.views.cancelled(cancel, "table.cancelled.done", order=taken[0])
        return replace(replied(Verdict.ACCEPTED, lines), entries=(self._entry(cancel, origin, Verdict.ACCEPTED),))


_UNASKED = (
    Reason.ANSWER_NONE_PENDING, Reason.ANSWER_NOT_YOURS, Reason.GAME_NOT_STARTED, Reason.GAME_OVER,
    Reason.DIVE_ALREADY,
)  # fmt: skip


def _all(lines: Iterable[Lines]) -> Lines:
    return sum(lines, NOTHING)
