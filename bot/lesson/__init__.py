"""The first lesson: what it asks, what is right, and how far somebody has come. It knows the game, no chat."""
