# The Mini App: the table as a page

app-title = Shuangkou
app-connecting = Connecting…
app-heading = Deal {$number} · base {$base}
app-lobby = Shuangkou table
app-lead = Your turn: you lead
app-follow = Your turn: beat {$name}’s {$play}
app-follow-partner = Your turn: your partner {$name} has {$play} on the table
app-waits = Waiting for {$name}
app-thinks = {$name} is thinking…
app-autopilot = Autopilot: the computer plays for you. No time-outs; come back whenever you like
app-leaving = Autopilot; you leave the table when this deal ends
app-nothing-beats = You have nothing that beats it
app-early = Not your turn yet; you can choose cards already
app-result = {$kind} · {$winners}
app-no-table = You sit at no table. Send /newgame in a group to open one, or in our private chat to play against computers
app-sign-in-old = This page is too old; please open it again from the chat
app-sign-in-forged = Nobody can tell who you are; please open this from a chat in Telegram
