"""Settings of notifications to staff."""

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
