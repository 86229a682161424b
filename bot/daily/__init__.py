"""The deal of the day 每日一局: whose day it is, which cards it has, and what groups hear of it."""
