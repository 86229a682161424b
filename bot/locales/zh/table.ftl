# 牌桌

opening-card = 明牌 <b>{$card}</b>：{$name} 抓到，先出
opening-swapped = 🔁 {$one} 和 {$other} 换了座，对家坐对面
opening-both-held = 两张 {$card} 都在他手里，座位不动
opening-as-seated = 另一张在对面，正好不用换座

table-heading = <b>第 {$number} 局</b> · 底分 {$base}
table-practice = {" "}· 练习
table-seat = {$pointer}{$name} · {$state}
table-autopilot = 托管
table-timeouts = 超时 {$times} 次
table-barred = 🚫 不能出牌
table-out = {$medal} {$place}
table-passed = 不出
table-timed-out = ⌛️ 超时
table-last-trick = 上一轮最大：{$name} {$play}
table-inherited = 🌬 {$leader} 接 {$winner} 的风
table-bombs = 💣 最大：{$bombs}
table-bomb = {$mark}{$phases}相 ×{$multiplier}
table-turn-lead = 👉 {$name} 先出，随便出
table-turn-follow = 👉 轮到 {$name}，要管 {$other}
table-clock = ⏳ {$seconds} 秒，到 {$clock}
table-last-cards = ❗️剩 {$number} 张
table-nearly-double = ⚡️ {$name} 再走完就是双扣
table-thinking = 👉 {$name} 在想…
table-votes = 🗳 有人想散桌：{$votes}/{$needed}
button-to-hand = 🃏 去私聊看牌
button-my-hand = 🃏 我的牌
table-hand-here = 轮到 {$name} · 点“我的牌”
button-who = 🤔 谁在想
button-vote-end = 同意散桌

who-waiting-lead = 等 {$name}（{cards-left}）先出
who-waiting-follow = 等 {$name}（{cards-left}）出牌，要管 {$other} 的 {$play}
who-seconds-left = ，还有 {$seconds} 秒
who-computer = {$name} 在想，马上就出
who-autopilot = {$name} 托管中，电脑替他想
who-nobody = 现在不等谁
alert-hand = 你的牌（{cards-left}）
    {$cards}
alert-your-turn = {" "}👉 轮到你了
alert-out = 你出完了，{$place}
alert-partner = 对家还有 {cards-left}
    {$cards}
