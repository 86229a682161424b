# The hand in the private chat

hand-your-turn = 👉 <b>Your turn</b> · {$what}
hand-until = {" "}· ⏳{"\u00A0"}{$clock}
hand-lead = you lead
hand-follow = beat <b>{$play}</b>
hand-follow-partner = partner’s <b>{$play}</b>
hand-nothing-beats = nothing beats <b>{$play}</b>
hand-waiting = 💤 {$name} to act · you {cards-left}
hand-timeouts = ⌛️ {$times ->
    [one] {$times} time-out
   *[other] {$times} time-outs
} so far; {$most} bar you for this deal
hand-last-timeout = ⌛️ {$times} time-outs; one more bars you. If you are busy, tap Autopilot and come back later
hand-selected = ✋ {$cards}: {$reading}
hand-selected-none = Nothing selected
hand-once-more = A bomb this big: tap once more to play it
hand-selected-bad = ✋ {$cards}: ⚠️ {$reason}
hand-tie = ✋ {$cards}: can be two things; tap one
hand-memory = 🧠 Still out: {$cards}
hand-autopilot = 🤖 <b>Autopilot</b> plays for you; come back whenever you like
hand-leaving = 🚪 <b>Autopilot</b>; you leave when this deal ends
hand-barred = 🚫 Three time-outs: you are barred for this deal. The next one starts clean
hand-out = {$place}! You are out of cards
hand-partner-hand = Your partner {$name} still has {cards-left}
hand-partner-hidden = This table hides the partner’s hand; wait for the result
hand-is-private = Your hand is in our private chat
hand-comes-here = Your cards are in the group; only you see them
hand-behind-button = Tap “My cards” on the table: only you see them

hint-play = 💡 {$play}: {$reason}
hint-pass = 💡 Pass: {$reason}
hint-goes-out = it empties your hand
hint-partner-holds = leave it to your partner
hint-keeps-bomb = keep the bomb
hint-keeps-high = keep your high cards
hint-cannot = nothing beats it
hint-sends-partner = your partner may go out on it
hint-blocks = it blocks an opponent
hint-bombs = a bomb takes the lead
hint-low-first = low cards first
hint-many-at-once = many cards at once
hint-cheapest = a small one will do
hint-takes-lead = a high one takes the lead

button-play = Play
button-play-as = {$play}
button-again-tap = Tap again
button-more = ⋯
button-pass = Pass
button-hint = Hint
button-clear = Clear
button-by-count = 🔀 Bombs first
button-by-rank = 🔀 By rank
button-autopilot = 🤖 Autopilot
button-take-back = I’m back
button-memory = 🧠 Unseen
button-memory-off = 🧠 Hide

leave-asked = Please confirm in our private chat
hand-which-joker = 🃏 Which joker do you mean?
leave-question = 🚪 <b>Leave now?</b>
    The computer plays the rest of this deal for you, then your seat is free. The result still counts as yours.
button-leave-yes = Leave
button-leave-no = Keep playing

over-won = {$place} · won, <b>{$kind}</b> <b>{$points}</b>
over-lost = {$place} · lost, <b>{$kind}</b> <b>{$points}</b>
over-void = 🍃 <b>Void deal</b>, no points move
over-split = result {$result}, contributions {$contribution}
over-total = total {$total} · {$title}
over-promoted = 🎉 Promoted: {$titles}
over-demoted = 📉 Demoted, now {$title}
over-practice = 🍵 Practice, does not count
over-ready = ✅ You are ready for the next deal

picture-hand-empty = no cards left

# One sentence after a tap
