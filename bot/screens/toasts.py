"""The answers to taps that were accepted. Plain texts of at most 200 characters."""

from enum import StrEnum, unique

from bot.locales import Texts


@unique
class Toast(StrEnum):
    """A short answer; the value is the message."""

    SEATED = "lobby-toast-seated"
    LEFT = "lobby-toast-left"
    COMPUTERS = "lobby-toast-computers"
    COMPUTERS_CHANGED = "lobby-toast-strength"
    READY = "lobby-toast-ready"
    VOTED = "lobby-toast-voted"
    PLAYED_ON = "ending-toast-played-on"
    CLOSED = "lobby-toast-closed"
    HAND_IS_PRIVATE = "hand-is-private"
    ASKED_IN_PRIVATE = "leave-asked"
    CHAT_SETTING_SAVED = "settings-saved"
    SETTING_SAVED = "my-settings-saved"
    SETTING_UNCHANGED = "settings-unchanged"
    NOTIFY_CANNOT = "notify-cannot"
    FORGET_SEATED = "forget-seated"
    APOLOGY = "notice-apology"


def toast_text(toast: Toast, texts: Texts) -> str:
    """A toast in words."""
    return texts(toast.value)
