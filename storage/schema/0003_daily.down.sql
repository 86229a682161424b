-- Back to where there was no deal of the day; who has played it and what was answered is kept aside.

CREATE TABLE later_3_daily_deals AS SELECT * FROM daily_deals;
CREATE TABLE later_3_daily_plays AS SELECT * FROM daily_plays;
CREATE TABLE later_3_daily_answers AS SELECT * FROM daily_answers;
DROP TABLE daily_answers;
DROP TABLE daily_plays;
DROP TABLE daily_deals;
