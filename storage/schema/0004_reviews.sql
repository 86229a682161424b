-- What looking again at a finished deal found out about the decisions of a seat (/review), so that it need not be
-- worked out a second time.

CREATE TABLE reviews (
    deal_id    INTEGER NOT NULL REFERENCES deals,
    seat       INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 3),
    judgements TEXT NOT NULL CHECK (json_valid(judgements)),         -- of each decision; see storage.reviews
    PRIMARY KEY (deal_id, seat)
) STRICT, WITHOUT ROWID;
