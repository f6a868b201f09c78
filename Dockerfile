# The wheels are the same for every machine and built once, by whatever machine builds; what they need is installed for
# the machine that the image is for, as the lock file says; the last stage has only that.
FROM --platform=$BUILDPLATFORM python:3.13.16-slim-trixie AS wheels
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /source
COPY . .
# Such as `--extra postgres`, for a database on a server.
ARG EXTRAS=""
RUN uv build --wheel --package ofc-engine --out-dir /wheels \
    && uv build --wheel --package ofc-bot --out-dir /wheels \
    && uv export --quiet --locked --no-dev --no-emit-workspace $EXTRAS --output-file /wheels/requirements.txt

FROM python:3.13.16-slim-trixie AS build
RUN pip install --no-cache-dir uv==0.13.9 && uv venv /app/.venv
ENV VIRTUAL_ENV=/app/.venv
# What is not ours changes seldom, and is a layer of its own.
COPY --from=wheels /wheels/requirements.txt /wheels/
RUN uv pip install --compile-bytecode --requirements /wheels/requirements.txt
COPY --from=wheels /wheels /wheels
RUN uv pip install --compile-bytecode --no-deps /wheels/*.whl

FROM python:3.13.16-slim-trixie
RUN useradd --create-home --uid 10001 ofc && install -d -m 700 -o ofc -g ofc /app/data
WORKDIR /app
COPY --from=build /app/.venv .venv
ENV PATH=/app/.venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 OFC_HEALTH_FILE=/tmp/ofc-health
# Else each of its threads keeps memory that it has freed for itself: 4 MB more at 1,000 tables.
ENV MALLOC_ARENA_MAX=1
USER ofc
VOLUME /app/data
# Tables go on after a stop at any moment; SIGTERM lets what is under way be answered.
STOPSIGNAL SIGTERM
# A start checks the whole database.
HEALTHCHECK --interval=30s --start-period=10m \
    CMD python -c "import os, time; assert time.time() - os.path.getmtime('/tmp/ofc-health') < 30"
CMD ["ofc-bot", "run"]
