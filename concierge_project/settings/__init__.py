"""Every setting of Concierge, read from the environment once.

`# :` comments above a variable are its description; the README's configuration table
is generated from them (`manage.py settings_table`).
"""

import os
from pathlib import Path

from apps.infrastructure import on_demand
from apps.local_servers import paths
from concierge_project import logs
from concierge_project.settings import (
    databases,
    installed_apps,
    languages,
    mail,
    secret_settings,
    security,
    staff_login,
)
from concierge_project.settings.content_sources import *  # noqa: F403 - the same
from concierge_project.settings.environment import BASE_DIR, env
from concierge_project.settings.guest_requests import *  # noqa: F403 - the same
from concierge_project.settings.limits import *  # noqa: F403 - the same
from concierge_project.settings.mail import DEFAULT_FROM_EMAIL as DEFAULT_FROM_EMAIL
from concierge_project.settings.mail import EMAIL_URL as EMAIL_URL
from concierge_project.settings.models import *  # noqa: F403 - settings, as Django reads them
from concierge_project.settings.notifications import *  # noqa: F403 - the same
from concierge_project.settings.secret_settings import (
    SECRET_SETTINGS as SECRET_SETTINGS,
)
from concierge_project.settings.shared_files import *  # noqa: F403 - the same
from concierge_project.settings.shared_files import MEDIA_S3_BUCKET as MEDIA_S3_BUCKET
from concierge_project.settings.single_sign_on import *  # noqa: F403 - the same
from concierge_project.settings.text_messages import *  # noqa: F403 - the same
from concierge_project.settings.unfold_theme import UNFOLD as UNFOLD

# --- Where it runs ---------------------------------------------------------------
# : Folder for everything the program writes: local servers, logs, secrets of the demo.
VAR_DIR = Path(env.str("CONCIERGE_VAR", default=str(BASE_DIR / "var"))).absolute()
# : `development` or `production`; production requires `SECRET_KEY`.
ENVIRONMENT: str = env.str("ENVIRONMENT", default="development")
# : Show Django's debug pages to developers. Never turn it on in production.
DEBUG: bool = env.bool("DEBUG", default=False)
# : Signs sessions and forms. When empty, one is generated and kept in the var folder.
SECRET_KEY: str = env.str("SECRET_KEY", default="")
# : Host names this site answers to, separated by commas.
ALLOWED_HOSTS: list[str] = env.list(
    "ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"]
)
# : Origins allowed to post forms and to open sockets besides the site itself.
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
# : Origins of other sites, such as `https://resort.example`, whose scripts may use the
# : HTTP API. Their requests carry no cookies.
CORS_ALLOWED_ORIGINS: list[str] = env.list("CORS_ALLOWED_ORIGINS", default=[])
# : PostgreSQL with pgvector; empty starts the local server.
DATABASE_URL: str = env.str("DATABASE_URL", default="")
# : The same database by the role that owns its tables, for `migrate` and `restore`.
# : The role of `DATABASE_URL`, which `migrate` makes, then sees what policies allow.
DATABASE_OWNER_URL: str = env.str("DATABASE_OWNER_URL", default="")
# : Redis 6 or newer; empty starts the local server.
REDIS_URL: str = env.str("REDIS_URL", default="")
# : Lowest severity that is written to the log.
LOG_LEVEL: str = env.str("LOG_LEVEL", default="INFO")
# : `json` or `line`; empty means `json` in production and `line` elsewhere.
LOG_FORMAT: str = env.str("LOG_FORMAT", default="")
# : Server of the web process: `daphne` or `uvicorn`.
WEB_SERVER: str = env.str("WEB_SERVER", default="daphne")
# : Web processes at one address; 0 means one, in development one for two processors.
WEB_PROCESSES: int = env.int("WEB_PROCESSES", default=0)
# : A web process whose event loop hangs for this long is ended; 0 means never.
WATCHDOG_SECONDS: float = env.float("WATCHDOG_SECONDS", default=20)
# : Celery's workers without a heartbeat for this long count as hung.
WORKER_SILENCE_SECONDS: float = env.float("WORKER_SILENCE_SECONDS", default=30)
VERSION = "0.1.0"
# : What this release is called where errors are grouped, such as a tag or the hash of a
# : commit; empty means the version.
RELEASE: str = env.str("RELEASE", default="") or VERSION

security.insist_on_environment(ENVIRONMENT, SECRET_KEY)
security.insist_on_web_server(WEB_SERVER)
IS_PRODUCTION = ENVIRONMENT == "production"
LOG_FORMAT = LOG_FORMAT or ("json" if IS_PRODUCTION else "line")
if not SECRET_KEY and not IS_PRODUCTION:
    SECRET_KEY = paths.secret(VAR_DIR, "secret-key")

