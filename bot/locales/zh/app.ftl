# 小程序：牌桌是一个页面

app-title = 双扣
app-connecting = 正在连接…
app-heading = 第 {$number} 局 · 底分 {$base}
app-lobby = 双扣开桌
app-lead = 轮到你了，你先出
app-follow = 轮到你了，要管 {$name}：{$play}
app-follow-partner = 轮到你了，桌上是对家 {$name} 的 {$play}
app-waits = 等 {$name} 出牌
app-thinks = {$name} 在想…
app-autopilot = 托管中，电脑替你打。不算超时，随时可以回来
app-leaving = 托管中，这局打完你就离桌
app-nothing-beats = 没有管得上的牌
app-early = 还没轮到你，可以先把牌选好
app-result = {$kind} · {$winners}
app-no-table = 你现在没有坐在哪桌。在群里发 /newgame 开一桌，或者私聊发 /newgame 和电脑练一局
app-sign-in-old = 这个页面太旧了，请从聊天里重新打开
app-sign-in-forged = 没法确认你是谁，请从 Telegram 的聊天里打开
