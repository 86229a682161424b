"""The process: settings, logs, metrics, and the ways it starts and ends."""
