"""People: the identity a front hands in, what storage keeps of them, and what the tables know."""

from collections.abc import Iterable
from dataclasses import dataclass

from bot.tables.state import Language, Person
from storage import Database, HandOrder, StoredPerson


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as a front vouches for them at this moment; names are raw, `language` is a code as in "zh-hans"."""

    telegram_id: int
    first_name: str
    last_name: str | None = None
    username: str | None = None
    language: str | None = None


def language_of(stored: StoredPerson) -> Language:
    """The language a person chose, or the nearest to that of their Telegram: Chinese for every kind of Chinese and
    where it is unknown, English for all others.
    """
    chosen = stored.settings.language
    if chosen is not None:
        return Language(chosen)
    telegram = stored.telegram_language
    return Language.CHINESE if telegram is None or telegram.lower().startswith("zh") else Language.ENGLISH


def full_name(stored: StoredPerson) -> str:
    """Return what a person is called, raw; empty for somebody forgotten."""
    return " ".join(filter(None, (stored.first_name, stored.last_name)))


def known(stored: StoredPerson) -> Person:
    """A person as the tables know them."""
    settings = stored.settings
    return Person(
        id=stored.id,
        telegram_id=stored.telegram_id or 0,
        name=full_name(stored),
        language=language_of(stored),
        score=stored.score,
        auto_pass=settings.auto_pass,
        notices=settings.notices,
        pictures=not settings.text_hands,
        four_colours=settings.four_colours,
        sort_by_count=settings.sorting is HandOrder.COUNT,
        plays_in_group=settings.hand_in_group or not stored.reachable,
    )


class Directory:
    """Everybody the bot has met."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def meet(self, identity: Identity) -> Person:
        """Return the person with this identity, and note what is new of it."""
        stored = await self._database.people.seen(
            identity.telegram_id, identity.first_name, identity.last_name, identity.username, identity.language
        )
        return known(stored)

    async def get(self, person_id: int) -> Person:
        """The person with our number.

        Raises:
            Unknown: there is none.
        """
        return known(self._database.people.get(person_id))

    async def many(self, person_ids: Iterable[int]) -> dict[int, Person]:
        """The people with these numbers."""
        stored = await self._database.people.many(person_ids)
        return {number: known(person) for number, person in stored.items()}

    async def reachable(self, person_id: int) -> bool:
        """Return whether the bot can write to a person, as far as it knows."""
        return self._database.people.get(person_id).reachable

    async def set_reachable(self, person_id: int, reachable: bool) -> None:
        """Note whether the bot can write to a person; nothing is written where nothing is new."""
        if await self.reachable(person_id) != reachable:
            await self._database.people.set_reachable(person_id, reachable)
