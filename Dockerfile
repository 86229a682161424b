# syntax=docker/dockerfile:1
# The bot in a container: nothing but Python and what the lock names, a user without rights, and /data for what is kept.
#
#     docker build --tag shuangkou .
#     docker run --read-only --tmpfs /tmp --volume shuangkou:/data --env BOT_TOKEN=... shuangkou

FROM python:3.11-slim-bookworm AS build

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
# A compiler of the distribution, for this stage alone.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/* \
    && python -m venv --without-pip /opt/shuangkou
WORKDIR /build

# What changes rarely first, so that a new version of the bot alone is built in seconds.
COPY requirements.lock .
RUN pip --python /opt/shuangkou/bin/python install --require-hashes --requirement requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY storage storage
COPY bot bot
COPY scripts/compile-core scripts/compile-core
# The core of the computer players is compiled where it is installed; what built it does not get into the image.
RUN pip --python /opt/shuangkou/bin/python install --no-deps --no-build-isolation . \
    && scripts/compile-core /opt/shuangkou/bin/python /opt/shuangkou/lib/python3.11/site-packages \
    && ls /opt/shuangkou/lib/python3.11/site-packages/engine/core/*.so \
    && pip --python /opt/shuangkou/bin/python uninstall --yes cython setuptools

FROM python:3.11-slim-bookworm

# pip has no work here: what is not in the image does not get in.
RUN pip uninstall --yes --no-cache-dir --root-user-action=ignore pip \
    && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin shuangkou \
    && install --directory --owner=shuangkou --mode=0700 /data
COPY --from=build /opt/shuangkou /opt/shuangkou

ENV PATH=/opt/shuangkou/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    DATABASE=/data/shuangkou.sqlite3 \
    HEALTH_PORT=9464
USER 10001
WORKDIR /data
VOLUME /data

# 503 and a bot that does not answer are both no success. A proxy of the environment is for Telegram, not for this.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-c", \
    "import os, urllib.request as r; r.build_opener(r.ProxyHandler({})).open(f'http://127.0.0.1:{os.environ[\"HEALTH_PORT\"]}/health', timeout=4)"]

# SIGTERM ends it within 10 seconds (DRAIN_SECONDS and a little).
STOPSIGNAL SIGTERM
ENTRYPOINT ["shuangkou"]
