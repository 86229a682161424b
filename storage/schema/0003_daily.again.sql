-- The deals of the day from before the way back.

INSERT INTO daily_deals SELECT * FROM later_3_daily_deals;
INSERT INTO daily_plays SELECT * FROM later_3_daily_plays;
INSERT INTO daily_answers SELECT * FROM later_3_daily_answers;
DROP TABLE later_3_daily_deals;
DROP TABLE later_3_daily_plays;
DROP TABLE later_3_daily_answers;
