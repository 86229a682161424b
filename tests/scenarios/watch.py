"""Looks at every call of the bot when it is made, with the true hands of that moment beside it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from bot.locales import texts_for
from bot.playground.fake import Call, FakeTelegram, Reply, Upload
from bot.playground.fake.model import Chat, Message, Query, User
from bot.screens.cards import cards_text, counts_text, play_text
from bot.screens.chat_settings import rules_line, rules_meaning
from bot.tables.state import Language, Playing, TableDeal
from bot.tables.table import Table
from bot.telegram_api.callback_data import ButtonAction, CallbackData
from engine.cards import RANKS, Card, Rank, parse_counts
from engine.deal import Played
from engine.seats import partner_of
from engine.tracking import shown_cards
from engine.words.plays import rank_text, reading_text

_TEXTS: Final = tuple(texts_for(language) for language in Language)
_SHOWN: Final = {
    "sendMessage": "text",
    "editMessageText": "text",
    "sendPhoto": "caption",
    "editMessageCaption": "caption",
    "editEphemeralMessageText": "text",
    "editEphemeralMessageCaption": "caption",
}
_NUMBER: Final = re.compile(r"第 (\d+) 局|[Dd]eal (\d+)")
_CARD: Final = re.compile(r"[♠♥♦♣]|(?<![A-Za-z/])(?:[JQK](?![A-Za-z])|A(?![A-Za-z]| [a-z]))|大王|小王|🃏(?:small|big)")
"""What looks like a card where no card may be; not the article that an English sentence begins with."""
_REPLAY: Final = re.compile(r"▶️ <b>\S+ #(\d+)</b>")
"""A replay shows all hands, of a deal that is over."""
_HOW_TO_WRITE: Final = re.compile(r"3–10 J Q K A 2.*$")
"""All ranks, at the end of the sentence that explains how cards are written."""
_OF_A_RANK: Final = re.compile(r"<b>(10|[2-9JQKA])</b>([♠♥♦♣]+)")
_WITH_SUIT: Final = re.compile(r"([♠♥♦♣])(10|[2-9JQKA])")
_HELD: Final = re.compile(r"([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$")
"""How many of a rank a button says are held; one where it says nothing."""
_SELECTED: Final = "✋ "
_HINT: Final = "💡 "
"""Begins what a tap on a hand is answered: what its owner has selected, and what that counts as."""
_RANK_NAMED: Final = {rank_text(rank, texts): rank for texts in _TEXTS for rank in RANKS}
_PRIVATE_ACTIONS: Final = frozenset(
    {
        ButtonAction.PLAY,
        ButtonAction.TOGGLE,
        ButtonAction.PLAY_SELECTED,
        ButtonAction.PASS,
        ButtonAction.HINT,
        ButtonAction.CLEAR,
        ButtonAction.AUTOPILOT,
        ButtonAction.MEMORY,
        ButtonAction.MORE,
        ButtonAction.ORDER,
    }
)
_PANEL_ACTIONS: Final = frozenset({ButtonAction.SETTING, ButtonAction.HELP})
_PLAIN_ACTIONS: Final = frozenset(
    {
        ButtonAction.JOIN,
        ButtonAction.LEAVE,
        ButtonAction.COMPUTERS,
        ButtonAction.START,
        ButtonAction.CLOSE,
        ButtonAction.MY_HAND,
        ButtonAction.WHO,
        ButtonAction.AGAIN,
        ButtonAction.DISSOLVE,
    }
)
"""Buttons of a group that say nothing beside what they are."""


class WatchedTelegram(FakeTelegram):
    """Remembers every tap, and shows every call to whoever watches, in the moment in which it is made."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.asked: dict[str, Query] = {}
        self.watcher: Callable[[Call], None] | None = None

    async def call(self, method: str, given: Mapping[str, Any], files: Mapping[str, Upload] | None = None) -> Reply:
        if method.lower() == "getupdates":
            return await super().call(method, given, files)
        try:
            return await super().call(method, given, files)
        finally:
            if self.watcher is not None:
                self.watcher(self.calls[-1])

    def ask(self, user: User, chat: Chat, message_id: int, data: str, *, ephemeral: Message | None = None) -> Query:
        query = super().ask(user, chat, message_id, data, ephemeral=ephemeral)
        self.asked[query.id] = query
        return query


def receiver_of(call: Call) -> int | None:
    """The one member who sees what a call shows, by what it says; None where everybody does.

    What an older server makes of such a call is a message to everybody.
    """
    alone = call.parameters.get("ephemeral_message_parameters")
    if isinstance(alone, Mapping):
        is_shown = call.result is None or "ephemeral_message_id" in call.result
        found = alone.get("receiver_user_id") if is_shown else None
    else:
        found = call.parameters.get("receiver_user_id")
    return found if isinstance(found, int) else None


def _is_probe(call: Call) -> bool:
    """Whether a call only asks if the server has ephemeral messages."""
    return call.method == "deleteEphemeralMessage" and str(call.parameters.get("chat_id")) == "1"


