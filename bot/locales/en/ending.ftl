# Ending a table

ending-question = 🗳 <b>End deal {$number}?</b> It is void then, and no points move
ending-question-table = 🗳 <b>End this table?</b>
ending-agreed = For it: {$names} ({$votes} of {$needed})
ending-declined = 🗳 {$name} plays on, so the table stays
ending-lapsed = 🗳 Not everybody agreed, so the table stays
ending-admin-question = ⚠️ <b>Deal {$number} is not over.</b> If you end it, it is void, and no points move. Please confirm as an administrator
ending-void = 🍃 <b>Deal {$number} is void</b>: {$why}. No points move. /newgame opens another table
ending-by = {$name} closed the table
ending-by-all = everybody agreed to end it
ending-by-nobody = the table is closed
ending-toast-played-on = Fine, the deal goes on
button-play-on = Play on
button-end-deal = End this deal
