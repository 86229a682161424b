"""What must survive a restart, kept in SQLite."""
