# Scores: /rank /top /stats /history /replay /verify

rank-heading = 🎖 <b>{$title}</b> · {$name}
rank-score = Score <b>{$score}</b> · rung {$rung} of {$rungs}
rank-progress = {$bar} {$percent}%
    {$missing} to {$next}
rank-top = {$bar} the top of the ladder; there is nothing above
rank-place = {$place} of {$of} in {$chat}
rank-no-place = No ranked deal in {$chat} yet
rank-recent = Last deals: {$points}
rank-no-deals = No ranked deal yet. /newgame opens a table
rank-this-chat = this group

top-heading-chat = 🏆 Best of <b>{$chat}</b>
top-heading-global = 🏆 <b>Best of all</b>
top-heading-month = 🏆 Best of <b>{$chat}</b> in {$month}
top-heading-global-month = 🏆 <b>Best of all in {$month}</b>
top-row = {$place} {$name} <b>{$points}</b> · {$title}
top-own = You: {$place} of {$of}, {$points}
top-empty = Nobody here yet. One ranked deal is enough
button-top-chat = Group
button-top-month = This month
button-top-global = Everybody

stats-heading = 📊 <b>{$name}</b>
stats-deals = {$deals ->
    [one] {$deals} deal
   *[other] {$deals} deals
}, {$won} won ({$percent}%)
stats-score = score {$score}, highest {$highest}
stats-kinds = Shuangkou {$shuangkou_won} won {$shuangkou_lost} lost · Dankou {$dankou_won} won {$dankou_lost} lost · Pingkou {$pingkou_won} won {$pingkou_lost} lost
stats-firsts = {$firsts ->
    [one] first once
   *[other] first {$firsts} times
} · winning streak {$streak}, longest {$best}
stats-bomb = biggest bomb: {$phases} phases
stats-timeouts = {$times ->
    [one] {$times} time-out
   *[other] {$times} time-outs
}
stats-none = No ranked deal yet
stats-picture-deals = Deals
stats-picture-rate = Won
stats-picture-highest = Highest
stats-picture-firsts = First
stats-picture-streak = Streak
stats-picture-bomb = Bomb
stats-picture-phases = {$phases} ph.
stats-picture-kinds = Results
stats-picture-won = won
stats-picture-lost = lost
rank-picture-score = Score
rank-picture-ladder = The ladder
rank-picture-deals = Last deals

history-heading = 📜 Deals of <b>{$name}</b>
history-row = #{$deal} {$when} · {$kind} {$outcome} <b>{$points}</b>
history-won = won
history-lost = lost
history-practice = {" "}🍵
history-empty = No finished deal yet
history-page = page {$page} of {$pages}
button-newer = ◀ Newer
button-older = Older ▶
button-replay-deal = ▶️ #{$deal}

replay-heading = ▶️ <b>Replay #{$deal}</b> · action {$step} of {$steps}
replay-start = The cards are dealt; {$name} leads
replay-hand = {$name} · {cards-left}
replay-did = {$name}: {$action}
replay-end = 🏁 The end: {$kind}
button-rewind = ⏪
button-back = ◀
button-forward = ▶
button-skip = ⏩

verify-heading = 🔎 The shuffle of deal {$number}
verify-good = ✅ <b>Nobody tampered with it</b>: all four hands are those of the seed sealed when the table opened.
verify-bad-commitment = ❌ <b>It does not match.</b> The seed does not fit the seal shown when the table opened. Please tell whoever runs this bot.
verify-bad-deal = ❌ <b>It does not match.</b> Dealing from the seed again gives other cards than were played. Please tell whoever runs this bot.
verify-facts = Seal <code>{$commitment}</code>
    Seed <code>{$seed}</code>
    {$taps ->
    [one] and {$taps} tap of yours
   *[other] and {$taps} taps of yours
}
verify-how = Check it yourself: type this where the program is (the method is in <code>docs/shuffle.md</code>)
    <code>{$command}</code>
verify-why = The seed was sealed when the table opened (the seal is below), before anybody’s taps decided how the cards fall. Now the seed is open: it matches the seal, and dealing from it again gives the very cards that were played.
verify-sealed = The deal of now is sealed as <code>{$commitment}</code>
verify-not-yet = 🔎 No deal has ended here yet. The shuffle of this one is sealed; /verify checks it when it is over.
