# 战绩：/rank /top /stats /history /replay /verify

rank-heading = 🎖 <b>{$title}</b> · {$name}
rank-score = 累计 <b>{$score}</b> · 第 {$rung} 级，共 {$rungs} 级
rank-progress = {$bar} {$percent}%
    离{$next}还差 {$missing}
rank-top = {$bar} 到顶了，再往上没有了
rank-place = 在{$chat}排第 {$place}，共 {$of} 人
rank-no-place = 还没在{$chat}打过计分局
rank-recent = 最近：{$points}
rank-no-deals = 还没打过计分局。/newgame 开一桌
rank-this-chat = 本群

top-heading-chat = 🏆 <b>{$chat}</b> 排行
top-heading-global = 🏆 <b>总排行</b>
top-heading-month = 🏆 <b>{$chat}</b> · {$month} 排行
top-heading-global-month = 🏆 <b>{$month} 总排行</b>
top-row = {$place} {$name} <b>{$points}</b> · {$title}
top-own = 你：第 {$place}，共 {$of} 人，{$points}
top-empty = 还没有人上榜。打一局计分的就有了
button-top-chat = 本群
button-top-month = 本月
button-top-global = 总榜

stats-heading = 📊 <b>{$name}</b>
stats-deals = {$deals} 局，赢 {$won}（{$percent}%）
stats-score = 累计 {$score}，最高 {$highest}
stats-kinds = 双扣 {$shuangkou_won}胜{$shuangkou_lost}负 · 单扣 {$dankou_won}胜{$dankou_lost}负 · 平扣 {$pingkou_won}胜{$pingkou_lost}负
stats-firsts = 头名 {$firsts} 次 · 连胜 {$streak}，最长 {$best}
stats-bomb = 最大的炸：{$phases} 相
stats-timeouts = 超时 {$times} 次
stats-none = 还没打过计分局
stats-picture-deals = 局数
stats-picture-rate = 胜率
stats-picture-highest = 最高
stats-picture-firsts = 头名
stats-picture-streak = 最长连胜
stats-picture-bomb = 最大炸
stats-picture-phases = {$phases}相
stats-picture-kinds = 胜负
stats-picture-won = 胜
stats-picture-lost = 负
rank-picture-score = 累计
rank-picture-ladder = 二十一级
rank-picture-deals = 最近几局

history-heading = 📜 <b>{$name}</b> 打过的局
history-row = #{$deal} {$when} · {$kind} {$outcome} <b>{$points}</b>
history-won = 赢
history-lost = 输
history-practice = {" "}🍵
history-empty = 还没打完过一局
history-page = 第 {$page}/{$pages} 页
button-newer = ◀ 新
button-older = 旧 ▶
button-replay-deal = ▶️ #{$deal}

replay-heading = ▶️ <b>回放 #{$deal}</b> · 第 {$step}/{$steps} 手
replay-start = 发好牌了，{$name} 先出
replay-hand = {$name} · {cards-left}
replay-did = {$name}：{$action}
replay-end = 🏁 打完了：{$kind}
button-rewind = ⏪
button-back = ◀
button-forward = ▶
button-skip = ⏩

verify-heading = 🔎 第 {$number} 局的洗牌
verify-good = ✅ <b>没动过手脚</b>：四家的牌和开桌时锁好的种子一张不差。
verify-bad-commitment = ❌ <b>对不上。</b>公开的种子算出来不是开桌时的承诺。请告诉开这个机器人的人。
verify-bad-deal = ❌ <b>对不上。</b>按公开的种子重新发牌，和打的那局不一样。请告诉开这个机器人的人。
verify-facts = 承诺 <code>{$commitment}</code>
    种子 <code>{$seed}</code>
    还掺进了你们点的 {$taps} 下
verify-how = 想自己算，就在程序的目录里打这行（办法写在 <code>docs/shuffle.md</code>）：
    <code>{$command}</code>
verify-why = 开桌时种子就锁好了（下面的承诺），你们坐下、准备之后才知道牌怎么发。现在种子公开了：算出来的承诺对得上，按它重新发一遍，正是打过的那副牌。
verify-sealed = 现在这一局的承诺 <code>{$commitment}</code>
verify-not-yet = 🔎 这里还没打完过一局。这一局的洗牌已经锁好，打完 /verify 就能查。
