# Why it cannot be: every sentence says the reason, and if it can what to do instead

reason-unknown-card = I cannot read “{$text}”. Write 3–10 J Q K A 2, w small joker, W big joker
reason-too-many-of-a-card = Two packs do not have that many {$rank}
reason-too-many-cards = A hand has 27 cards at most
reason-no-cards = No cards chosen yet
reason-choice = Here these cards cannot be a {$choice}
reason-cards-not-held = You are short of {$cards}
reason-leader-must-play = You lead, so you cannot pass
reason-not-your-turn = It is not your turn
reason-deal-is-over = This deal is over
reason-bad-request = I do not know that action; please use the newest buttons

refusal-late-tap = Just too late, that turn is over. Your chosen cards are still chosen
refusal-old-button = That is an old button; please use the newest message
refusal-not-seated = You have no seat here; enjoy watching
refusal-seated-elsewhere = You still sit at another table. Send /leave there first
refusal-seated-elsewhere-in = You still sit at the table in “{$chat}”. Send /leave there first
refusal-seated-in-practice = You still have a practice table in our private chat. Send /leave there first
refusal-already-seated = You already have a seat
refusal-table-full = This table is full. /notify tells you about the next one
refusal-need-four = {$number ->
    [one] {$number} player missing
   *[other] {$number} players missing
}. “Add computers” fills the seats
refusal-host-or-admin = Only the host or an admin can do that
refusal-not-alone = You play this deal, so you cannot end it alone: /end asks the others
refusal-team-away = The other team is on autopilot and cannot agree; the computer plays this deal to its end
refusal-end-declined = Somebody has just said they want to play on. Ask again in two minutes
refusal-admin-only = Only admins of this group can change that
refusal-anonymous-cannot-sit = An anonymous admin can manage the table but not sit. Turn off “remain anonymous” to play
refusal-channel-cannot-play = A channel cannot play or give commands. Write as yourself
refusal-bot-cannot-write = I cannot write to you yet, so I cannot deal to you. Tap Start in our private chat and you are seated
refusal-deal-running = A deal is running; wait until it ends
refusal-table-exists = There is a table here already
refusal-no-table = There is no table here. /newgame opens one
refusal-no-deal = No deal is running
refusal-maintenance = Short maintenance: no new tables for now. Running deals are safe
refusal-computers-not-allowed = This group allows no computers (admins can change it in /settings)
refusal-blocked = The admins of this group keep you off its tables
refusal-autopilot-on = You are on autopilot. Tap “I’m back” first
refusal-nothing-selected = Choose cards first, then tap Play
refusal-must-pass = Nothing beats it; you can only pass
refusal-no-hints = The deal of the day has no hints
refusal-daily-goes-on = The deal of the day is played to its end. Had enough? /leave, and the computer plays it out
refusal-daily-played = You have played the deal of that day
refusal-daily-not-ready = Today’s deal is still being chosen; try again in a minute or two
refusal-daily-in-private = Others have yet to play today’s deal; replay it in our private chat
refusal-daily-open = Others may still play this deal of the day; it can be reviewed once the day is over
refusal-review-busy = Your last review is not ready yet; it comes first
refusal-daily-sealed = Others still play that day’s deal; its seed is shown afterwards
refusal-not-in-group = You are not in the group of this table any more
refusal-group-only = That command works in groups
refusal-private-only = Please use that in our private chat
refusal-not-understood = I do not understand that. During a deal you can type cards here, as in 34567, or “pass”; /help says more
refusal-nobody-known = I know no results of that person
refusal-no-such-deal = I cannot find that deal
refusal-not-finished = That deal is still being played; look when it is over
refusal-bad-setting = That setting has no such value
refusal-too-fast = Too fast, take a second
refusal-error = Something went wrong and has been noted. Please try again
