"""Everything the storage refuses, as one tree.

    StorageError
    ├── DatabaseError                 the file cannot be used; the message is one sentence for the operator
    │   ├── DatabaseBusy              another process holds it
    │   ├── DatabaseTooNew            a newer program has written it
    │   ├── DatabaseOutdated          a tool met a file that the bot has not brought up to date yet
    │   ├── DatabaseForeign           it is no database, or not one of this program
    │   ├── DatabaseDamaged           SQLite cannot make sense of it
    │   ├── NoWayBack                 it cannot be brought to the version that was named
    │   └── DatabaseUnusable          it cannot be read or written: full disk, read-only folder, missing folder
    └── Refusal                       a change that what is stored does not allow; nothing was changed
        ├── Unknown                   there is no such person, chat, table or deal
        ├── AlreadySeated             the person has a seat at another table (`table_id`)
        ├── DailyPlayed               the person has begun the deal of that day before
        ├── TableExists               the chat, or its topic, has a live table already (`table_id`)
        ├── StaleTable                somebody else has changed the table since it was read
        ├── StaleAction               the deal is not where the caller believes it to be
        ├── ScoreOutOfRange           a correction would bring a score or a sum beyond what any may come to
        └── StillSeated               the person sits at a table (`table_id`) and cannot be forgotten now

A `DatabaseError` is for the operator, who reads its message; what a `Refusal` says to people is chosen by the bot.
"""


class StorageError(Exception):
    """Anything this package refuses."""


class DatabaseError(StorageError):
    """The database file cannot be used."""


class DatabaseBusy(DatabaseError):
    """Another process holds the database."""


class DatabaseTooNew(DatabaseError):
    """The database was written by a newer program."""


class DatabaseOutdated(DatabaseError):
    """The database was written by an older program, and a tool may not change it."""


class DatabaseForeign(DatabaseError):
    """The file is no SQLite database, or not one of this program."""


class DatabaseDamaged(DatabaseError):
    """SQLite finds the file damaged."""


class NoWayBack(DatabaseError):
    """The database cannot be brought back to the version that was named."""


class DatabaseUnusable(DatabaseError):
    """The file cannot be opened, read or written."""


class Refusal(StorageError):
    """A change that what is stored does not allow; nothing was changed."""


class Unknown(Refusal):
    """There is no such person, chat, table or deal."""


class AlreadySeated(Refusal):
    """A person has one seat over all tables; theirs is at table `table_id`."""

    def __init__(self, person_id: int, table_id: int) -> None:
        super().__init__(f"person {person_id} sits at table {table_id}; they have to leave it first")
        self.person_id = person_id
        self.table_id = table_id


class DailyPlayed(Refusal):
    """Everybody plays the deal of a day once."""

    def __init__(self, person_id: int, day: str) -> None:
        super().__init__(f"person {person_id} has begun the deal of {day} before; there is another tomorrow")
        self.person_id = person_id
        self.day = day


class TableExists(Refusal):
    """A chat, or a topic of it, has one live table; it is `table_id`."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"table {table_id} is open here; it has to be closed first")
        self.table_id = table_id


class StaleTable(Refusal):
    """The table has been changed since the caller read it."""


class StaleAction(Refusal):
    """The action is not the next one of its deal: it has been written already, or others are missing before it."""


class ScoreOutOfRange(Refusal):
    """A correction would bring a score beyond `MOST_POINTS`, or a sum in a list out of all reason."""


class StillSeated(Refusal):
    """Somebody who sits at a table cannot be forgotten; theirs is `table_id`."""

    def __init__(self, person_id: int, table_id: int) -> None:
        super().__init__(f"person {person_id} sits at table {table_id}; they can be forgotten when they have left it")
        self.person_id = person_id
        self.table_id = table_id
