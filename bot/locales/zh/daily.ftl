# 每日一局

daily-heading = 📅 <b>每日一局 {$day}</b>
daily-about = 人人同样的牌、同样的座位、同样的三个电脑；打得一样，电脑应得也一样。
    <b>一人只有一次</b>，没有提示。每手 {$minutes} 分钟，走开了就由电脑替你打完。
    分数单独算，不进总分和称号。
daily-until = ⏳ 到 {$time} 为止
daily-streak = 🔥 连续 {$number} 天
daily-sealed-today = 🔒 今天的洗牌承诺 <code>{$commitment}</code>
daily-sealed-tomorrow = 🔒 明天的洗牌承诺 <code>{$commitment}</code>
daily-opened = 🔓 {$day} 的种子 <code>{$seed}</code>
    自己验：<code>{$command}</code>
button-daily-begin = ▶️ 开打

daily-begins = 📅 每日一局 {$day}：只有一次，没有提示
daily-table = {" "}· 每日一局
daily-own-points = 📅 每日一局，分数单独算
picture-daily = 每日一局，分数单独算
button-daily-compare = 📊 和大家比比

daily-points = 你得了 <b>{$points}</b>
daily-field = 大家：中位 {$median}，最好 {$best}
daily-all = 所有人
daily-place = 🏅 {$where}：第 {$place} 名，共 {$of} 人
daily-par = 🤖 电脑坐你的位子打过 {$times} 次：中位 {$median}，最好 {$best}
daily-partings = 别人从哪一手起和你不一样（点开看）：
daily-parting = {$place}. {$name} {$points} · 第 {$number} 手：他 {$theirs}，你 {$own}
daily-same = {$place}. {$name} {$points} · 从头到尾和你一样
daily-nothing = 已经打完
button-daily-refresh = 🔄 刷新

daily-line = 📅 <b>每日一局 {$day}</b> 前三（群里 {$players} 人打过）：{$best}
daily-line-nobody = 📅 <b>每日一局 {$day}</b> 群里没人打。今天的换新牌了
daily-line-median = {" "}· 所有人中位 {$median}
daily-best = {$medal} {$name} {$points}
button-daily-play = ▶️ 打今天的一局

daily-in-private = 📅 每日一局在私聊里打，一人一次
button-daily-private = ▶️ 去私聊打
daily-given-up = 📅 今天的一局被中途关掉了，明天再来
