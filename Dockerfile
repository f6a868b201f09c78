# The first stage installs what the lock file says, the second has only what runs.
FROM python:3.13.16-slim-trixie AS build
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /app
COPY pyproject.toml uv.lock ./
# Of the packages beside the bot uv asks what they need; the engine is copied as the bot is, and on
# Discord the bot goes without the stand-in.
COPY engine/pyproject.toml engine/
COPY standin/pyproject.toml standin/
# Such as `--extra postgres`, for a database on a server.
ARG EXTRAS=""
RUN uv sync --locked --no-dev $EXTRAS --no-install-package discord-standin \
    --no-install-package ofc-engine --compile-bytecode

FROM python:3.13.16-slim-trixie
RUN useradd --create-home --uid 10001 ofc && install -d -m 700 -o ofc -g ofc /app/data
WORKDIR /app
COPY --from=build /app/.venv .venv
COPY bot bot
COPY cogs cogs
COPY engine/ofc_engine ofc_engine
RUN python -m compileall -q bot cogs ofc_engine
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 OFC_HEALTH_FILE=/tmp/ofc-health
USER ofc
VOLUME /app/data
# Tables go on after a stop at any moment; SIGTERM lets what is under way be answered.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --start-period=60s \
    CMD python -c "import os, time; assert time.time() - os.path.getmtime('/tmp/ofc-health') < 30"
CMD ["python", "-m", "bot", "run"]
