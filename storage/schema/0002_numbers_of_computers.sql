-- Several computer players at one table are told apart by a number. It was among the notes of the table, so that a
-- finished deal did not have it.

ALTER TABLE seats ADD COLUMN number INTEGER                          -- of a computer player
    CHECK (number IS NULL OR (number >= 1 AND strength IS NOT NULL));
ALTER TABLE deal_seats ADD COLUMN number INTEGER                     -- as at the table, when the deal began
    CHECK (number IS NULL OR (number >= 1 AND strength IS NOT NULL));

UPDATE seats SET number = ifnull(
    (SELECT json_extract(notes, '$.computers[' || seat || ']') FROM tables WHERE id = table_id), seat + 1)
WHERE strength IS NOT NULL;
UPDATE tables SET notes = json_remove(notes, '$.computers') WHERE json_type(notes, '$.computers') IS NOT NULL;

-- The deal that is played, or whose result is shown, has the four of its table; in those before, the computer players
-- are numbered by seat.
UPDATE deal_seats SET number = (
    SELECT count(*) FROM deal_seats AS others
    WHERE others.deal_id = deal_seats.deal_id AND others.strength IS NOT NULL AND others.seat <= deal_seats.seat)
WHERE strength IS NOT NULL;
UPDATE deal_seats SET number = seats.number
FROM deals JOIN tables ON tables.id = deals.table_id AND tables.deal_count = deals.number
    JOIN seats ON seats.table_id = tables.id
WHERE deals.id = deal_seats.deal_id AND seats.seat = deal_seats.seat AND deal_seats.strength IS NOT NULL
    AND seats.strength IS NOT NULL AND tables.phase IN ('deal', 'result');

DROP INDEX tables_by_deadline;                                       -- asked by nobody, written at every action
