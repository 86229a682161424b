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
