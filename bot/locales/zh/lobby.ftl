# 开桌

lobby-heading = 🀄️ <b>双扣开桌</b>
lobby-needs = 还差 {$number} 人
lobby-full = 人齐了，可以开始
lobby-started = 开打了
lobby-chair = {$place}. {$name} · {$title}
lobby-chair-computer = {$place}. 🤖 {$name} · {$strength}
lobby-chair-free = {$place}. <i>空位</i>
lobby-host = {" "}👑
lobby-ranked = 🏅 计分局
lobby-ranked-if-people = 🏅 两队都有真人才计分
lobby-ranked-if-opposed = 🏅 两位真人分在两队才计分；成了对家就算练习
lobby-unranked = 🍵 练习局，不计分
lobby-partners = 🤝 谁和谁一家，发牌时看明牌定
lobby-idle = {$minutes} 分钟没动静，自动散桌

button-join = 加入
button-leave = 离开
button-computers = 🤖 电脑补位
button-strength = 🤖 {$now} → {$then}
button-start = 开始
button-rules = 规则
button-cancel = 取消
button-start-me = 打开私聊，坐下

lobby-closed-idle = 🀄️ 等了 {$minutes} 分钟没人动，这桌先散了。想打再 /newgame
lobby-closed-by = 🀄️ {$name} 把这桌散了。想打再 /newgame
lobby-closed = 🀄️ 这桌散了。想打再 /newgame
lobby-toast-seated = 坐下了
lobby-toast-seated-here = 坐下了。发牌后点桌上的“我的牌”，牌只给你一个人看。想在私聊里打，先去私聊点“开始”
lobby-toast-left = 离开了
lobby-toast-computers = 电脑坐下了
lobby-toast-strength = 电脑换水平了
lobby-toast-ready = 准备好了，等其他人
lobby-toast-voted = 同意散桌了，等其他人
lobby-toast-closed = 这桌散了
lobby-toast-rules = {$rules}
    四人两队，先出完的赢。全部规则：/rules
