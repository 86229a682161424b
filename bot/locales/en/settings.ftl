# Settings

settings-heading = ⚙️ <b>Tables in {$chat}</b>
settings-next-deal = Changes apply from the next deal; a running one stays as it is
settings-wild = {$value}
settings-king-bomb = Joker bombs: {$value}
settings-chain-two = 2 in chains: {$value}
settings-cap = Cap {$value} phases
settings-style = {$value}
settings-view = Partner’s hand: {$value}
settings-base = base {$value}
settings-seconds = {$value} s
settings-units = Units {$value}
settings-language = 🌐 {$value}
settings-computers = Computers: {$value}
settings-strength = Level: {$value}
settings-on = on
settings-off = off
settings-saved = ✅ Changed, from the next deal on
settings-wild-explained = Wild jokers: all four, only the big ones, or none
settings-king-bomb-explained = Joker bombs: three jokers are 6 phases, four are 7
settings-chain-two-explained = 2 in chains: chain bombs reach the 2; if off, they end at the ace
settings-cap-explained = Cap: more phases score as this many
settings-units-explained = Units: what Pingkou, Dankou and Shuangkou are worth
settings-view-explained = Partner’s hand: who is out sees it
settings-numbers = For any other number, type:
settings-base-typed = <code>/settings base 250</code> (1 to 1,000,000)
settings-seconds-typed = <code>/settings seconds 75</code> (15 to 600)
settings-units-typed = <code>/settings units 1/3/6</code> (1 to 999 each)

language-zh = 中文
language-en = English

my-settings-heading = ⚙️ <b>Your settings</b>
my-settings-language = 🌐 {$value}
my-settings-auto-pass = Pass when nothing beats: {$value}
my-settings-notices = New tables: {$value}
my-settings-pictures = Hand: {$value}
my-settings-picture = picture
my-settings-text = text
my-settings-colours = Four colours: {$value}
my-settings-sorting = Order: {$value}
my-settings-by-rank = by rank
my-settings-by-count = by count
my-settings-hand-place = I play in: {$value}
my-settings-in-private = private
my-settings-in-group = the group
my-settings-saved = ✅ Changed

notify-on = 🔔 I will write to you when a table opens in <b>{$chat}</b>
notify-off = 🔕 No more messages about tables in <b>{$chat}</b>
notify-cannot = I cannot write to you yet. Open our private chat and tap Start
button-notify-off = 🔕 No more
button-notify-on = 🔔 Tell me