# : Hours between backups that the worker makes; 0 makes none.
BACKUP_EVERY_HOURS: float = env.float("BACKUP_EVERY_HOURS", default=0)
# : Backups that are kept; the oldest are deleted.
BACKUP_KEEP: int = env.int("BACKUP_KEEP", default=7)
# : Folder of the backups; empty means `backups` in the var folder. Put it on another
# : disk than the database's.
BACKUP_DIR: str = env.str("BACKUP_DIR", default="") or str(VAR_DIR / "backups")

# --- The property ----------------------------------------------------------------
# : Slug of the property shown at `/`.
DEFAULT_PROPERTY: str = env.str("DEFAULT_PROPERTY", default="mohegan-sun")

# --- Conversations ---------------------------------------------------------------
# : Longest message of a guest, in characters.
MAX_MESSAGE_CHARS: int = env.int("MAX_MESSAGE_CHARS", default=4096)
# : Messages of guest and concierge after which a conversation ends.
MAX_MESSAGE_LIMIT: int = env.int("MAX_MESSAGE_LIMIT", default=40)
# : Latest messages that the model is shown.
MAX_HISTORY_MESSAGES: int = env.int("MAX_HISTORY_MESSAGES", default=20)
# : Longest time for one attempt at an answer, from question to end.
TURN_DEADLINE_SECONDS: float = env.float("TURN_DEADLINE_SECONDS", default=60)
# : How long a question waits for the vectors of a property that was just filled.
INDEX_WAIT_SECONDS: float = env.float("INDEX_WAIT_SECONDS", default=20)
# : A process that has not renewed its lease for this long counts as dead; another one
# : answers its turns.
TURN_LEASE_SECONDS: float = env.float("TURN_LEASE_SECONDS", default=1.0)
# : Attempts at a turn whose process died or whose servers were unavailable.
TURN_MAX_ATTEMPTS: int = env.int("TURN_MAX_ATTEMPTS", default=5)
# : A turn without an answer for this long has failed.
TURN_GIVE_UP_SECONDS: float = env.float("TURN_GIVE_UP_SECONDS", default=600)
# : Turns that one process runs at a time.
MAX_RUNNING_TURNS: int = env.int("MAX_RUNNING_TURNS", default=200)
# : Of those, turns that compute; those that wait for a model do not count.
MAX_COMPUTING_TURNS: int = env.int("MAX_COMPUTING_TURNS", default=8)
# : Turns that wait in one process; more are refused with the phone number.
MAX_WAITING_TURNS: int = env.int("MAX_WAITING_TURNS", default=200)
# : A second message while the first is being answered: `queue` answers both in order,
# : `replace` stops the first, `refuse` asks the guest to wait.
SECOND_MESSAGE_WEB: str = env.str("SECOND_MESSAGE_WEB", default="queue")
# : The same for text messages, which people send in pieces.
SECOND_MESSAGE_SMS: str = env.str("SECOND_MESSAGE_SMS", default="replace")
SECOND_MESSAGE = {"web": SECOND_MESSAGE_WEB, "sms": SECOND_MESSAGE_SMS}
# : Days of silence after which a conversation forgets what its guest has told, unless
# : he agreed to be remembered; 0 keeps it as long as the conversation. A property can
# : have a period of its own in the admin.
FORGET_AFTER_IDLE_DAYS: int = env.int("FORGET_AFTER_IDLE_DAYS", default=30)
# : Days for which the recordings of turns are kept, at properties that have recording
# : switched on.
TURN_RECORDING_DAYS: int = env.int("TURN_RECORDING_DAYS", default=14)
# : A websocket that has received nothing for this long is closed.
SOCKET_IDLE_SECONDS: float = env.float("SOCKET_IDLE_SECONDS", default=180)
# : Longest answer in characters; 0 means no limit, and 1530 in text messages.
PERSONA_MAX_CHARS: int = env.int("PERSONA_MAX_CHARS", default=0)
# : Plan the next topic in the background after an answer (needs a model).
WHISPER_PLANNER_ENABLED: bool = env.bool("WHISPER_PLANNER_ENABLED", default=True)
# Confidence of the router below which a question is treated as off topic.
ROUTER_MIN_CONFIDENCE = 0.3
# Confidence of the local classifier below which the router asks a model.
ROUTER_SURE_CONFIDENCE = 0.6
# : Time for a model to judge a message that the gate is unsure of.
GUARDRAIL_OPINION_SECONDS: float = env.float("GUARDRAIL_OPINION_SECONDS", default=1.5)

# Dotted path of the check for catalog sentences that give the model instructions.
INSTRUCTION_CHECK = "apps.concierge.guardrails.record_instructions.gives_orders"

