-- Back to where the numbers of computer players stood among the notes of live tables. Those of deals have no place there
-- and are kept aside.

UPDATE tables SET notes = json_set(notes, '$.computers', json_array(
    (SELECT number FROM seats WHERE table_id = tables.id AND seat = 0),
    (SELECT number FROM seats WHERE table_id = tables.id AND seat = 1),
    (SELECT number FROM seats WHERE table_id = tables.id AND seat = 2),
    (SELECT number FROM seats WHERE table_id = tables.id AND seat = 3)))
WHERE EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND strength IS NOT NULL);
CREATE TABLE later_2_deal_seats AS SELECT deal_id, seat, number FROM deal_seats WHERE number IS NOT NULL;
ALTER TABLE seats DROP COLUMN number;
ALTER TABLE deal_seats DROP COLUMN number;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