class Watch:
    """What is wrong with the calls seen so far.

    Args:
        telegram: where they are made.
        tables: the live tables at this moment.
    """

    def __init__(self, telegram: WatchedTelegram, tables: Callable[[], Iterable[Table]]) -> None:
        self._telegram = telegram
        self._tables = tables
        self._deals: dict[tuple[int, int], TableDeal] = {}
        self._rooms: dict[int, set[int]] = {}
        self.faults: list[str] = []
        self.refusals: list[Call] = []
        self.answers: Counter[str] = Counter()
        self.secrets_seen = 0
        """Messages in which cards of a hand stood and were compared with the hand."""

    def see(self, call: Call) -> None:
        """Look at a call."""
        for table in self._tables():
            self._rooms.setdefault(table.state.chat_id, set()).add(table.state.id)
            if table.state.latest is not None:
                self._deals[table.state.id, table.state.latest.number] = table.state.latest
        if not call.ok and not _is_probe(call):
            self.refusals.append(call)
        if call.method == "answerCallbackQuery":
            self._see_answer(call)
            return
        text, chat_id = _text_of(call), call.parameters.get("chat_id")
        if not isinstance(chat_id, int):
            return
        buttons = list(_buttons_of(call))
        receiver_id = receiver_of(call)
        if receiver_id is not None and self._seat_of(receiver_id) is not None:
            self._see_private(receiver_id, text, buttons)
        elif chat_id < 0:  # who sits nowhere may know what everybody may, though they alone are told
            self._see_group(chat_id, text, buttons)
        else:
            self._see_private(chat_id, text, buttons)

    def unanswered(self) -> list[str]:
        """Taps that were not answered exactly once."""
        return [
            f"{query.data!r} by {query.user.first_name} was answered {self.answers[number]} times"
            for number, query in self._telegram.asked.items()
            if self.answers[number] != 1
        ]

    # ---- groups: what everybody may know

    def _see_group(self, chat_id: int, text: str, buttons: list[Mapping[str, Any]]) -> None:
        for table in self._tables():
            for texts in _TEXTS:
                text = text.replace(rules_line(table.state.rules, texts), "")
        labels = "\n".join(str(button.get("text", "")) for button in buttons)
        taps = [CallbackData.decode(button["callback_data"]) for button in buttons if "callback_data" in button]
        if any(tap.action in _PANEL_ACTIONS for tap in taps):
            return  # the rules and what can be set are the same whatever anybody holds
        replay = _REPLAY.search(text)
        if replay is not None and not self._is_running(int(replay[1])):
            text = ""
        deals = self._deals_told_of(chat_id, text)
        if not any(deal.deal.is_over or not _leftover(text, deal) for deal in deals) and (deals or _CARD.search(text)):
            self._fault(chat_id, f"cards that nobody has played in {text!r}")
        if _CARD.search(labels.replace("🃏", "")):
            self._fault(chat_id, f"cards on buttons: {labels!r}")
        for tap in taps:
            if tap.action in _PRIVATE_ACTIONS or (tap.action in _PLAIN_ACTIONS and tap.arg):
                self._fault(chat_id, f"a button of a hand: {tap}")

    def _is_running(self, deal_id: int) -> bool:
        return any(isinstance(table.state, Playing) and table.state.live.id == deal_id for table in self._tables())

    def _deals_told_of(self, chat_id: int, text: str) -> list[TableDeal]:
        found = _NUMBER.search(text)
        if found is None:
            return []
        number = int(found[1] or found[2])
        tables = set(self._rooms.get(chat_id, ()))
        for former in self._telegram.chats.values():
            if former.migrated_to == chat_id:
                tables |= self._rooms.get(former.id, set())
        return [deal for (table, _), deal in self._deals.items() if table in tables and deal.id == number]

    # ---- private chats: what this player may know

    def _see_private(self, telegram_id: int, text: str, buttons: list[Mapping[str, Any]]) -> None:
        found = self._seat_of(telegram_id)
        if found is None:
            return
        live, seat = found
        shown = [f"{suit}{rank}" for rank, suits in _OF_A_RANK.findall(text) for suit in suits]
        shown += ["".join(card) for card in _WITH_SUIT.findall(_OF_A_RANK.sub("", text))]
        if live.deal.is_over:
            return
        allowed = {_named(card) for card in (live.dealt.opening, *live.dealt.seated_hands[seat])}
        allowed |= {_named(card) for cards in shown_cards(live.dealt.seated_hands, live.deal.log) for card in cards}
        if live.deal.view(seat).partner_hand is not None:
            allowed |= {_named(card) for card in live.dealt.seated_hands[partner_of(seat)]}
        if strange := [card for card in shown if card not in allowed]:
            self._fault(telegram_id, f"{strange} is not theirs to see in {text!r}")
        self.secrets_seen += bool(shown)
        counts = live.dealt.seated_counts[seat]
        for button in buttons:
            tap = CallbackData.decode(button["callback_data"]) if "callback_data" in button else None
            if tap is None:
                continue
            if tap.action is ButtonAction.TOGGLE:
                number = int(unicodedata.normalize("NFKC", held[1])) if (held := _HELD.search(button["text"])) else 1
                if counts[Rank(tap.arg).slot] < number:
                    self._fault(telegram_id, f"a rank they do not hold: {button['text']!r}")
                self.secrets_seen += 1
            elif tap.action is ButtonAction.PLAY:
                cards = parse_counts(tap.arg.partition(".")[0])
                if any(used > held for used, held in zip(cards, counts, strict=True)):
                    self._fault(telegram_id, f"a play they cannot make: {button['text']!r}")

    def _seat_of(self, telegram_id: int) -> tuple[TableDeal, int] | None:
        for table in self._tables():
            live = table.state.latest
            for seat, chair in enumerate(live.chairs if live else ()):
                if live is not None and chair.person is not None and chair.person.telegram_id == telegram_id:
                    return live, seat
        return None

    # ---- answers to taps: what the one who tapped may know

    def _see_answer(self, call: Call) -> None:
        number = str(call.parameters.get("callback_query_id"))
        self.answers[number] += 1
        query = self._telegram.asked.get(number)
        text = _HOW_TO_WRITE.sub("", str(call.parameters.get("text") or ""))
        if query is None or query.chat.is_private or not text:
            return
        for rank in _named_by(query.data):
            for texts in _TEXTS:
                text = text.replace(rank_text(rank, texts), "")
        for table in self._tables():
            for texts in _TEXTS:
                for rules in (rules_line(table.state.rules, texts), rules_meaning(table.state.rules, texts)):
                    text = text.replace(rules, "")
        found = self._seat_of(query.user.id)
        if found is not None and not found[0].deal.is_over:
            live, seat = found
            view = live.deal.view(seat)
            for texts in _TEXTS:
                for hand in (view.hand, view.partner_hand):
                    if hand and any(hand) and (held := counts_text(hand, texts, falling=True)) in text:
                        text = text.replace(held, "")
                        self.secrets_seen += 1
        said = str(call.parameters.get("text"))
        if found is not None and ((said.startswith(_SELECTED) and _holds(found, said)) or _is_hint_of(found, said)):
            self.secrets_seen += 1
            return
        for live in self._deals.values():
            for entry in live.deal.log:
                if isinstance(entry, Played):
                    for texts in _TEXTS:
                        text = text.replace(reading_text(entry.play, texts), "")
        if _CARD.search(text):
            self._fault(query.chat.id, f"{query.user.first_name} was shown {call.parameters.get('text')!r}")

    def _fault(self, chat_id: int, what: str) -> None:
        self.faults.append(f"in chat {chat_id}: {what}")


