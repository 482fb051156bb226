# One image for web, worker, beat and mail; compose.yaml says which command each of them runs.
FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 HEALTH_PORT=8001
WORKDIR /srv/tideweb

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY manage.py pyproject.toml LICENSE ./
COPY tideweb tideweb
COPY accounts accounts
COPY games games
COPY templates templates
COPY locale locale
COPY docs/*.md docs/verify.py docs/verify_deck.py docs/
COPY docs/verify_rules docs/verify_rules
# Else each process would compile all of it at each start.
RUN python -m compileall -q tideweb accounts games

# Neither step opens a connection; the values only let the settings be read.
RUN DATABASE_URL=postgres://build/build SITE_URL=https://build.example EMAIL_URL=dummymail:// \
    SECRET_KEY=only-for-the-build-and-never-for-a-site \
    TIDEWEB_SEAL_KEYS=build:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= \
    sh -c "python manage.py compilemessages && python manage.py collectstatic --noinput" \
    && useradd --system --home-dir /srv/tideweb tideweb

USER tideweb
EXPOSE 8000
CMD ["granian", "tideweb.wsgi:application", "--interface", "wsgi", "--host", "0.0.0.0", \
     "--port", "8000", "--workers", "2", "--blocking-threads", "4", "--no-ws"]
HEALTHCHECK --interval=30s --timeout=5s CMD ["python", "-c", \
    "import urllib.request as u; u.urlopen('http://127.0.0.1:8001/healthz')"]
