# Notices while people play

notice-out = {$place} {$name} is out of cards!
notice-bomb = 💣 {$name} bombs: {$phases} phases!
notice-last-cards = ❗️{$name} has {$number ->
    [one] {$number} card left
   *[other] {$number} cards left
}
notice-barred = 🚫 {$name} has timed out three times and is barred for this deal
notice-unreachable = 🤖 I cannot reach {$name}; the computer plays until they are back
notice-left = 🚪 {$name} has left; the computer finishes this deal
notice-back = 👋 {$name} is back
notice-half-time = ⏳ Half your time is gone, {$seconds} s left
notice-last-seconds = ⏰ Hurry! {$seconds} s left
notice-table-opened = 🀄️ A table has opened in <b>{$chat}</b>; {$host} is waiting
notice-restarted = 🔄 I was away for a moment; the deal goes on just as it was. Whoever is to act has at least {$seconds} s
notice-maintenance = 🛠 Short maintenance: no new deals for now. Running deals are finished and all scores are safe
notice-maintenance-over = ✅ Maintenance is over, tables are open
notice-no-rights = ⚠️ I cannot write in <b>{$chat}</b>. The deal goes on here in private; once an admin lets me speak, the group catches up
notice-kicked = ⚠️ I was removed from <b>{$chat}</b>, so the table there is gone
notice-kicked-in-deal = ⚠️ I was removed from <b>{$chat}</b>. This deal still counts and goes on here; after it the table closes
notice-practice = 🍵 Practice, nothing counts. /end stops it
notice-apology = Sorry, I was away when you tapped that. Please use the newest buttons
button-to-table = Have a look
button-back-to-group = Back to the group