def _named_by(data: str) -> list[Rank]:
    """The cards that a tap wanted to play: its refusal may name them, whoever holds them."""
    try:
        tap = CallbackData.decode(data)
    except ValueError:
        return []
    return [rank for rank in RANKS if tap.action is ButtonAction.PLAY and rank.value in tap.arg]


def _text_of(call: Call) -> str:
    if call.method in ("editMessageMedia", "editEphemeralMessageMedia"):
        return str(call.parameters.get("media", {}).get("caption", ""))
    return str(call.parameters.get(_SHOWN.get(call.method, ""), ""))


def _buttons_of(call: Call) -> Iterator[Mapping[str, Any]]:
    for row in (call.parameters.get("reply_markup") or {}).get("inline_keyboard", ()):
        yield from row


def _leftover(text: str, live: TableDeal) -> list[str]:
    """What looks like cards in a text once everything that was played, and the opening card, is taken out of it."""
    shown = shown_cards(live.dealt.seated_hands, live.deal.log)
    public = {
        play_text(entry.play, cards, texts)
        for entry, cards in zip(live.deal.log, shown, strict=True)
        if isinstance(entry, Played)
        for texts in _TEXTS
    }
    public |= {cards_text([live.dealt.opening], texts) for texts in _TEXTS}
    for known in sorted(public, key=len, reverse=True):
        text = text.replace(known, "")
    return _CARD.findall(text)


def _named(card: Card) -> str:
    suits = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    rank = "10" if card.rank is Rank.TEN else card.rank.value
    return f"{suits[card.suit.value]}{rank}" if card.suit is not None else RANKS[card.rank.slot].value


def _is_hint_of(found: tuple[TableDeal, int], text: str) -> bool:
    """Whether such an answer names a play that this hand can make now."""
    live, seat = found
    plays = live.deal.view(seat).legal_plays
    return any(text.startswith(f"{_HINT}{reading_text(play, texts)}") for play in plays for texts in _TEXTS)


def _holds(found: tuple[TableDeal, int], text: str) -> bool:
    """Whether all the cards at the begin of such an answer are in this hand."""
    live, seat = found
    held = live.deal.hands[seat]
    cards = re.split("[：:]", text.removeprefix(_SELECTED))[0].split(" ")
    selected = [(_RANK_NAMED[name], int(number or 1)) for name, _, number in (card.partition("×") for card in cards)]
    return all(number <= held[rank.slot] for rank, number in selected)
