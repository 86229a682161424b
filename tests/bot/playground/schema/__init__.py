"""The published schema of the Bot API as test data, and the check of answers against it.

`bot_api.json` is made from the npm package @gramio/types by `python -m tests.bot.playground.schema.generate`.
"""
