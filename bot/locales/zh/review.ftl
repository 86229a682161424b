# 复盘：/review

review-heading = 🔍 <b>复盘 #{$deal}</b> · 准确率 <b>{$percent}%</b>
review-table = {" "}· 同桌平均 {$percent}%
review-begins = 🔍 正在复盘 #{$deal}…
review-progress = 🔍 正在复盘 #{$deal}… {$done}/{$number}
review-failed = 😵 #{$deal} 没复盘成，过一会儿再点一次
review-nothing = 👏 没什么可挑的：每一手都不比最好的差多少
review-no-choice = 这一局你没有可选的一手，没什么可复盘的
review-turn = <b>第 {$turn} 手</b> · 你还有 {cards-left}
review-lead = 你先出
review-follow = 要管 {$name} 的 <b>{$play}</b>
review-left = 剩牌：{$others}
review-done = ❌ 你：<b>{$action}</b>
review-better = ✅ 更好：<b>{$action}</b> · {$reason}
review-picture-done = ❌ 你
review-picture-better = ✅ 更好
review-cost = 平均少了约 <b>{$points}</b> 分 · 把握 {$percent}%
review-mark = ❗ 更好：<b>{$better}</b>（平均约 +{$points}）
review-is-private = 复盘在私聊里，只给你一个人看
button-review = 🔍 复盘
button-to-review = 🔍 去私聊看复盘
