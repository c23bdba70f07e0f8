"""Settings of the door for text messages."""

from concierge_project.settings.environment import env

# : Answer text messages. Needs the keys and the number below, and a worker.
SMS_ENABLED: bool = env.bool("SMS_ENABLED", default=False)
# : Key of Telnyx's API, which sends our messages.
TELNYX_API_KEY: str = env.str("TELNYX_API_KEY", default="")
# : Public key in base64 with which Telnyx's webhooks are checked.
TELNYX_PUBLIC_KEY: str = env.str("TELNYX_PUBLIC_KEY", default="")
# : Messaging profile that our messages are sent by; empty means that of the number.
TELNYX_MESSAGING_PROFILE_ID: str = env.str("TELNYX_MESSAGING_PROFILE_ID", default="")
# : Number of the property at `/`, in E.164. Other numbers are entered in the admin.
SMS_FROM_NUMBER: str = env.str("SMS_FROM_NUMBER", default="")
# : Hour at which we stop beginning to text guests, where they are.
QUIET_HOURS_START: int = env.int("QUIET_HOURS_START", default=21)
# : Hour from which we may begin again. States with other hours are rows in the admin.
QUIET_HOURS_END: int = env.int("QUIET_HOURS_END", default=8)
# : Who confirms a stop: `carrier` where Telnyx does so for the words that it knows,
# : `us` where its profile does not.
SMS_STOP_CONFIRMED_BY: str = env.str("SMS_STOP_CONFIRMED_BY", default="carrier")
# : Most segments of an answer; the rest is behind a link.
SMS_MAX_SEGMENTS: int = env.int("SMS_MAX_SEGMENTS", default=3)
# : Messages that a guest sends within so many seconds are answered together.
SMS_BURST_SECONDS: float = env.float("SMS_BURST_SECONDS", default=3)
# : Answer a text no sooner than so many seconds after it came, as people do. Help for a
# : guest in danger never waits.
SMS_REPLY_DELAY_SECONDS: float = env.float("SMS_REPLY_DELAY_SECONDS", default=0)
# : Days for which a link to a whole answer opens.
SMS_LINK_DAYS: int = env.int("SMS_LINK_DAYS", default=7)
# : Address of this site for links in text messages and mails; empty sends none.
# : `make run` takes the address that it serves.
SITE_URL: str = env.str("SITE_URL", default="")
# : Replaces the address of Telnyx's API, for tests.
SMS_API_URL: str = env.str("SMS_API_URL", default="https://api.telnyx.com")
