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
