# The lobby

lobby-heading = 🀄️ <b>Shuangkou table</b>
lobby-needs = {$number ->
    [one] {$number} player missing
   *[other] {$number} players missing
}
lobby-full = all seats taken, ready to start
lobby-started = the deal has begun
lobby-chair = {$place}. {$name} · {$title}
lobby-chair-computer = {$place}. 🤖 {$name} · {$strength}
lobby-chair-free = {$place}. <i>free seat</i>
lobby-host = {" "}👑
lobby-ranked = 🏅 Counts for score and title
lobby-ranked-if-people = 🏅 Counts if each team has a person in it
lobby-ranked-if-opposed = 🏅 Counts if the two of you are opponents; as partners it is practice
lobby-unranked = 🍵 Practice, does not count
lobby-partners = 🤝 The opening card of each deal says who is partners
lobby-idle = Closes by itself after {$minutes} idle minutes

button-join = Join
button-leave = Leave
button-computers = 🤖 Add computers
button-strength = 🤖 {$now} → {$then}
button-start = Start
button-rules = Rules
button-cancel = Cancel
button-start-me = Open our chat and sit down

lobby-closed-idle = 🀄️ Nobody touched this table for {$minutes} minutes, so it closed. /newgame opens another
lobby-closed-by = 🀄️ {$name} closed this table. /newgame opens another
lobby-closed = 🀄️ This table is closed. /newgame opens another
lobby-toast-seated = You have a seat
lobby-toast-seated-here = You have a seat. Once dealt, tap “My cards” on the table: only you see them. To play in private, press Start in our private chat
lobby-toast-left = You have left
lobby-toast-computers = Computers have sat down
lobby-toast-strength = Computers play so now
lobby-toast-ready = You are ready; waiting for the others
lobby-toast-voted = You agree to end the table; waiting for the others
lobby-toast-closed = The table is closed
lobby-toast-rules = {$rules}
    Two against two, first out wins. Full rules: /rules
