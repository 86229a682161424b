-- The numbers of computer players in the deals that were played before the way back.

UPDATE deal_seats SET number = kept.number FROM later_2_deal_seats AS kept
WHERE kept.deal_id = deal_seats.deal_id AND kept.seat = deal_seats.seat AND deal_seats.strength IS NOT NULL;
DROP TABLE later_2_deal_seats;
