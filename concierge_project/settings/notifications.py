"""Settings of notifications to staff."""

from concierge_project.settings.environment import env

# : Hosts inside your network that webhooks of notifications may reach, also by http,
# : such as a chat server of your own. All other addresses have to be public.
NOTIFICATION_PRIVATE_HOSTS: list[str] = env.list(
    "NOTIFICATION_PRIVATE_HOSTS", default=[]
)
