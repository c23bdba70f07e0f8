"""Settings of notifications to staff, and to a watcher outside."""

from concierge_project.settings.environment import env

# : Hosts inside your network that webhooks of notifications may reach, also by http,
# : such as a chat server of your own. All other addresses have to be public.
NOTIFICATION_PRIVATE_HOSTS: list[str] = env.list(
    "NOTIFICATION_PRIVATE_HOSTS", default=[]
)
# : Ports that webhooks of notifications may go to besides 443 and 80.
NOTIFICATION_WEBHOOK_PORTS: list[int] = env.list(
    "NOTIFICATION_WEBHOOK_PORTS", default=[], cast=int
)
# : Address that is requested every `WATCH_SECONDS` while database, worker and beat are
# : well, such as a check of healthchecks.io. Its owner alarms you once nobody asks.
HEARTBEAT_URL: str = env.str("HEARTBEAT_URL", default="")
# : Pause between two looks at the alert rules, and between two heartbeats.
WATCH_SECONDS: float = env.float("WATCH_SECONDS", default=60)
