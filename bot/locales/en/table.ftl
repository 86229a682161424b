# The table

opening-card = Opening card <b>{$card}</b>: {$name} holds it and leads
opening-swapped = 🔁 {$one} and {$other} changed seats; partners face each other
opening-both-held = Both {$card} are in that hand; nobody changes seats
opening-as-seated = The other one is opposite; nobody changes seats

table-heading = <b>Deal {$number}</b> · base {$base}
table-practice = {" "}· practice
table-seat = {$pointer}{$name} · {$state}
table-autopilot = autopilot
table-timeouts = {$times ->
    [one] {$times} time-out
   *[other] {$times} time-outs
}
table-barred = 🚫 barred
table-out = {$medal} {$place}
table-passed = pass
table-timed-out = ⌛️ time-out
table-last-trick = Last trick: {$name} with {$play}
table-inherited = 🌬 {$leader} leads for {$winner}, who is out
table-bombs = 💣 Biggest: {$bombs}
table-bomb = {$mark}{$phases} phases ×{$multiplier}
table-turn-lead = 👉 {$name} leads, anything goes
table-turn-follow = 👉 {$name} to beat {$other}
table-clock = ⏳ {$seconds} s, until {$clock}
table-last-cards = ❗️{$number ->
    [one] {$number} card left
   *[other] {$number} cards left
}
table-nearly-double = ⚡️ Shuangkou if {$name} is out next
table-thinking = 👉 {$name} is thinking…
table-votes = 🗳 End this table? {$votes} of {$needed}
button-to-hand = 🃏 See my cards
button-my-hand = 🃏 My cards
table-hand-here = {$name} to play · tap “My cards”
button-who = 🤔 Who’s thinking
button-vote-end = End the table

who-waiting-lead = Waiting for {$name} ({cards-left}) to lead
who-waiting-follow = Waiting for {$name} ({cards-left}) to beat {$other}’s {$play}
who-seconds-left = , {$seconds} s left
who-computer = {$name} is thinking and plays in a moment
who-autopilot = {$name} is on autopilot; the computer is thinking
who-nobody = Nobody is being waited for
alert-hand = Your hand ({cards-left})
    {$cards}
alert-your-turn = {" "}👉 your turn
alert-out = You are out, {$place}
alert-partner = Your partner still has {cards-left}
    {$cards}
