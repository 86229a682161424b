# 设置

settings-heading = ⚙️ <b>{$chat} 的牌桌</b>
settings-next-deal = 改了从下一局起算，正在打的不变
settings-wild = 王：{$value}
settings-king-bomb = 王炸：{$value}
settings-chain-two = 连炸带2：{$value}
settings-cap = {$value}相封顶
settings-style = {$value}
settings-view = 看对家牌：{$value}
settings-base = 底分 {$value}
settings-seconds = {$value} 秒
settings-units = 平单双 {$value}
settings-language = 🌐 {$value}
settings-computers = 电脑补位：{$value}
settings-strength = 电脑：{$value}
settings-on = 开
settings-off = 关
settings-saved = ✅ 改好了，下一局起算
settings-wild-explained = 千变：四张王都能当别的牌；百变：只有大王能；普通：都不能
settings-king-bomb-explained = 王炸：三王 6 相，四王 7 相
settings-chain-two-explained = 连炸带2：开了连炸能连到 2，关了到 A 为止
settings-cap-explained = 封顶：相数再多，也只按这么多算分
settings-units-explained = 平单双：平扣、单扣、双扣各是几倍
settings-view-explained = 看对家牌：先出完的能看对家的手牌
settings-numbers = 要别的数，打字就行：
settings-base-typed = <code>/settings 底分 250</code>（1 到 1,000,000）
settings-seconds-typed = <code>/settings 秒 75</code>（15 到 600）
settings-units-typed = <code>/settings 平单双 1/3/6</code>（各 1 到 999）

language-zh = 中文
language-en = English

my-settings-heading = ⚙️ <b>你的设置</b>
my-settings-language = 🌐 {$value}
my-settings-auto-pass = 管不上自动不出：{$value}
my-settings-notices = 开桌通知：{$value}
my-settings-pictures = 手牌：{$value}
my-settings-picture = 图
my-settings-text = 文字
my-settings-colours = 四色牌：{$value}
my-settings-sorting = 排序：{$value}
my-settings-by-rank = 按大小
my-settings-by-count = 按张数
my-settings-hand-place = 出牌地点：{$value}
my-settings-in-private = 私聊
my-settings-in-group = 群里
my-settings-saved = ✅ 改好了

notify-on = 🔔 <b>{$chat}</b> 一开桌我就私聊告诉你
notify-off = 🔕 <b>{$chat}</b> 开桌不再告诉你
notify-cannot = 我还不能给你发私聊。先点开我，按“开始”
button-notify-off = 🔕 不用了
button-notify-on = 🔔 告诉我
