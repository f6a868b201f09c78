# The first stage installs what the lock file says, and the bot as a wheel; the second has only that.
FROM python:3.13.16-slim-trixie AS build
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /app
# What is not ours changes seldom, and is a layer of its own.
COPY pyproject.toml uv.lock ./
COPY engine/pyproject.toml engine/
COPY standin/pyproject.toml standin/
# Such as `--extra postgres`, for a database on a server.
ARG EXTRAS=""
RUN uv sync --locked --no-dev $EXTRAS --no-install-workspace --compile-bytecode
COPY . .
RUN uv sync --locked --no-dev $EXTRAS --no-editable --compile-bytecode

FROM python:3.13.16-slim-trixie
RUN useradd --create-home --uid 10001 ofc && install -d -m 700 -o ofc -g ofc /app/data
WORKDIR /app
COPY --from=build /app/.venv .venv
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 OFC_HEALTH_FILE=/tmp/ofc-health
USER ofc
VOLUME /app/data
# Tables go on after a stop at any moment; SIGTERM lets what is under way be answered.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --start-period=60s \
    CMD python -c "import os, time; assert time.time() - os.path.getmtime('/tmp/ofc-health') < 30"
CMD ["ofc-bot", "run"]
