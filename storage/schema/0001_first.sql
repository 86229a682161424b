-- Everything that survives a restart. Times are seconds since 1970 (UTC). A chat has an own number here, so that a
-- group that becomes a supergroup keeps all that refers to it; a person has one, so that he can be forgotten.

CREATE TABLE people (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    telegram_id       INTEGER UNIQUE,             -- NULL once forgotten
    first_name        TEXT NOT NULL,
    last_name         TEXT,
    username          TEXT,
    telegram_language TEXT,
    reachable         INTEGER NOT NULL CHECK (reachable IN (0, 1)),
    settings          TEXT NOT NULL CHECK (json_valid(settings)),
    first_seen        REAL NOT NULL,
    last_seen         REAL NOT NULL,
    forgotten         REAL,
    CHECK ((telegram_id IS NULL) = (forgotten IS NOT NULL))
) STRICT;

CREATE TABLE chats (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    telegram_id   INTEGER UNIQUE,                 -- NULL: the private chat of somebody forgotten
    migrated_from INTEGER UNIQUE,                 -- the Telegram id it had as a basic group
    kind          TEXT NOT NULL CHECK (kind IN ('private', 'group', 'supergroup')),
    title         TEXT,
    is_forum      INTEGER NOT NULL CHECK (is_forum IN (0, 1)),
    is_member     INTEGER NOT NULL CHECK (is_member IN (0, 1)),
    language      TEXT,
    options       TEXT NOT NULL CHECK (json_valid(options)),
    first_seen    REAL NOT NULL
) STRICT;

