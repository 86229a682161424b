# Greeting, help, rules, privacy

start-greeting = 🀄️ Hello! I deal and keep the score, you just play <b>Shuangkou</b>.
    Add me to a group and send /newgame there to open a table; your cards come to this private chat.
    Alone? Practise against three computers with the button below.
start-seated = ✅ Done, you have a seat in <b>{$chat}</b>. Your cards come here when all four are ready.
start-link-used = That link has been used or is too old. Tap Join in the group once more
button-practise = 🤖 Play against three computers
button-add-to-group = ＋ Add me to a group
button-how-to-play = 📖 How to play

help-heading = 🀄️ <b>How this works</b>
help-text =
    <b>A table</b>: /newgame in a group, four people tap Join, then Start. Computers can fill free seats.
    <b>Playing</b>: your hand is in our private chat, and behind “My cards” in the group, where only you see it. One tap on a play plays it; or choose ranks and tap Play; or just type: <code>34567</code>, <code>10 J Q K A</code>, <code>ww2</code>, <code>pass</code>.
    <b>Called away</b>: tap Autopilot and the computer plays for you until you are back, without time-outs.
    <b>Had enough</b>: /leave goes after this deal; /end breaks up the table, in mid-deal only if all who play agree.
help-commands = <b>Commands</b>
help-command = /{$name} {$description}

command-newgame = open a table
command-join = take a seat
command-leave = leave the table
command-hand = show my cards
command-end = end the table
command-rank = title and score
command-top = best players
command-daily = the deal of the day
command-stats = statistics
command-history = deals played
command-replay = replay the last deal
command-review = what cost you points in a deal
command-verify = check the shuffle
command-settings = settings
command-notify = tell me when a table opens
command-learn = learn the game in three minutes
command-rules = the rules
command-help = how this works
command-privacy = what is stored about you
command-forget = delete my data
command-start = say hello

rules-1 = 📖 <b>Rules 1/6 · Seats and the lead</b>

    Four players in two teams, partners opposite each other. Two packs, 108 cards, 27 each.
    Each deal an <b>opening card</b> is turned up: whoever holds it leads, whoever holds its twin is the partner and moves opposite if need be. If one player holds both, nobody moves.
    High to low: big joker, small joker, 2, A, K, Q, J, 10 … 3. Suits never matter.
rules-2 = 📖 <b>Rules 2/6 · Plays</b>

    <b>Single</b>, <b>pair</b>, <b>triple</b>
    <b>Straight</b>: 5 or more in a row, like 34567
    <b>Pair run</b>: 3 or more pairs in a row, like 556677
    <b>Triple run</b>: 3 or more triples in a row, like 555666777
    Runs go from 3 to A, never with a 2. Nothing is attached to a triple.
    Same type and same number of cards: the higher top rank wins.
rules-3 = 📖 <b>Rules 3/6 · Bombs</b>

    Four or more of a rank are a <b>bomb</b>; its cards are its phases. A bomb beats everything else.
    Three or more neighbouring bombs are a <b>chain</b>: cut down to its smallest group, it counts that size plus the number of groups. 3333 4444 5555 is 4+3 = 7 phases.
    If one group alone is more, that counts instead; ways never add up.
    More phases win. At equal phases natural beats chain; natural bombs go by rank, chains by cards, then by points. Exactly equal does not beat.
rules-4 = 📖 <b>Rules 4/6 · Jokers</b>

    <b>All jokers wild</b>: each stands for any rank 3 to 2. Or only the big ones, or none, as the table likes.
    When leading the highest reading counts: 456 and three jokers are the straight 4–9. When following, the best that beats the table.
    A joker alone is itself. A small and a big joker are a pair of big ones.
    If two types reach equally high, I ask you which.
rules-5 = 📖 <b>Rules 5/6 · Tricks</b>

    In turn, beat the last play or pass; who passed may play later. When all others pass, the last to play leads anything.
    If a player is out and nobody beats their last play, their <b>partner leads</b>.
    The deal ends when a team is out, or three players are.
    Running out of time is a pass; a leader loses the lead to the next player. <b>Three time-outs</b> in a deal bar a player.
rules-6 = 📖 <b>Rules 6/6 · Points</b>

    1st and 2nd together: <b>Shuangkou</b>, 3 units; 1st and 3rd: <b>Dankou</b>, 2; 1st and 4th: <b>Pingkou</b>, 1.
    The winners’ biggest bomb played multiplies: 5 phases ×2, 6 ×4 … 12 ×256.
    <b>Contributions</b>: for each bomb of 6 or more, played or still held, the other three each pay you: 6 phases 2 times the base, 7 4 times … 12 128 times.
    Points add up to titles, from 2000 (Team Leader) to Emperor of Shuangkou.
button-previous-page = ◀
button-next-page = ▶

privacy-text = 🔏 <b>What I store</b>
    Your Telegram number, name, user name and language, your settings; the deals you played with every action and their reviews, your score and title; the groups you asked to hear from.
    No chat messages. Your hand goes to you alone and is in no log.
    To delete it: /forget
forget-question = 🗑 <b>Delete everything?</b>
    Name, settings, score, title and places in lists are gone for good. Deals of other people stay, without your name.
forget-done = 🗑 Deleted. You are welcome back any time: /start
forget-kept = Good, nothing was touched
forget-seated = You still have a seat. Send /leave and finish the deal first
button-forget-yes = Delete everything
button-forget-no = Never mind
