"""A local Telegram: the fake Bot API that tests and the page in the browser share."""
