"""Settings of bookings, of what guests ask of the staff, and of what they share."""

from concierge_project.settings.environment import env

# : Minutes for which a conversation shows the bookings of a guest who has proved them.
BOOKING_ACCESS_MINUTES: int = env.int("BOOKING_ACCESS_MINUTES", default=120)
# : Reservation codes that may be tried in vain by a conversation or a guest.
BOOKING_CODE_TRIES: int = env.int("BOOKING_CODE_TRIES", default=5)
# : The same by an address; a hotel's guests may share one.
BOOKING_CODE_TRIES_ADDRESS: int = env.int("BOOKING_CODE_TRIES_ADDRESS", default=20)
# : Minutes after which codes that were tried in vain are forgotten.
BOOKING_CODE_LOCK_MINUTES: int = env.int("BOOKING_CODE_LOCK_MINUTES", default=60)
# : Seconds before the second try; each further try waits twice as long.
BOOKING_CODE_PAUSE_SECONDS: float = env.float("BOOKING_CODE_PAUSE_SECONDS", default=1)
# : Minutes for which a link to bookings, and the code with it, can be used.
BOOKING_LINK_MINUTES: int = env.int("BOOKING_LINK_MINUTES", default=15)
# : Links that a conversation, a guest or an address of theirs may have sent until such
# : counts are forgotten as well.
BOOKING_LINKS: int = env.int("BOOKING_LINKS", default=3)
# : Days for which the link to a shared conversation opens it.
SHARE_LINK_DAYS: int = env.int("SHARE_LINK_DAYS", default=7)

# : Hours before a booking begins until which it is no late cancellation.
REQUEST_CANCEL_HOURS: int = env.int("REQUEST_CANCEL_HOURS", default=24)
# : Hours before a booking begins until which it is no late change.
REQUEST_CHANGE_HOURS: int = env.int("REQUEST_CHANGE_HOURS", default=24)
# : Minutes within which staff should decide on a request.
REQUEST_DUE_MINUTES: int = env.int("REQUEST_DUE_MINUTES", default=60)
# : Hours after which a request that nobody has decided expires.
REQUEST_EXPIRES_HOURS: int = env.int("REQUEST_EXPIRES_HOURS", default=48)
# : Minutes that a guest has for agreeing to what is proposed.
REQUEST_PROPOSAL_MINUTES: int = env.int("REQUEST_PROPOSAL_MINUTES", default=30)
# : Minutes without a decision after which staff are warned, step by step. A property
# : can have steps of its own in the admin.
REQUEST_ESCALATION_MINUTES: list[int] = env.list(
    "REQUEST_ESCALATION_MINUTES", default=[10, 25, 40], cast=int
)
# : Addresses of the properties' own systems that list bookings, by slug:
# : `mohegan-sun=https://pms.example/api`. They are read every five minutes.
RESERVATION_SOURCES: dict[str, str] = env.dict("RESERVATION_SOURCES", default={})
# : Keys for these systems, by slug; sent as bearer tokens.
RESERVATION_SOURCE_KEYS: dict[str, str] = env.dict(
    "RESERVATION_SOURCE_KEYS", default={}
)
