# Telegram 上显示的介绍，以及只给机器人主人和群管理员看的话

about-short = 在群里打双扣：发牌、算相、记分、升官，两副牌四个人
about-description = 🀄️ 群里打双扣：两副牌，四人两队，王能变，炸弹论相。
    拉我进群，发 /newgame 开桌；手牌私聊发，点一下就出。从群众一路打到双扣皇帝。
    一个人也能在这儿和三个电脑练。
button-open-chat = 打开私聊

command-block = （回复某人）不让他在这儿打
command-unblock = （回复某人）让他再来打
command-maintenance = on 或 off：先不开新局
command-status = 机器人现在怎么样
command-who = 哪些桌、哪些人
command-broadcast = 给所有房主带句话
command-endtable = 散掉一桌
command-adjust = 改分

owner-status =
    ⚙️ {$version} 版
    已开 {$uptime}，内存 {$memory} MB，数据库 {$database} MB
    桌子：等人 {$lobbies}，在打 {$deals}，刚打完 {$results}
    等着发：{$chats} 个聊天里 {$waiting} 条
owner-status-resting = 🛠 维护中：不开新局
owner-who = #{$table} {$chat} · {$phase} · {$people}
owner-who-none = 现在没有桌
owner-who-more = ……还有 {$number} 桌：/who {$page}
owner-phase-lobby = 等人
owner-phase-deal = 第 {$number} 局
owner-phase-result = 第 {$number} 局刚打完
owner-practice = 练习
owner-maintenance-on = 🛠 开始维护，还有 {$deals} 局在打
owner-maintenance-off = ✅ 维护结束
owner-maintenance-usage = /maintenance on 或 /maintenance off
owner-broadcast = 📣 机器人主人说：
owner-broadcast-sent = 发给了 {$hosts} 位房主
owner-broadcast-usage = /broadcast 后面写要说的话
owner-ended = #{$table} 桌散了
owner-end-none = 没有 #{$table} 这一桌，/who 能查到有哪些桌
owner-end-usage = /endtable 后面写桌号，/who 能查到
owner-adjusted = {$name}：{$points}，现在 {$score}
owner-adjust-usage = /adjust 后面写 Telegram 号（或回复他）、分数、原因
owner-adjust-too-much = 分数最多到正负 {$most}
block-done = 🚫 {$name} 不能在这儿打了，/unblock 解除
block-done-everywhere = 🚫 {$name} 在哪儿都不能打了
block-lifted = ✅ {$name} 又能打了
block-not-blocked = {$name} 本来就没被挡
block-usage = 回复某人的消息发 /block 或 /unblock，或者后面写他的 Telegram 号；还可以写上原因
block-entry = 🚫 {$name}（{$id}）
block-more = ……还有 {$number} 人
