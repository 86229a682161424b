# 人、座位、称号、各处都用的词

nameless = 玩家{$number}
computer-name = 电脑{$number}
strength-random = 新手
strength-greedy = 普通
strength-planner = 老手
strength-expert = 高手
strength-adept = 行家
strength-master = 大师

title-0 = 群众
title-1 = 组长
title-2 = 主任
title-3 = 村长
title-4 = 村支书
title-5 = 镇长
title-6 = 镇委书记
title-7 = 区长
title-8 = 区委书记
title-9 = 县长
title-10 = 县委书记
title-11 = 市长
title-12 = 市委书记
title-13 = 副省长
title-14 = 省长
title-15 = 省委书记
title-16 = 常委
title-17 = 副主席
title-18 = 主席
title-19 = 双扣王
title-20 = 双扣皇帝

# 一行规则
rules-base = 底分 {$value}
rules-qianbian = 千变
rules-baibian = 百变
rules-plain = 普通
rules-shuffled = 洗牌
rules-clumped = 不洗牌
rules-seconds = 每手 {$value} 秒
rules-king-bomb = 王炸
rules-chain-without-two = 连炸不带2
rules-cap = {$value}相封顶
rules-units = 平单双 {$value}
rules-partner-hidden = 不看对家牌
rules-qianbian-means = 千变：四张王都能当别的牌
rules-baibian-means = 百变：只有大王能当别的牌
rules-plain-means = 普通：王不能当别的牌
rules-clumped-means = 不洗牌：按点数一叠叠发，大炸多

kind-shuangkou = 双扣
kind-dankou = 单扣
kind-pingkou = 平扣
kind-void = 流局

place-1 = 第1名
place-2 = 第2名
place-3 = 第3名
place-4 = 第4名

# 图片上的字
kind-shuangkou-long = 双扣
kind-dankou-long = 单扣
kind-pingkou-long = 平扣
