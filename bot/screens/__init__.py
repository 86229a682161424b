"""Everything people are shown, as pure functions from a state to a `Screen` (or to the text of a toast)."""
