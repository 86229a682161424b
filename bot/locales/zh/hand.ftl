# 私聊里的手牌

hand-your-turn = 👉 <b>轮到你</b> · {$what}
hand-until = {" "}· ⏳{"\u00A0"}{$clock}
hand-lead = 你先出
hand-follow = 要管 <b>{$play}</b>
hand-follow-partner = 对家的 <b>{$play}</b>
hand-nothing-beats = 管不上 <b>{$play}</b>
hand-waiting = 💤 等 {$name} 出牌 · 你 {cards-left}
hand-timeouts = ⌛️ 你超时 {$times} 次了，满 {$most} 次这局不能再出牌
hand-last-timeout = ⌛️ 超时 {$times} 次了，再来一次这局就不能出牌。忙的话先点“托管”，回来再接着打
hand-selected = ✋ {$cards}：{$reading}
hand-selected-none = 没有选牌
hand-once-more = 这么大的炸弹，再点一次就出
hand-selected-bad = ✋ {$cards}：⚠️ {$reason}
hand-tie = ✋ {$cards}：有两种出法，点一个
hand-memory = 🧠 外面还有：{$cards}
hand-autopilot = 🤖 <b>托管中</b>，电脑替你打，随时可以回来
hand-leaving = 🚪 <b>托管中</b>，这局打完你就离桌
hand-barred = 🚫 超时三次，这局不能再出牌了。下一局重新来
hand-out = {$place}！你的牌出完了
hand-partner-hand = 对家 {$name} 还有 {cards-left}
hand-partner-hidden = 这桌不看对家的牌，等结果吧
hand-is-private = 你的手牌在私聊里
hand-comes-here = 牌在群里，只有你看得见
hand-behind-button = 点桌上的“我的牌”，牌只给你一个人看

hint-play = 💡 {$play} · {$reason}
hint-pass = 💡 不出 · {$reason}
hint-goes-out = 一手走完
hint-partner-holds = 让对家
hint-keeps-bomb = 留炸弹
hint-keeps-high = 留大牌
hint-cannot = 要不起
hint-sends-partner = 送对家走
hint-blocks = 拦住对手
hint-bombs = 炸了抢牌权
hint-low-first = 小的先走
hint-many-at-once = 一次多走几张
hint-cheapest = 小的就够
hint-takes-lead = 大的抢牌权

button-play = 出牌
button-play-as = 出 {$play}
button-again-tap = 再点一次
button-more = ⋯
button-pass = 不出
button-hint = 提示
button-clear = 清空选牌
button-by-count = 🔀 炸弹在前
button-by-rank = 🔀 按大小排
button-autopilot = 🤖 托管
button-take-back = 我回来了
button-memory = 🧠 记牌
button-memory-off = 🧠 收起

leave-asked = 走不走，私聊里点一下
hand-which-joker = 🃏 你说的是哪个王？
leave-question = 🚪 <b>现在离开？</b>
    这局剩下的牌交给电脑托管，打完位子就空出来。输赢照样算你的。
button-leave-yes = 离开
button-leave-no = 接着打

over-won = {$place} · 赢了，<b>{$kind}</b> <b>{$points}</b>
over-lost = {$place} · 输了，<b>{$kind}</b> <b>{$points}</b>
over-void = 🍃 <b>流局</b>，不输不赢
over-split = 胜负 {$result}，贡献 {$contribution}
over-total = 累计 {$total} · {$title}
over-promoted = 🎉 升官了：{$titles}
over-demoted = 📉 降了：现在是{$title}
over-practice = 🍵 练习局，不计分
over-ready = ✅ 你已经准备好下一局

picture-hand-empty = 出完了

# 点按后的一句话
