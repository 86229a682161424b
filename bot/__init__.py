"""双扣 (Shuangkou) in Telegram group chats."""
