# 散桌

ending-question = 🗳 <b>第 {$number} 局散不散？</b>散了这局作废，谁也不进不出
ending-question-table = 🗳 <b>这桌散不散？</b>
ending-agreed = 同意：{$names}（{$votes}/{$needed}）
ending-declined = 🗳 {$name} 想接着打，不散
ending-lapsed = 🗳 没有都同意，接着打
ending-admin-question = ⚠️ <b>第 {$number} 局还没打完。</b>散了这局作废，谁也不进不出。请管理员确认
ending-void = 🍃 <b>第 {$number} 局作废</b>：{$why}。谁也不进不出。想打再 /newgame
ending-by = {$name} 把桌散了
ending-by-all = 大家都同意散桌
ending-by-nobody = 这桌散了
ending-toast-played-on = 好，接着打
button-play-on = 接着打
button-end-deal = 散掉这局
