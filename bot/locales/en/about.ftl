# What Telegram shows of the bot, and what only its owner and the admins of groups read

about-short = Deals and scores Shuangkou (双扣), the two-deck climbing game for four, in your group chat
about-description = 🀄️ Shuangkou for your group: two against two, two packs, wild jokers, big bombs.
    Add me to a group and send /newgame. Cards come privately, one tap plays. Titles from Commoner to Emperor.
    Alone? Practise here against three computers.
button-open-chat = Open our chat

command-block = (reply) keep somebody off the tables here
command-unblock = (reply) let somebody play again
command-maintenance = on or off: no new deals
command-status = how the bot is doing
command-who = tables and players
command-broadcast = write to all hosts
command-endtable = end a table
command-adjust = correct a score

owner-status =
    ⚙️ Version {$version}
    Up {$uptime}, {$memory} MB of memory, {$database} MB of database
    Tables: lobbies {$lobbies}, deals {$deals}, results {$results}
    Waiting to be sent: {$waiting} in {$chats ->
        [one] {$chats} chat
       *[other] {$chats} chats
    }
owner-status-resting = 🛠 Maintenance: no new deals
owner-who = #{$table} {$chat} · {$phase} · {$people}
owner-who-none = No live tables
owner-who-more = … and {$number} more: /who {$page}
owner-phase-lobby = lobby
owner-phase-deal = deal {$number}
owner-phase-result = after deal {$number}
owner-practice = practice
owner-maintenance-on = 🛠 Maintenance is on, {$deals ->
    [one] {$deals} deal is
   *[other] {$deals} deals are
} still being played
owner-maintenance-off = ✅ Maintenance is off
owner-maintenance-usage = /maintenance on or /maintenance off
owner-broadcast = 📣 From whoever runs this bot:
owner-broadcast-sent = {$hosts ->
    [one] Sent to {$hosts} host
   *[other] Sent to {$hosts} hosts
}
owner-broadcast-usage = /broadcast and what to say
owner-ended = Table #{$table} is closed
owner-end-none = There is no table #{$table}; /who lists those there are
owner-end-usage = /endtable and the number of a table; /who lists them
owner-adjusted = {$name}: {$points}, now {$score}
owner-adjust-usage = /adjust, a Telegram id (or as a reply), points, a reason
owner-adjust-too-much = A score goes to {$most} either way, and no further
block-done = 🚫 {$name} stays off the tables here. /unblock lifts it
block-done-everywhere = 🚫 {$name} is blocked everywhere
block-lifted = ✅ {$name} may play again
block-not-blocked = {$name} was not blocked
block-usage = To block or unblock somebody, send /block or /unblock as a reply to them, or with their Telegram id. A reason may follow
block-entry = 🚫 {$name} ({$id})
block-more = … and {$number} more
