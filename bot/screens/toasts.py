"""What a tap answers when it was accepted. Plain texts of at most 200 characters."""

from enum import StrEnum, unique

from bot.locales import Texts


@unique
class Toast(StrEnum):
    """A short answer; the value is the message, with the facts named here."""

    JOINED = "lobby-toast-joined"
    LEFT = "lobby-toast-left"
    READY = "lobby-toast-ready"
    PLAYED = "toast-played"
    """play: its reading"""
    PASSED = "toast-passed"
    HINT = "toast-hint"
    """play: its reading"""
    NO_HINT = "toast-no-hint"
    AUTOPILOT_ON = "toast-autopilot-on"
    AUTOPILOT_OFF = "toast-autopilot-off"
    LEAVING = "toast-leaving"
    STAYING = "toast-staying"
    AGAIN = "toast-again"
    CHAT_SETTING_SAVED = "settings-saved"
    SETTING_SAVED = "my-settings-saved"
    NOTIFY_CANNOT = "notify-cannot"
    FORGET_SEATED = "forget-seated"
    APOLOGY = "notice-apology"


def toast_text(toast: Toast, texts: Texts, **facts: str | int) -> str:
    """A toast in words; `facts` as it names them, cleaned but not escaped."""
    return texts(toast.value, **facts)
