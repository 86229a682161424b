"""Somebody who wants to break the bot: what they send, and whether it has changed anything that it must not.

While they act no time passes, so that no computer player plays and no clock runs out: whatever changes is their doing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from bot.playground.fake import Group, Message, Person, Room
from bot.playground.fake import Tap as Pressed
from bot.tables.state import Chair, HandState, Playing, Result, TableDeal, TableState
from bot.telegram_api.callback_data import MOST_BYTES, ButtonAction, CallbackData
from engine.cards import RANKS, format_counts
from engine.deal import LogEntry, Pass, Passed, PlayCards, Played
from engine.plays import PlayType
from storage import Autopilot, Phase
from tests.scenarios.evening import Evening

COMMANDS: Final = (
    *("newgame", "join", "leave", "end", "hand", "start", "help", "rules", "privacy", "forget", "notify", "rank"),
    *("top", "stats", "history", "replay", "verify", "settings", "block", "unblock", "maintenance", "status", "who"),
    *("broadcast", "endtable", "adjust", "nosuchcommand"),
)
_ODD: Final = (
    "",
    "-1",
    "0",
    "1",
    "00",
    "zzzzzzzzzzzz",
    "zzzzzzzzzzzzz",
    "9" * 40,
    "+5",
    " 7",
    "٣",
    "７",
    "½",
    "1e9",
    "NaN",
)
_ODDER: Final = (
    *(
        "\x00",
        "\x1b[2J",
        "\u202e王炸",
        "\u200f٣٤٥",
        "三四五六七",
        "３４５６７",
        "①②③",
        "🃏🃏🃏",
        "😀" * 15,
        "''; DROP TABLE people;--",
    ),
    *("<b>", "&lt;", "%s%s%n", "{0}", "../../etc/passwd", "null", "王" * 60, "3" * 4000, "A" * 33, "\n".join("34567")),
)
Standing: TypeAlias = Mapping[int, tuple[TableState, Mapping[int, HandState]]]
"""Every live table as it is, and what its players have before them."""


def standing(game: Evening) -> Standing:
    """How everything stands now."""
    return {table.state.id: (table.state, dict(table.hands)) for table in game.tables}


@dataclass
class Hostile:
    """Thinks up what to send. Whoever sends it is chosen by the caller."""

    game: Evening
    random: Random
    seen: list[str] = field(default_factory=list)
    """Data of buttons that stood somewhere once."""

    def look_around(self) -> None:
        """Remember the buttons that stand on the screens now."""
        for room in self.rooms:
            for message in room.from_bot[-3:]:
                self.seen += [button["callback_data"] for button in message.buttons if "callback_data" in button]
        self.seen = self.random.sample(self.seen, min(len(self.seen), 400))

    @property
    def rooms(self) -> list[Room]:
        """All chats there are."""
        telegram = self.game.telegram
        chats = list(telegram.chats.values())
        return [Room(telegram, chat) for chat in chats]

    # ---- taps

    def data(self) -> str:
        """What a button might say, or could never say."""
        random = self.random
        kind = random.randrange(6)
        if kind == 0 or not self.seen:
            return self._well_formed().encode()
        if kind == 1:
            return random.choice(self.seen)
        if kind == 2:
            return self._mutated(random.choice(self.seen))
        if kind == 3:
            return self._other_part(random.choice(self.seen))
        if kind == 4:
            return random.choice((*_ODD, *_ODDER)) or ":"
        return self._in_time()

    def _well_formed(self) -> CallbackData:
        random = self.random
        table = random.choice([*(table.state.id for table in self.game.tables), 0, 1, 999_999, 36**12 - 1])
        deal, turn = random.choice((0, 1, 2, 3)), random.choice((0, 1, 5, 40, 36**12 - 1))
        return CallbackData(random.choice(list(ButtonAction)), table, deal, turn, self._argument())

    def _argument(self) -> str:
        random = self.random
        cards = "".join(random.choices("3456789TJQKA2wW", k=random.randrange(1, 8)))
        kind = random.choice(("straight", "single", "nonsense", "", *PlayType))
        number = random.randrange(40)
        return random.choice(
            (
                "",
                "0",
                "1",
                "3",
                "W",
                "x",
                cards,
                f"{cards}.{kind}",
                f"{number}",
                f"{number}.{number}",
                "-1",
                "yes",
                "global",
            )
        )

    def _mutated(self, data: str) -> str:
        random, letters = self.random, list(data)
        for _ in range(random.randrange(1, 4)):
            at, how = random.randrange(len(letters) + 1), random.randrange(4)
            if how == 0:
                letters.insert(at, random.choice("0123456789abcxyz:.-+ 王🃏"))
            elif how == 1 and letters:
                letters.pop(min(at, len(letters) - 1))
            elif how == 2 and letters:
                letters[min(at, len(letters) - 1)] = random.choice("0123456789abcwxyz:.WKQ")
            else:
                letters[at:at] = letters[:at]
        return _fitting("".join(letters)) or ":"

    def _other_part(self, data: str) -> str:
        parts = data.split(":")
        parts[self.random.randrange(len(parts))] = self.random.choice((*_ODD, *ButtonAction, *_ODDER[:8]))
        return _fitting(":".join(parts)) or ":"

    def _in_time(self) -> str:
        """A play, a pass, or a rank as the seat to act could make it, in time; for whoever sends it."""
        random = self.random
        deals = [table for table in self.game.tables if table.state.phase is Phase.DEAL]
        if not deals:
            return self._well_formed().encode()
        table = random.choice(deals)
        live = table.latest
        action = random.choice(
            (
                ButtonAction.PLAY,
                ButtonAction.PLAY,
                ButtonAction.PASS,
                ButtonAction.TOGGLE,
                ButtonAction.PLAY_SELECTED,
                ButtonAction.HINT,
                ButtonAction.AUTOPILOT,
            )
        )
        if action is ButtonAction.PLAY and live.deal.legal_plays:
            play = random.choice(live.deal.legal_plays)
            return CallbackData(action, table.state.id, live.number, live.turn, format_counts(play.cards)).encode()
        return CallbackData(
            action, table.state.id, live.number, live.turn, random.choice([rank.value for rank in RANKS])
        ).encode()

    def tap(self, who: Person) -> Pressed | None:
        """A tap on some message, in private or in any group; None where there is none yet."""
        room = self.random.choice([who.private, *(room for room in self.rooms if not room.chat.is_private)])
        messages = room.from_bot
        if not messages:
            return None
        message: Message = self.random.choice(messages[-4:])
        return who.forge_tap(message, self.data())

    # ---- what is written

    def text(self) -> str:
        """Something to write in private."""
        random = self.random
        kind = random.randrange(4)
        if kind == 0:
            return f"/{random.choice(COMMANDS)} {random.choice((*_ODD, *_ODDER))}"
        if kind == 1:
            return "".join(
                random.choices("3456789TJQKA2wW 10王大小,，.-/\u202e\u200b🃏abcxyz٣４五", k=random.randrange(1, 200))
            )
        if kind == 2:
            return f"/start {random.choice(('j', 'jx', 'notify', 'j' + 'A' * 63, *_ODDER))}"
        return random.choice(_ODDER) + random.choice(("", " ", "不出", "pass"))

    def command(self) -> str:
        """A command for a group."""
        words = [random_word for random_word in (self.random.choice(_ODD), self.random.choice(_ODDER)) if random_word]
        return f"/{self.random.choice(COMMANDS)} {' '.join(words)}"

    def write(self, who: Person) -> None:
        """Write something, in private or where one is a member."""
        groups = [room for room in self.rooms if not room.chat.is_private and room.chat.has(who.id)]
        if groups and self.random.random() < 0.3:
            who.say(self.command(), self.random.choice(groups))
        else:
            who.say(self.text() + ".")  # white space alone cannot be sent


def _fitting(text: str) -> str:
    """As much of a text as fits into the data of a button."""
    return text.encode()[:MOST_BYTES].decode(errors="ignore")


# ---- what may come of it


def trespasses(before: Standing, after: Standing, who: Person, groups: Mapping[int, Group]) -> list[str]:
    """What has changed though this person had no right to change it."""
    found = []
    for number in before.keys() | after.keys():
        old, new = before.get(number), after.get(number)
        if old is None:
            assert new is not None
            if not any(person.telegram_id == who.id and person.id == new[0].host_id for person in new[0].people):
                found.append(f"table {number} was opened for somebody else")
        elif new is None:
            if not _may_close(old[0], who, groups):
                found.append(f"table {number} was closed by somebody who may not")
        elif new[0] != old[0] or new[1] != old[1]:
            found += [f"table {number}: {what}" for what in _Change(*old, *new, who, groups).faults()]
    return found


def _may_close(state: TableState, who: Person, groups: Mapping[int, Group]) -> bool:
    mine = _person_id(state, who)
    others = {person.id for person in state.people} - {mine}
    is_alone = mine is not None and not others and state.phase is not Phase.DEAL
    after_result = mine is not None and state.phase is Phase.RESULT
    has_last_vote = mine is not None and others <= state.end_votes
    return _rules(state, who, groups) or mine == state.host_id or is_alone or after_result or has_last_vote


def _rules(state: TableState, who: Person, groups: Mapping[int, Group]) -> bool:
    """Whether somebody administers the group of a table."""
    member = groups[state.chat_id].chat.member(who.id) if state.chat_id in groups else None
    return member is not None and member.is_admin


def _person_id(state: TableState, who: Person) -> int | None:
    """Our number of somebody who sits at a table or plays its deal."""
    chairs = (*state.places, *(state.latest.chairs if state.latest else ()))
    people = [chair.person for chair in chairs if chair is not None and chair.person is not None]
    return next((person.id for person in people if person.telegram_id == who.id), None)


def _ready(state: TableState) -> frozenset[int]:
    return state.ready if isinstance(state, Result) else frozenset()


@dataclass(frozen=True)
class _Change:
    """A table before and after somebody did something."""

    old: TableState
    old_hands: Mapping[int, HandState]
    new: TableState
    new_hands: Mapping[int, HandState]
    who: Person
    groups: Mapping[int, Group]

    def faults(self) -> Iterator[str]:
        """What they had no right to."""
        old, new = self.old, self.new
        mine = _person_id(old, self.who) or _person_id(new, self.who)
        if mine is None:
            if not _rules(old, self.who, self.groups):
                yield "changed by somebody who is no player of it"
            if (old.places, old.latest, old.phase, self.old_hands) != (
                new.places,
                new.latest,
                new.phase,
                self.new_hands,
            ):
                yield "somebody who is no player of it has moved something"
            return
        may_rule = old.practice or _rules(old, self.who, self.groups)
        if (new.rules, new.options) != (old.rules, old.options) and not may_rule:
            yield "the rules were changed by somebody who may not"
        was, now = _ready(old), _ready(new)
        if not (now ^ was <= {mine} or not now):
            yield f"ready was {was}, is {now}"
        # what was agreed to long ago is forgotten when somebody asks again
        if not (new.end_votes ^ old.end_votes <= {mine} or new.end_votes <= {mine}):
            yield f"votes were {old.end_votes}, are {new.end_votes}"
        yield from self._of_the_deal(mine)

    def _of_the_deal(self, mine: int) -> Iterator[str]:
        old, new = self.old.latest, self.new.latest
        if isinstance(self.new, Playing) and not isinstance(self.old, Playing):
            if not self.old.is_full:
                yield "a deal began with a free seat"
            return
        others = [person for person in self.new_hands.keys() | self.old_hands.keys() if person != mine]
        if any(self.new_hands.get(person) != self.old_hands.get(person) for person in others):
            yield "what somebody else had selected was changed"
        if old is not None and new is not None and old.deal != new.deal:
            yield from _faults_of_action(old, new, mine)
        if old is None or new is None or old.deal.is_over == new.deal.is_over:
            yield from self._of_the_chairs(mine)

    def _of_the_chairs(self, mine: int) -> Iterator[str]:
        """Nobody else has been seated, sent away, or handed over."""
        for chairs_before, chairs_after in (
            (self.old.places, self.new.places),
            (self.old.latest.chairs if self.old.latest else (), self.new.latest.chairs if self.new.latest else ()),
        ):
            was, now = _others(chairs_before, mine), _others(chairs_after, mine)
            if was != now:
                yield f"others sat as {was}, and now as {now}"


def _others(chairs: tuple[Chair | None, ...], mine: int) -> set[tuple[int, Autopilot | None]]:
    return {(c.person.id, c.autopilot) for c in chairs if c is not None and c.person and c.person.id != mine}


def _faults_of_action(old: TableDeal, new: TableDeal, mine: int) -> Iterator[str]:
    if len(new.deal.log) != len(old.deal.log) + 1:
        yield f"{len(new.deal.log) - len(old.deal.log)} actions at once"
        return
    entry: LogEntry = new.deal.log[-1]
    if old.seat_of(mine) != entry.seat:
        yield f"seat {entry.seat} has acted, which is not theirs"
    match entry:
        case Played(seat, play):
            after = old.deal.act(PlayCards(seat, play.cards, play.type)).deal
        case Passed(seat):
            after = old.deal.act(Pass(seat)).deal
        case _:
            yield "a time-out, though no time has passed"
            return
    if after != new.deal:
        yield "the deal is not what the action makes of it"
