# 牌局里的通知

notice-out = {$place} {$name} 出完了！
notice-bomb = 💣 {$name} 炸了，{$phases} 相！
notice-last-cards = ❗️{$name} 报单，剩 {$number} 张
notice-barred = 🚫 {$name} 超时三次，这局不能再出牌
notice-unreachable = 🤖 我联系不上 {$name}，先替他托管。他回来，牌就还他
notice-left = 🚪 {$name} 走了，这局剩下的由电脑打完
notice-back = 👋 {$name} 回来了，自己打
notice-half-time = ⏳ 时间过半，还有 {$seconds} 秒
notice-last-seconds = ⏰ 快！还有 {$seconds} 秒
notice-table-opened = 🀄️ <b>{$chat}</b> 开桌了，{$host} 在等人
notice-restarted = 🔄 刚才断了一下，牌局原样接着打。轮到的人至少还有 {$seconds} 秒
notice-maintenance = 🛠 要维护一小会儿，先不开新局。正在打的打完为止，分数都在
notice-maintenance-over = ✅ 维护好了，可以开局
notice-no-rights = ⚠️ 我在 <b>{$chat}</b> 发不出消息。牌局在私聊里接着打；请管理员放我说话，群里会自动补上
notice-kicked = ⚠️ 我被请出了 <b>{$chat}</b>，那边的牌桌只好散了
notice-kicked-in-deal = ⚠️ 我被请出了 <b>{$chat}</b>。这局照样算分，在私聊里打完；打完那边的桌就散了
notice-practice = 🍵 练习，不计分。不打了发 /end
notice-apology = 抱歉，刚才断线时你点的那下没赶上。请按最新的按钮再来
button-to-table = 去看看
button-back-to-group = 回群里
