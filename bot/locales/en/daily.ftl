# The deal of the day

daily-heading = 📅 <b>Deal of the day {$day}</b>
daily-about = The same cards, the same seat and the same three computers for everybody; the same plays meet the same answers.
    <b>Once a person</b>, without hints. {$minutes} minutes a turn; if you walk away, the computer plays it out for you.
    Its points are its own and touch neither score nor title.
daily-until = ⏳ until {$time}
daily-streak = {$number ->
    [one] 🔥 {$number} day in a row
   *[other] 🔥 {$number} days in a row
}
daily-sealed-today = 🔒 Today’s shuffle is sealed as <code>{$commitment}</code>
daily-sealed-tomorrow = 🔒 Tomorrow’s shuffle is sealed as <code>{$commitment}</code>
daily-opened = 🔓 The seed of {$day} was <code>{$seed}</code>
    Check it: <code>{$command}</code>
button-daily-begin = ▶️ Begin

daily-begins = 📅 Deal of the day {$day}: once only, no hints
daily-table = {" "}· deal of the day
daily-own-points = 📅 Deal of the day, its points are its own
picture-daily = deal of the day, its points are its own
button-daily-compare = 📊 Compare with everybody

daily-points = You made <b>{$points}</b>
daily-field = Everybody: median {$median}, best {$best}
daily-all = Over all
daily-place = 🏅 {$where}: place {$place} of {$of}
daily-par = 🤖 Computers in your seat, {$times} times: median {$median}, best {$best}
daily-partings = Where others first played differently (tap to see):
daily-parting = {$place}. {$name} {$points} · action {$number}: they {$theirs}, you {$own}
daily-same = {$place}. {$name} {$points} · just as you did, to the end
daily-nothing = were done
button-daily-refresh = 🔄 Refresh

daily-line = {$players ->
    [one] 📅 <b>Deal of the day {$day}</b>, {$players} of this group played: {$best}
   *[other] 📅 <b>Deal of the day {$day}</b>, {$players} of this group played: {$best}
}
daily-line-nobody = 📅 <b>Deal of the day {$day}</b>: nobody here played it. Today there are new cards
daily-line-median = {" "}· median of all {$median}
daily-best = {$medal} {$name} {$points}
button-daily-play = ▶️ Play today’s

daily-in-private = 📅 The deal of the day is played in our private chat, once a person
button-daily-private = ▶️ Play it in private
daily-given-up = 📅 Today’s deal was closed before its end; there is another tomorrow
