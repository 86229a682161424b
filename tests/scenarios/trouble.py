"""People who go on tapping in trouble, and what has to be so when it is over."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field

from bot.playground.fake import Answer, Message, Person
from bot.playground.fake import Tap as Tapped
from bot.playground.fake.html import parse_html
from bot.screens.hand import hand_screen
from bot.screens.table import table_screen
from bot.tables.view import public_view, seat_view
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.deal import TimedOut
from engine.players.hints import suggestions
from engine.seats import SEATS
from tests.scenarios.evening import Evening

LONGEST_PAUSE = 60.0
"""Seconds after which, at the latest, the bot tries again what has failed."""
ACTING = (ButtonAction.PLAY, ButtonAction.PASS)
HARMLESS = (
    *("Too Many Requests", "Bad Gateway", "RequestTimedOut", "ConnectionCut"),
    *("not modified", "message to edit not found", "message can't be edited", "message to delete not found"),
    "query is too old",
)
"""What Telegram refuses here: what was broken, what the bot asks where it looks for a message whose fate is not known,
and the answer to a tap that had arrived and is given once more.
"""

GIVEN_UP = "was sent twice without an answer"
"""A message that is no screen is sent again once where nobody can tell whether it came: better lost than tripled."""


@dataclass
class Players:
    """People who tap their buttons again and again, whether they are answered or not."""

    game: Evening
    tapped: list[tuple[CallbackData, Tapped]] = field(default_factory=list)
    most_waiting: int = 0
    most_tasks: int = 0

    async def play(self, seconds: float) -> None:
        """Play for so long, deal after deal."""
        game, end = self.game, self.game.clock.now() + seconds
        while game.clock.now() < end:
            for person in game.people[:4]:
                self.tap_something(person)
                await game.settle()
            await game.pass_time(game.random.uniform(1.0, 3.0))
            self.most_waiting = max(self.most_waiting, game.services.outbox.depth)
            self.most_tasks = max(self.most_tasks, len(asyncio.all_tasks()))

    def tap_something(self, person: Person) -> None:
        """Have somebody tap one of the buttons of their hand that do something."""
        offered = [
            (message, CallbackData.decode(data), data)
            for message in reversed(person.private.from_bot)
            for button in message.buttons
            if (data := button.get("callback_data"))
        ]
        plays = [one for one in offered if one[1].action is ButtonAction.PLAY]
        others = [one for one in offered if one[1].action in (ButtonAction.PASS, ButtonAction.AGAIN)]
        wanted = plays if plays and (not others or self.game.random.random() < 0.7) else others
        if wanted:
            message, tap, data = self.game.random.choice(wanted)
            self.tapped.append((tap, person.tap(message, data=data)))

    def answers(self) -> list[Answer]:
        """What the taps that were answered in time were answered with."""
        return [answer for _, tapped in self.tapped if (answer := _answer(tapped)) is not None]

    async def verify_actions(self) -> None:
        """Each action was tapped for, each tap that was taken without a word is an action, and the database has them
        all, as the table has.
        """
        game = self.game
        state, live = game.state, game.live
        stored = await game.services.database.deals.get(live.id)
        assert [one.action.seat for one in stored.actions] == [entry.seat for entry in live.deal.log]
        assert stored.last() == live.deal
        wished = {(tap.deal, tap.turn) for tap, _ in self.tapped if tap.action in ACTING}
        for turn, entry in enumerate(live.deal.log):
            assert isinstance(entry, TimedOut) or (live.number, turn) in wished
        for tap, tapped in self.tapped:
            answer = _answer(tapped)
            if answer is None or answer.text or tap.action not in ACTING:
                continue
            assert tap.deal < live.number or tap.turn < live.turn, f"{tap} was taken, and is nowhere"
            if tap.deal == live.number:
                chair = live.chairs[live.deal.log[tap.turn].seat]
                assert chair.person is not None
                assert chair.person.telegram_id == tapped.query.user.id
        assert state.latest == live


def _answer(tapped: Tapped) -> Answer | None:
    """What a tap was answered with; None if it was not, or the answer came too late."""
    return tapped.query.answered.result() if tapped.is_answered else None


async def verify_screens(game: Evening) -> None:
    """Everybody sees what the table is, once."""
    state, live = game.state, game.live
    if live.deal.is_over:
        await game.until(lambda: game.buttons(game.group, ButtonAction.AGAIN), LONGEST_PAUSE)
        return
    wanted = parse_html(table_screen(public_view(state, live)).text).text
    assert [message.text for message in with_action(game.group.from_bot, ButtonAction.WHO)] == [wanted]
    for seat in SEATS:
        person = live.chairs[seat].person
        if person is None:
            continue
        hand = game.table.hand(person.id)
        is_to_choose = live.deal.to_act == seat and not hand.more_open
        plays = suggestions(live.deal.view(seat), holding=hand.selected) if is_to_choose else ()
        screen = hand_screen(seat_view(state, live, seat, hand), plays)
        data = ["" if button.disabled else button.data for row in screen.keyboard for button in row]
        hands = with_action(game.telegram.person(person.telegram_id).private.from_bot, *ButtonAction)
        assert [[button.get("callback_data", "") for button in hand.buttons] for hand in hands] == (
            [data] if data else []
        )


def with_action(messages: Iterable[Message], *actions: ButtonAction) -> list[Message]:
    """The messages that have a button with one of these actions."""
    return [
        message
        for message in messages
        if any(
            CallbackData.decode(button["callback_data"]).action in actions
            for button in message.buttons
            if "callback_data" in button
        )
    ]


def forget_errors(game: Evening, *expected: str) -> None:
    """The bot may have complained of this; `Evening.verify` will find whatever else it complains of."""
    game.errors[:] = [error for error in game.errors if not any(part in error for part in expected)]


def at_rest(game: Evening) -> tuple[int, int, int]:
    """What the bot holds when it has nothing to do."""
    outbox = game.services.outbox
    return len(asyncio.all_tasks()), outbox.depth, outbox.busy_chats