# --- Who may do what -------------------------------------------------------------
# : Your own proxies in front of the site; with 0, X-Forwarded-For is ignored.
TRUSTED_PROXY_COUNT: int = env.int("TRUSTED_PROXY_COUNT", default=0)
# : Addresses or networks that these proxies connect from; what others say of addresses
# : and of https is not believed.
TRUSTED_PROXIES: list[str] = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1"])
security.insist_on_networks(TRUSTED_PROXIES)
# : Redirect browsers from http to https. TLS ends at your proxy, which
# : `TRUSTED_PROXY_COUNT` counts.
SECURE_SSL_REDIRECT: bool = env.bool("SECURE_SSL_REDIRECT", default=IS_PRODUCTION)
# : Key that `/chat`, `/threads` and `/feedback` require in `X-API-Key`; empty requires
# : none. It does not guard what browsers of guests use (page, websocket and form), nor
# : `/property`, `/graph` and `/health`, which tell nothing of guests.
API_KEY: str = env.str("API_KEY", default="")
# : Bearer token for `/metrics`; production refuses every request while it is empty.
METRICS_TOKEN: str = env.str("METRICS_TOKEN", default="")
# : Require staff to set up a second factor before they can use the admin.
REQUIRE_TWO_FACTOR: bool = env.bool("REQUIRE_TWO_FACTOR", default=IS_PRODUCTION)
# : Public key of LangFuse. With both keys, turns are sent as traces, ratings as scores.
LANGFUSE_PUBLIC_KEY: str = env.str("LANGFUSE_PUBLIC_KEY", default="")
# : Secret key of LangFuse.
LANGFUSE_SECRET_KEY: str = env.str("LANGFUSE_SECRET_KEY", default="")
# : Address of LangFuse.
LANGFUSE_HOST: str = env.str("LANGFUSE_HOST", default="https://cloud.langfuse.com")

# --- Django ----------------------------------------------------------------------
INSTALLED_APPS, MIDDLEWARE = installed_apps.INSTALLED_APPS, installed_apps.MIDDLEWARE
ROOT_URLCONF = "concierge_project.urls"
ASGI_APPLICATION = "concierge_project.asgi.application"
WEBSOCKET_ROUTES = "concierge_project.websocket_routes.urlpatterns"
TEMPLATES = installed_apps.templates(BASE_DIR)

DATABASES = databases.postgres(
    DATABASE_URL or paths.database_url(VAR_DIR, role=paths.APP_ROLE),
    owner_url=DATABASE_OWNER_URL
    or ("" if DATABASE_URL else paths.database_url(VAR_DIR)),
    has_pool=env.bool("DATABASE_POOL", default=True),
)
# A process may lose it at any time: vectors of the questions in the gap inbox.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 4000},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_redis = REDIS_URL or paths.redis_url(VAR_DIR)
REDIS_SHARED_URL = paths.redis_database(_redis, 0)
CHANNEL_LAYERS = databases.channel_layers(REDIS_SHARED_URL)
REDIS_BROKER_URL = paths.redis_database(_redis, 1)
CELERY_BROKER_URL = paths.celery_broker(_redis, 1)
# The admin shows results of tasks; most tasks run too often to store theirs.
CELERY_RESULT_BACKEND = "django-db"
CELERY_RESULT_EXTENDED = True

AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
vars().update(staff_login.settings("Concierge"))
# Whether guests can be mailed.
SENDS_MAIL: bool = bool(EMAIL_URL) or not IS_PRODUCTION
vars().update(mail.backend(VAR_DIR, is_production=IS_PRODUCTION))

LANGUAGE_CODE, TIME_ZONE = "en", "UTC"
FORMAT_MODULE_PATH = ["concierge_project.formats"]
LOCALE_PATHS = [BASE_DIR / languages.FOLDER]
LANGUAGES = languages.offered(LOCALE_PATHS[0])

STATIC_URL, MEDIA_URL = "static/", "media/"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR_DIR / "media"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = installed_apps.storages(IS_PRODUCTION, is_shared=bool(MEDIA_S3_BUCKET))
WHITENOISE_USE_FINDERS = not IS_PRODUCTION
# A file edited while the site runs would otherwise be served with its old length.
WHITENOISE_AUTOREFRESH = not IS_PRODUCTION

# --- Security and logs -----------------------------------------------------------
CONTENT_SECURITY_POLICY = security.CONTENT_SECURITY_POLICY
ADMIN_CONTENT_SECURITY_POLICY = security.ADMIN_CONTENT_SECURITY_POLICY
PERMISSIONS_POLICY = security.PERMISSIONS_POLICY
vars().update(security.cross_origin_requests())
vars().update(security.cookies_and_headers(IS_PRODUCTION, TRUSTED_PROXY_COUNT > 0))

DEFAULT_EXCEPTION_REPORTER_FILTER = "concierge_project.error_report.SecretFilter"
LOGGING = logs.configuration(
    LOG_LEVEL, LOG_FORMAT, tuple(secret_settings.values(globals()))
)

# Read by LangGraph at import: a checkpoint gives back plain data and messages alone.
os.environ.setdefault("LANGGRAPH_STRICT_MSGPACK", "true")
os.environ.setdefault("LANGSMITH_TRACING", "false")
on_demand.install()
