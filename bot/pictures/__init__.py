"""Pictures of the game, drawn with Pillow: hands, openings, results, rank cards, statistics.

The bot makes a frozen model (``models``), whose words are already localised, and asks a ``PictureStudio`` for the file.
"""
