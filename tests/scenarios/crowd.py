"""People with habits: how they choose their plays, and how they bring them to the table."""

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum, auto, unique
from random import Random

from bot.playground.fake import Message, Person
from bot.tables.state import TableDeal
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import NO_CARDS, RANKS, Counts, format_counts, parse_counts
from engine.deal import PlayCards, View
from engine.players import Strength, make_player
from tests.scenarios.evening import Evening

_PAUSES = (0.0, 0.0, 0.5, 2.0, 6.0)
"""Seconds people think before they act."""


@unique
class Manner(Enum):
    """How somebody plays the cards they want to play."""

    TAPS = auto()
    """by a one-tap button where there is one, else rank by rank"""
    RANKS = auto()
    """always rank by rank"""
    TYPES = auto()
    """writes them"""


@dataclass
class Crowd:
    """Everybody at the tables of an evening, and what they have done so far."""

    game: Evening
    random: Random
    manners: dict[int, Manner] = field(default_factory=dict)
    """By Telegram id; TAPS for everybody else."""
    distracted: float = 0.0
    """How often somebody does something else before they play."""
    strength: Strength | None = None
    """What everybody wants is what such a computer player would play; None: see `_wish`."""
    taps: list[int] = field(default_factory=list)
    """Taps that each play or pass took, of those who tap."""
    plays: list[tuple[Counts, int]] = field(default_factory=list)
    """The plays among them, with the taps they took."""
    done: Counter[str] = field(default_factory=Counter)
    """What was done besides, by name."""

    async def play_out(self, table: Table | None = None) -> TableDeal:
        """Play the running deal to its end; the finished deal."""
        table = table or self.game.table
        number = table.latest.number
        while not table.latest.deal.is_over and table.latest.number == number:
            await self.act(table)
        return table.latest

    async def act(self, table: Table) -> None:
        """Have the seat to act do what it wants."""
        game, live = self.game, table.latest
        turn, seat = live.turn, live.deal.to_act
        if seat is None:
            return
        if self.random.random() < self.distracted:
            await self._do_something_else(table)
            if table.latest.turn != turn or table.latest.number != live.number or table.latest.deal.is_over:
                return
        person = game.player_at(table.latest, seat)
        if person is None:
            await game.until(lambda: table.latest.turn != turn or table.latest.deal.is_over)
            return
        if pause := self.random.choice(_PAUSES):
            await game.pass_time(pause)
        if table.latest.turn != turn:  # 自动不出 has passed for them
            return
        wish = self._wish(live.deal.view(seat))
        await self._wait_for_hand(person, table, turn)
        if table.latest.turn != turn:
            return
        manner = self.manners.get(person.id, Manner.TAPS)
        if manner is Manner.TYPES:
            await game.say(person, self._written(wish))
            if game.buttons(person.private, ButtonAction.PLAY_TYPED, turn=turn):  # which joker was meant?
                await game.tap_private(person, ButtonAction.PLAY_TYPED, turn=turn, arg=format_counts(wish))
            if table.latest.turn == turn and not table.latest.deal.is_over:
                await self._decide_tie(person, table, turn)
        else:
            await self._tap(person, table, turn, wish, one_tap=manner is Manner.TAPS)
        assert table.latest.turn != turn or table.latest.deal.is_over, (wish, manner, person.private.last.text)

    def _wish(self, view: View) -> Counts:
        """The cards somebody wants to play, none to pass: mostly sensible, at times whatever is allowed."""
        strength = self.strength or (Strength.GREEDY if self.random.random() < 0.7 else Strength.RANDOM)
        action = make_player(strength, self.random.randrange(1 << 30)).choose(view, 0.1)
        return action.cards if isinstance(action, PlayCards) else NO_CARDS

    async def _wait_for_hand(self, person: Person, table: Table, turn: int) -> None:
        """Until their buttons for this turn stand in their private chat, or the turn is over."""
        game = self.game
        wanted = {"table": table.state.id, "deal": table.latest.number, "turn": turn}
        await game.until(
            lambda: (
                table.latest.turn != turn
                or game.buttons(person.private, ButtonAction.PASS, **wanted)
                or game.buttons(person.private, ButtonAction.HINT, **wanted)
            )
        )

    def _written(self, wish: Counts) -> str:
        if not any(wish):
            return self.random.choice(("不出", "pass", "过"))
        text = format_counts(wish)
        return " ".join(text).replace("T", "10") if self.random.random() < 0.5 else text

    async def _tap(self, person: Person, table: Table, turn: int, wish: Counts, *, one_tap: bool) -> None:
        game, wanted = self.game, {"table": table.state.id, "deal": table.latest.number, "turn": turn}
        if not any(wish):
            await game.tap_private(person, ButtonAction.PASS, **wanted)
            self.taps.append(1)
            return
        if one_tap:
            for message, tap, data in game.buttons(person.private, ButtonAction.PLAY, **wanted):
                if parse_counts(tap.arg.partition(".")[0]) == wish:
                    await game.press(person, message, data)
                    self._note(wish, 1 + await self._once_more(person, table, message, data))
                    return
        taps = await self._select(person, table, wish)
        if game.buttons(person.private, ButtonAction.PLAY_SELECTED, **wanted) or not self._ties(person, wanted, wish):
            await game.tap_private(person, ButtonAction.PLAY_SELECTED, **wanted)
            if self._is_asked(person, table):
                await game.tap_private(person, ButtonAction.PLAY_SELECTED, **wanted)
                taps += 1
        else:
            await self._decide_tie(person, table, turn)
        self._note(wish, taps + 1)

    def _note(self, wish: Counts, taps: int) -> None:
        self.taps.append(taps)
        self.plays.append((wish, taps))

    def _is_asked(self, person: Person, table: Table) -> bool:
        """Whether a big bomb waits for one more tap."""
        player = next(seated for seated in table.state.people if seated.telegram_id == person.id)
        return any(table.hand(player.id).asking)

    async def _once_more(self, person: Person, table: Table, message: Message, data: str) -> int:
        """Tap the same button once more where it asks for that; how many taps that took."""
        if not self._is_asked(person, table):
            return 0
        await self.game.press(person, message, data)
        return 1

    async def _select(self, person: Person, table: Table, wish: Counts) -> int:
        """CallbackData ranks until exactly these cards are selected; how many taps that took."""
        game, taps = self.game, 0
        player = next(seated for seated in table.state.people if seated.telegram_id == person.id)
        for rank, number in zip(RANKS, wish, strict=True):
            while table.hand(player.id).selected[rank.slot] != number:
                await game.tap_private(
                    person, ButtonAction.TOGGLE, table=table.state.id, deal=table.latest.number, arg=rank.value
                )
                taps += 1
        await game.settle()
        return taps

    def _ties(self, person: Person, wanted: dict[str, int], wish: Counts) -> bool:
        offered = self.game.buttons(person.private, ButtonAction.PLAY, **wanted)
        return any("." in tap.arg and parse_counts(tap.arg.partition(".")[0]) == wish for _, tap, _ in offered)

    async def _decide_tie(self, person: Person, table: Table, turn: int) -> None:
        """Two readings tie: one of the two buttons."""
        game = self.game

        def offered() -> list[CallbackData]:
            found = game.buttons(
                person.private, ButtonAction.PLAY, table=table.state.id, deal=table.latest.number, turn=turn
            )
            return [tap for _, tap, _ in found if "." in tap.arg]

        tap = self.random.choice(await game.until(offered))
        await game.tap_private(person, ButtonAction.PLAY, turn=turn, arg=tap.arg)
        self.done["tie"] += 1

    # ---- whatever else people do

    async def _do_something_else(self, table: Table) -> None:
        habits = (
            self._look_at_hand,
            self._ask_who,
            self._select_early,
            self._hint,
            self._remember,
            self._set_autopilot,
            self._say_nonsense,
            self._press_an_old_button,
        )
        habit = self.random.choice(habits)
        self.done[habit.__name__.strip("_")] += 1
        await habit(table)

    def _anybody(self, table: Table) -> Person:
        seated = [chair.person for chair in table.latest.chairs if chair.person is not None]
        return self.game.telegram.person(self.random.choice(seated).telegram_id)

    async def _look_at_hand(self, table: Table) -> None:
        who = self.random.choice(list(self.game.people))
        await self.game.tap_group(who, ButtonAction.MY_HAND, deal=table.latest.number)

    async def _ask_who(self, table: Table) -> None:
        await self.game.tap_group(
            self.random.choice(list(self.game.people)), ButtonAction.WHO, deal=table.latest.number
        )

    async def _select_early(self, table: Table) -> None:
        await self._press_any(self._anybody(table), ButtonAction.TOGGLE)

    async def _hint(self, table: Table) -> None:
        await self._press_any(self._anybody(table), ButtonAction.HINT)

    async def _remember(self, table: Table) -> None:
        who = self._anybody(table)
        await self._press_any(who, ButtonAction.MORE)
        await self._press_any(who, ButtonAction.MEMORY)

    async def _set_autopilot(self, table: Table) -> None:
        who = self._anybody(table)
        await self._press_any(who, ButtonAction.MORE)
        await self._press_any(who, ButtonAction.AUTOPILOT)

    async def _say_nonsense(self, table: Table) -> None:
        await self.game.say(self._anybody(table), self.random.choice(("hello", "34567", "王王王王王", "🀄️", "不出吧")))

    async def _press_an_old_button(self, table: Table) -> None:
        """One of the buttons of a hand, meant for an earlier turn or for somebody else."""
        action = self.random.choice((ButtonAction.PASS, ButtonAction.PLAY_SELECTED, ButtonAction.PLAY))
        forged = CallbackData(
            action,
            table.state.id,
            table.latest.number,
            max(0, table.latest.turn - 1),
            "3" * (action is ButtonAction.PLAY),
        )
        who = self._anybody(table)
        if who.private.from_bot:
            tap = who.forge_tap(who.private.last, forged.encode())
            await self.game.settle()
            assert tap.is_answered

    async def _press_any(self, person: Person, action: ButtonAction) -> None:
        found = self.game.buttons(person.private, action)
        if found:
            message, _, data = self.random.choice(found)
            await self.game.press(person, message, data)
