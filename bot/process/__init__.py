"""The process: how it is set, watched, started and ended.

Each is a thing of its own:

    config             all settings, from the environment and from `.env`
    proxies            by which proxy Telegram is reached
    logs               what the operator reads of it
    metrics            what the operator measures of it, and the server of /health and /metrics
    host               the machine under it: disk, backups, how late the event loop is
    collector          when garbage is collected
    bind_errors        an address that cannot be had, in a sentence
    stop_signals       it is told to end
    shutdown_deadline  it ends in time
    tell_owner         a message to the owner from a shell
    version            which version it is
"""
