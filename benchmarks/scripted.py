"""People on the fake Telegram who play by what stands on their screens, and what they notice of the bot.

They do nothing but tap buttons that are there. When they tap is told by the clock of their Telegram, so that they play
in real time against a bot in another process, and in no time at all on a clock moved by hand.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from bot.locales import texts_for
from bot.playground.fake import Call, FakeTelegram, Person, Reply, Upload
from bot.playground.fake import Tap as Tapped
from bot.screens.toasts import Toast, toast_text
from bot.tables.state import Language
from bot.telegram_api.callback_data import ButtonAction, CallbackData

Pace = Callable[[Random], float]
"""How long somebody takes before they tap, in seconds."""
Turn = tuple[int, int, int]
"""Table, deal, turn."""

PLAYS_RATHER: Final = 0.8
"""How often somebody plays where they could pass."""
_SHOWS: Final = frozenset({"sendMessage", "sendPhoto", "editMessageText", "editMessageCaption", "editMessageMedia"})
_FIDGETS: Final = (ButtonAction.HINT, ButtonAction.MEMORY, ButtonAction.TOGGLE)
_READY: Final = frozenset(toast_text(Toast.READY, texts_for(language)) for language in Language)
"""What a tap on 再来一局 is answered that was no refusal."""
_LOOK_AGAIN: Final = 0.5
"""Seconds until somebody looks again whose message has just been replaced by a new one."""
_TRY_AGAIN: Final = 3.0
"""Seconds until somebody taps again whose tap was refused or never answered."""


def human(random: Random) -> float:
    """A turn every 3 to 8 seconds."""
    return random.uniform(3.0, 8.0)


def at_once(_: Random) -> float:
    """As fast as the screen changes."""
    return 0.0


@dataclass
class Notes:
    """The notes taken since they were begun; times are in seconds."""

    taps: int = 0
    plays: int = 0
    """Cards played and passes that the bot took."""
    refused: Counter[str] = field(default_factory=Counter)
    """Taps answered with a sentence, by sentence."""
    lost: int = 0
    """Taps that were never answered."""
    answers: list[float] = field(default_factory=list)
    """From a tap to its answer."""
    screens: list[float] = field(default_factory=list)
    """From the tap that plays to the screen on which the next person can."""
    calls: Counter[str] = field(default_factory=Counter)
    """Calls of the bot, by method; only those that Telegram took."""
    floods: int = 0
    """Calls that Telegram answered with 429."""
    turned_down: Counter[str] = field(default_factory=Counter)
    """Other calls that Telegram did not take, by what it said."""


class PlayingTelegram(FakeTelegram):
    """A Telegram whose people play whenever they can, deal after deal.

    Args:
        random: chooses pauses and plays.
        pace: how long people take.
        fidgets: how often somebody taps something else before they play.
        options: as `FakeTelegram`.
    """

    def __init__(self, random: Random, pace: Pace, *, fidgets: float = 0.0, **options: Any) -> None:
        super().__init__(**options)
        self.notes = Notes()
        self.on_updates: Callable[[], None] = lambda: None
        """Told when the bot asks for updates."""
        self._pace = pace
        self._is_paused = False
        self._postponed: dict[int, Turn] = {}
        self._random = random
        self._fidgets = fidgets
        self._hands: dict[int, int] = {}
        self._turns: dict[int, Turn] = {}
        self._tapped: dict[int, tuple[Turn, float]] = {}

    def begin_notes(self) -> None:
        """Forget what was noticed so far."""
        self.notes = Notes()

    def pause(self) -> None:
        """Nobody taps any more, until told to go on."""
        self._is_paused = True

    def resume(self, pace: Pace, within: float = 0.0) -> None:
        """Go on at another pace; people come back one after the other `within` so many seconds."""
        self._is_paused, self._pace = False, pace
        postponed, self._postponed = self._postponed, {}
        for person_id, turn in postponed.items():
            self._act_later(person_id, turn, self._random.uniform(0.0, within) + pace(self._random))

    async def call(self, method: str, given: Mapping[str, Any], files: Mapping[str, Upload] | None = None) -> Reply:
        if method.lower() == "getupdates":
            self.on_updates()
        reply = await super().call(method, given, files)
        self._see(self.calls[-1])
        return reply

    # ---- what people see

    def _see(self, call: Call) -> None:
        if call.status == 429:
            self.notes.floods += 1
        elif not call.ok:
            self.notes.turned_down[call.error or ""] += 1
        if not call.ok:
            return
        self.notes.calls[call.method] += 1
        chat_id = call.parameters.get("chat_id")
        if call.method not in _SHOWS or not isinstance(chat_id, int) or chat_id < 0:
            return
        message_id = call.parameters.get("message_id") or call.result["message_id"]
        turn = next(
            (
                turn_of(tap)
                for tap, _ in buttons_of(call.parameters)
                if tap.action in (ButtonAction.PLAY, ButtonAction.PASS)
            ),
            None,
        )
        again = next((tap for tap, _ in buttons_of(call.parameters) if tap.action is ButtonAction.AGAIN), None)
        if turn is None and again is None:
            return
        self._hands[chat_id] = message_id
        if turn is None and again is not None:
            turn = turn_of(again)
        if turn is None or self._turns.get(chat_id) == turn:
            return
        self._turns[chat_id] = turn
        if again is None:
            self._note_screen(turn)
        self._act_later(chat_id, turn, self._pace(self._random))

    def _note_screen(self, turn: Turn) -> None:
        table, deal, number = turn
        before, at = self._tapped.get(table, ((0, 0, 0), 0.0))
        if before == (table, deal, number - 1):
            self.notes.screens.append(self.clock.now() - at)

    # ---- what people do

    def _act_later(self, person_id: int, turn: Turn, pause: float) -> None:
        self.clock.call_later(pause, lambda: self._act(person_id, turn))

    def _act(self, person_id: int, turn: Turn) -> None:
        """Tap a button for this turn on one's hand, if it is still there."""
        if self._turns.get(person_id) != turn:
            return
        if self._is_paused:
            self._postponed[person_id] = turn
            return
        person = self.person(person_id)
        message = person.private.chat.messages.get(self._hands[person_id])
        if message is None:  # a new one is on its way
            self._act_later(person_id, turn, _LOOK_AGAIN)
            return
        offered = list(buttons_of({"reply_markup": message.markup}))
        if self._random.random() < self._fidgets:
            fidgets = [data for tap, data in offered if tap.action in _FIDGETS]
            if fidgets:
                self._tap(person, message.id, self._random.choice(fidgets))
        plays = [one for one in offered if one[0].action is ButtonAction.PLAY and turn_of(one[0]) == turn]
        others = [
            one
            for one in offered
            if one[0].action in (ButtonAction.PASS, ButtonAction.AGAIN) and turn_of(one[0]) == turn
        ]
        wanted = plays if plays and (not others or self._random.random() < PLAYS_RATHER) else others
        if not wanted:
            return
        tap, data = self._random.choice(wanted)
        if tap.action is not ButtonAction.AGAIN:
            self._tapped[tap.table] = (turn, self.clock.now())
        self._tap(person, message.id, data, tap)

    def _tap(self, person: Person, message_id: int, data: str, play: CallbackData | None = None) -> None:
        message = person.private.chat.messages[message_id]
        tapped = person.tap(message, data=data)
        notes, begun = self.notes, self.clock.now()
        notes.taps += 1
        tapped.query.answered.add_done_callback(lambda _: self._note_answer(notes, tapped, begun, play))

    def _note_answer(self, notes: Notes, tapped: Tapped, begun: float, play: CallbackData | None) -> None:
        answer = tapped.query.answered.result()
        if answer is None:
            notes.lost += 1
        elif answer.text and answer.text not in _READY:
            notes.refused[answer.text] += 1
        else:
            notes.plays += play is not None and play.action is not ButtonAction.AGAIN
            notes.answers.append(self.clock.now() - begun)
            return
        if play is not None:
            self._act_later(tapped.query.user.id, turn_of(play), _TRY_AGAIN)


def turn_of(tap: CallbackData) -> Turn:
    """Return what a button was made for; a turn of -1 where the deal is over."""
    return tap.table, tap.deal, -1 if tap.action is ButtonAction.AGAIN else tap.turn


def buttons_of(parameters: Mapping[str, Any]) -> Iterator[tuple[CallbackData, str]]:
    """The buttons of a message: what they say, and how they say it."""
    for row in (parameters.get("reply_markup") or {}).get("inline_keyboard", ()):
        for button in row:
            if "callback_data" in button:
                yield CallbackData.decode(button["callback_data"]), button["callback_data"]
