"""The words for cards, plays and diagnoses in every language, shared by all who tell them to people.

A folder for each language holds its texts as Fluent files: `plays.ftl`, which the bot's texts include, and those of the
command line. The rules never ask for words: nothing that decides anything imports this package.
"""
