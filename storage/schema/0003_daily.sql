-- The deal of the day (/daily): its seed, who has played it at which table, and what computer players answered, so that
-- whoever plays alike meets the same answers, also after an update of the bot.

CREATE TABLE daily_deals (
    day         TEXT PRIMARY KEY CHECK (day GLOB '????-??-??'),      -- where the players live
    server_seed BLOB NOT NULL CHECK (length(server_seed) = 32)       -- committed to the day before, shown the day after
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_plays (
    day       TEXT NOT NULL REFERENCES daily_deals,
    person_id INTEGER NOT NULL REFERENCES people,
    table_id  INTEGER NOT NULL UNIQUE REFERENCES tables,
    PRIMARY KEY (day, person_id)                                     -- once a person
) STRICT, WITHOUT ROWID;

CREATE TABLE daily_answers (
    day    TEXT NOT NULL REFERENCES daily_deals,
    line   BLOB NOT NULL CHECK (length(line) = 32),                  -- a digest of all actions before
    answer TEXT NOT NULL,                                            -- cards as they are written, or nothing for a pass
    PRIMARY KEY (day, line)
) STRICT, WITHOUT ROWID;
