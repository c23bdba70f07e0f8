"""Settings of what guests ask of the staff."""

from concierge_project.settings.environment import env

# : Hours before a booking begins until which guests may cancel it themselves.
REQUEST_CANCEL_HOURS: int = env.int("REQUEST_CANCEL_HOURS", default=24)
# : Hours before a booking begins until which guests may ask for a change.
REQUEST_CHANGE_HOURS: int = env.int("REQUEST_CHANGE_HOURS", default=24)
# : Minutes within which staff should decide on a request.
REQUEST_DUE_MINUTES: int = env.int("REQUEST_DUE_MINUTES", default=60)
# : Hours after which a request that nobody has decided expires.
REQUEST_EXPIRES_HOURS: int = env.int("REQUEST_EXPIRES_HOURS", default=48)
# : Minutes that a guest has for agreeing to what is proposed.
REQUEST_PROPOSAL_MINUTES: int = env.int("REQUEST_PROPOSAL_MINUTES", default=30)
