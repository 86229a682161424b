-- Back to where deals were not looked at again; what was found out is kept aside.

CREATE TABLE later_4_reviews AS SELECT * FROM reviews;
DROP TABLE reviews;
