"""The first lesson: /learn, and every tap in it. Where somebody is stands on the buttons; nothing is kept."""

from collections.abc import Sequence
from typing import Final

from telegram.helpers import create_deep_linked_url

from bot.handlers.contexts import SILENT, Command, CommandContext, Reply, TapContext, TapHandlers
from bot.handlers.denied import Denied
from bot.handlers.panels import require_offered, turn
from bot.handlers.replies import show, tell
from bot.handlers.services import Services
from bot.lesson.progress import SMALL_DEAL, Progress
from bot.lesson.steps import STEPS, Exercise, StepOutcome
from bot.screens.lesson import (
    END,
    ended_screen,
    lesson_screen,
    other_text,
    selection_text,
    solved_screen,
)
from bot.screens.refusals import Denial
from bot.screens.screen import Button
from bot.telegram_api.callback_data import ButtonAction

LEARN_PAYLOAD: Final = "learn"


class LessonHandlers:
    """Teaches the game in a private chat."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @property
    def commands(self) -> Sequence[Command]:
        """The commands served here."""
        return (Command("learn", self.learn),)

    @property
    def taps(self) -> TapHandlers:
        """The taps served here."""
        return {ButtonAction.LEARN: self._step}

    async def learn(self, command: CommandContext) -> None:
        """/learn: begin the lesson; in a group say where it is held."""
        if not command.place.is_private:
            link = create_deep_linked_url(self._services.bot.username, LEARN_PAYLOAD)
            button = Button(command.texts("button-learn"), url=link)
            tell(self._services, command.place, command.texts("lesson-in-private"), button, to=command.message)
            return
        show(self._services, command.place, lesson_screen(Progress(0), command.person.language))

    async def _step(self, tap: TapContext) -> Reply:
        """Go one tap on.

        Raises:
            Denied: the button is not one of a lesson's.
            EngineError: the selected cards are no play, or do not beat the table.
        """
        require_offered(tap)
        language = tap.person.language
        if tap.data.arg == END:
            turn(self._services, tap, ended_screen(language))
            return SILENT
        try:
            progress = Progress.read(tap.data.arg)
        except ValueError as error:
            raise Denied(Denial.OLD_BUTTON) from error
        if progress.answer or progress.acts:
            return self._answered(tap, progress)
        turn(self._services, tap, lesson_screen(progress, language))
        return Reply(selection_text(progress, tap.texts))

    def _answered(self, tap: TapContext, progress: Progress) -> Reply:
        if progress.step == SMALL_DEAL:
            turn(self._services, tap, lesson_screen(progress.moved(), tap.person.language))
            return SILENT
        step = STEPS[progress.step]
        if isinstance(step, Exercise):
            outcome = step.play(progress.selected) if any(progress.selected) else step.pass_turn()
            if outcome is StepOutcome.ALLOWED:
                return Reply(other_text(progress, tap.texts), alert=True)
        elif progress.answer != step.right:
            return Reply(other_text(progress, tap.texts), alert=True)
        turn(self._services, tap, solved_screen(progress, tap.person.language))
        return SILENT
