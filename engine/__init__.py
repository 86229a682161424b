"""The game of 双扣 (Shuangkou): cards, plays and deals as pure rules, nothing of chats or databases."""
