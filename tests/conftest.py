"""What every test needs, set before anything of the project is imported."""

import os

from hypothesis import settings

# python-telegram-bot gives timedelta values when asked; the numbers it gives otherwise are deprecated: an error here.
os.environ["PTB_TIMEDELTA"] = "true"

# How long an example takes says more about the machine than about the code. What else hypothesis has set for where
# it runs (on CI: the same examples every time) stays.
settings.register_profile("no-deadline", settings.get_profile(settings.get_current_profile_name()), deadline=None)
settings.load_profile("no-deadline")
