-- The reviews from before the way back.

INSERT INTO reviews SELECT * FROM later_4_reviews;
DROP TABLE later_4_reviews;