CREATE TABLE subscriptions (                      -- /notify
    chat_id   INTEGER NOT NULL REFERENCES chats,
    person_id INTEGER NOT NULL REFERENCES people,
    PRIMARY KEY (chat_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_person ON subscriptions (person_id);

CREATE TABLE blocks (                             -- who may not play: in one chat, or (chat 0) nowhere
    chat_id     INTEGER NOT NULL,
    telegram_id INTEGER NOT NULL,                 -- outlives /forget, or forgetting would lift the block
    reason      TEXT,
    blocked     REAL NOT NULL,
    PRIMARY KEY (chat_id, telegram_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice: old buttons name it
    chat_id        INTEGER NOT NULL REFERENCES chats,
    thread_id      INTEGER,                       -- the forum topic
    host_id        INTEGER NOT NULL REFERENCES people,
    phase          TEXT NOT NULL CHECK (phase IN ('lobby', 'deal', 'result', 'closed')),
    ranked         INTEGER NOT NULL CHECK (ranked IN (0, 1)),
    options        TEXT NOT NULL CHECK (json_valid(options)),
    server_seed    BLOB NOT NULL CHECK (length(server_seed) = 32),
    taps           TEXT NOT NULL CHECK (json_valid(taps)),
    shuffle_number INTEGER NOT NULL CHECK (shuffle_number >= 1),
    deal_count     INTEGER NOT NULL CHECK (deal_count >= 0),
    deadline       REAL,
    notes          TEXT NOT NULL CHECK (json_valid(notes)),
    version        INTEGER NOT NULL,
    created        REAL NOT NULL,
    updated        REAL NOT NULL,
    closed         REAL,
    CHECK ((phase = 'closed') = (closed IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX live_tables ON tables (chat_id, ifnull(thread_id, 0)) WHERE phase <> 'closed';
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE seats (                              -- of live tables only
    table_id   INTEGER NOT NULL REFERENCES tables,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    person_id  INTEGER REFERENCES people,
    strength   TEXT,                              -- of a computer player
    delegation TEXT,                              -- why a computer player acts for the person, if it does
    ready      INTEGER NOT NULL CHECK (ready IN (0, 1)),
    PRIMARY KEY (table_id, seat),
    CHECK ((person_id IS NULL) = (strength IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_seat_each ON seats (person_id) WHERE person_id IS NOT NULL;

CREATE TABLE messages (                           -- what a live table has posted and goes on editing
    table_id   INTEGER NOT NULL REFERENCES tables,
    role       TEXT NOT NULL,
    chat_id    INTEGER NOT NULL,                  -- Telegram's
    message_id INTEGER NOT NULL,
    shown      TEXT,                              -- digest of what it shows
    PRIMARY KEY (table_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX messages_by_chat ON messages (chat_id);

CREATE TABLE deals (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id       INTEGER NOT NULL REFERENCES tables,
    chat_id        INTEGER NOT NULL REFERENCES chats,
    number         INTEGER NOT NULL CHECK (number >= 1),  -- within the table
    server_seed    BLOB NOT NULL CHECK (length(server_seed) = 32),
    taps           TEXT NOT NULL CHECK (json_valid(taps)),
    shuffle_number INTEGER NOT NULL CHECK (shuffle_number >= 1),
    commitment     TEXT NOT NULL,
    seed           BLOB NOT NULL CHECK (length(seed) = 32),
    rules          TEXT NOT NULL CHECK (json_valid(rules)),
    ranked         INTEGER NOT NULL CHECK (ranked IN (0, 1)),
    opening        TEXT NOT NULL,
    leader         INTEGER NOT NULL CHECK (leader BETWEEN 0 AND 3),
    state          TEXT NOT NULL CHECK (state IN ('live', 'settled', 'abandoned')),
    started        REAL NOT NULL,
    ended          REAL,
    settlement     TEXT CHECK (settlement IS NULL OR json_valid(settlement)),
    UNIQUE (table_id, number),
    CHECK ((state = 'live') = (ended IS NULL)),
    CHECK ((state = 'settled') = (settlement IS NOT NULL))
) STRICT;
CREATE INDEX deals_by_chat ON deals (chat_id, id);
CREATE UNIQUE INDEX one_live_deal ON deals (table_id) WHERE state = 'live';

CREATE TABLE deal_seats (                         -- who played a deal, after the change of seats
    deal_id   INTEGER NOT NULL REFERENCES deals,
    seat      INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    person_id INTEGER REFERENCES people,
    strength  TEXT,
    PRIMARY KEY (deal_id, seat),
    CHECK ((person_id IS NULL) = (strength IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX deal_seats_by_person ON deal_seats (person_id, deal_id) WHERE person_id IS NOT NULL;

CREATE TABLE actions (
    deal_id INTEGER NOT NULL REFERENCES deals,
    number  INTEGER NOT NULL CHECK (number >= 1),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    kind    TEXT NOT NULL CHECK (kind IN ('play', 'pass', 'timeout')),
    cards   TEXT,
    reading TEXT,                                 -- the type the cards were read as
    at      REAL NOT NULL,
    PRIMARY KEY (deal_id, number),
    CHECK ((kind = 'play') = (cards IS NOT NULL)),
    CHECK ((kind = 'play') = (reading IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (                             -- cards selected and not yet played
    deal_id INTEGER NOT NULL REFERENCES deals,
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    cards   TEXT NOT NULL,
    PRIMARY KEY (deal_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (                             -- four rows per ranked deal, one per correction
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    deal_id      INTEGER REFERENCES deals,        -- NULL: a correction
    seat         INTEGER CHECK (seat BETWEEN 0 AND 3),
    person_id    INTEGER REFERENCES people,       -- NULL: the share of a computer player
    chat_id      INTEGER REFERENCES chats,        -- NULL: a correction that belongs to no chat
    period       TEXT NOT NULL,                   -- the month, as in 2026-11
    result       INTEGER NOT NULL,
    contribution INTEGER NOT NULL,
    points       INTEGER NOT NULL,
    total        INTEGER,                         -- the person's score after this row
    reason       TEXT,
    at           REAL NOT NULL,
    UNIQUE (deal_id, seat),
    CHECK (points = result + contribution),
    CHECK ((deal_id IS NULL) = (seat IS NULL)),
    CHECK ((deal_id IS NULL) = (reason IS NOT NULL)),
    CHECK ((person_id IS NULL) = (total IS NULL)),
    CHECK (deal_id IS NOT NULL OR person_id IS NOT NULL)
) STRICT;
CREATE INDEX ledger_by_person ON ledger (person_id, id) WHERE person_id IS NOT NULL;
CREATE INDEX ledger_by_chat ON ledger (chat_id);

CREATE TRIGGER ledger_rows_stay BEFORE DELETE ON ledger BEGIN
    SELECT RAISE(ABORT, 'a row of the ledger is never deleted; add a correction');
END;
CREATE TRIGGER ledger_rows_are_final
BEFORE UPDATE OF id, deal_id, seat, person_id, period, result, contribution, points, total, reason, at ON ledger BEGIN
    SELECT RAISE(ABORT, 'a row of the ledger is never edited; add a correction');
END;

CREATE TABLE scores (                             -- what the ledger and the deals of a person come to
    person_id      INTEGER PRIMARY KEY REFERENCES people,
    score          INTEGER NOT NULL,
    highest        INTEGER NOT NULL,
    deals          INTEGER NOT NULL,
    won_shuangkou  INTEGER NOT NULL,
    won_dankou     INTEGER NOT NULL,
    won_pingkou    INTEGER NOT NULL,
    lost_shuangkou INTEGER NOT NULL,
    lost_dankou    INTEGER NOT NULL,
    lost_pingkou   INTEGER NOT NULL,
    firsts         INTEGER NOT NULL,
    best_bomb      INTEGER NOT NULL,
    streak         INTEGER NOT NULL,
    best_streak    INTEGER NOT NULL,
    timeouts       INTEGER NOT NULL
) STRICT;

CREATE TABLE totals (                             -- the lists of /top: sums of the ledger
    chat_id   INTEGER NOT NULL,                   -- 0: over all chats
    period    TEXT NOT NULL,                      -- '': over all months
    person_id INTEGER NOT NULL REFERENCES people,
    points    INTEGER NOT NULL,
    deals     INTEGER NOT NULL,
    wins      INTEGER NOT NULL,
    PRIMARY KEY (chat_id, period, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX totals_by_points ON totals (chat_id, period, points DESC, person_id, deals, wins);
CREATE INDEX totals_by_person ON totals (person_id);

CREATE TABLE facts (                              -- small things the bot remembers
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
