"""Hearing Telegram: whether what people do reaches the bot, and up to when.

A turn ends when its time is up and nobody did anything. That nobody did is only known once Telegram has said so: a
connection can be cut for minutes, and only one way. So `Hearing` keeps the moment up to which everything that people
did has arrived and been served. Whoever is about to find that somebody did nothing asks `has_heard` first; where it is
not known, Telegram is asked at once (`ask`), not when the long poll that is waiting ends.

Polls tell by being answered. With a webhook, Telegram tells how many updates it could not deliver (`getWebhookInfo`).
"""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from telegram import Update

from bot.tables.clock import Bell, Clock, sleep

log = logging.getLogger(__name__)

LOST_SECONDS: Final = 30.0
"""Without a sign of life from Telegram for so long, nobody is heard; a poll ends after 20 at the latest."""
IN_HAND_SECONDS: Final = 15.0
"""An update that is served for longer waits for something else, and nobody waits for it."""


class Hearing:
    """Tells up to when everything that people did has arrived and been served.

    Args:
        clock: what moments are told by.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._bell = Bell(clock)
        self._arrivals = 0
        self._in_hand: dict[int, tuple[int, float]] = {}
        """Updates being served: which arrival each was, and when it arrived; oldest first."""
        self._complete: deque[tuple[float, int]] = deque()
        """Moments up to which everything has arrived, and which arrivals have to be served for it."""
        self._heard_until = clock.now()
        self._waiting: list[tuple[float, Callable[[], None]]] = []
        self.answered_at = clock.now()
        """When Telegram last gave a sign of life."""
        self.is_lost = False
        """Whether there was none for so long that nobody is heard; until what people did meanwhile is served."""
        self.ask: Callable[[], None] = lambda: None
        """Asks Telegram at once whether there is more; set by what receives updates."""

    @property
    def silent(self) -> float:
        """Seconds since Telegram last gave a sign of life."""
        return self._clock.now() - self.answered_at

    # ---- told by what receives and serves updates

    def answered(self, everything_until: float | None) -> None:
        """Telegram gave a sign of life; everything that people did up to a moment has arrived, if one is given."""
        self.answered_at = self._clock.now()
        if everything_until is not None:
            self._complete.append((everything_until, self._arrivals))
        self._go_on()

    def arrived(self, update: Update) -> None:
        """An update has come and is going to be served."""
        self._arrivals += 1
        self._in_hand[update.update_id] = self._arrivals, self._clock.now()

    def served(self, update: object) -> None:
        """An update has been served, whatever came of it."""
        if isinstance(update, Update) and self._in_hand.pop(update.update_id, None) is not None:
            self._go_on()

    # ---- asked by whoever is about to find that somebody did nothing

    def has_heard(self, moment: float) -> bool:
        """Return whether everything that people did up to a moment has arrived and been served."""
        return not self.is_lost and self._heard_until >= moment

    def when_heard(self, moment: float, then: Callable[[], None]) -> None:
        """Call `then` as soon as everything that people did up to a moment has arrived and been served."""
        if self.has_heard(moment):
            then()
            return
        self._waiting.append((moment, then))
        self.ask()

    async def watch(self, back: Callable[[float], Awaitable[None]]) -> None:
        """Notice when Telegram is not heard, and have `back` called when it is heard again and what people did
        meanwhile has been served; before anybody is found to have done nothing. It is given the seconds in which
        nothing was heard. Runs until cancelled.
        """
        while True:
            if (pause := LOST_SECONDS - self.silent) > 0:
                await sleep(self._clock, pause)
                continue
            self.is_lost, lost_at, since = True, self._clock.now(), self.answered_at
            log.warning("Telegram has not been heard for %.0f s; nobody's time runs until it is", self.silent)
            while self._heard_until < lost_at:
                await self._bell.wait(IN_HAND_SECONDS)
                self._see_how_far()
            unheard = self._clock.now() - since
            log.warning("Telegram is heard again after %.0f s", unheard)
            try:
                await back(unheard)
            except Exception:
                log.exception("a fault while going on after Telegram was not heard")
            self.is_lost = False
            self._tell()

    def _go_on(self) -> None:
        """More has arrived or been served: whoever waits for that goes on."""
        self._see_how_far()
        self._bell.ring()
        self._tell()

    def _see_how_far(self) -> None:
        """Up to when everything that arrived has been served, or been in hand for too long."""
        stuck = self._clock.now() - IN_HAND_SECONDS
        while self._in_hand:
            number, (_, came) = next(iter(self._in_hand.items()))
            if came > stuck:
                break
            del self._in_hand[number]
        oldest = next((arrival for arrival, _ in self._in_hand.values()), self._arrivals + 1)
        while self._complete and self._complete[0][1] < oldest:
            self._heard_until = max(self._heard_until, self._complete.popleft()[0])

    def _tell(self) -> None:
        """Call whoever waits for a moment up to which everything is served."""
        if self.is_lost or not self._waiting:
            return
        due = [then for moment, then in self._waiting if moment <= self._heard_until]
        self._waiting = [one for one in self._waiting if one[0] > self._heard_until]
        for then in due:
            then()
