"""How much guests and staff may send: questions, bytes and connections."""

from concierge_project.settings.environment import env

# : Questions from one guest per minute.
RATE_LIMIT_PER_MINUTE: int = env.int("RATE_LIMIT_PER_MINUTE", default=20)
# : Questions from one network address per minute; a hotel's guests share one.
RATE_LIMIT_ADDRESS_PER_MINUTE: int = env.int(
    "RATE_LIMIT_ADDRESS_PER_MINUTE", default=120
)
# : Questions from one network address per minute that bring no key of this site, such
# : as the first ones of conversations over HTTP.
RATE_LIMIT_STRANGERS_PER_MINUTE: int = env.int(
    "RATE_LIMIT_STRANGERS_PER_MINUTE", default=60
)
# : Urgent messages from one guest per minute, counted apart from questions.
RATE_LIMIT_URGENT_PER_MINUTE: int = env.int("RATE_LIMIT_URGENT_PER_MINUTE", default=10)
# : Urgent messages from one address per minute; more get only the phone numbers.
RATE_LIMIT_URGENT_ADDRESS_PER_MINUTE: int = env.int(
    "RATE_LIMIT_URGENT_ADDRESS_PER_MINUTE", default=60
)
# : Longest body of a request to the HTTP API, in bytes.
MAX_REQUEST_BODY_BYTES: int = env.int("MAX_REQUEST_BODY_BYTES", default=65_536)
# : Longest table or picture that staff upload, in bytes.
MAX_FILE_BYTES: int = env.int("MAX_FILE_BYTES", default=5_242_880)
# : Longest request of staff with all its fields and files, or of a sheet, in bytes.
MAX_UPLOAD_BYTES: int = env.int("MAX_UPLOAD_BYTES", default=10_485_760)
# : Longest document that staff upload, in bytes.
MAX_DOCUMENT_BYTES: int = env.int("MAX_DOCUMENT_BYTES", default=52_428_800)
# : Bytes buffered for a websocket whose client does not read; with more it is closed.
MAX_UNSENT_BYTES: int = env.int("MAX_UNSENT_BYTES", default=1_048_576)
# : Connections that a web process holds, websockets included; more are refused.
MAX_CONNECTIONS: int = env.int("MAX_CONNECTIONS", default=4000)
# : The same for one network address, behind your own proxies for the forwarded one.
# : A hotel's guests may share one address.
MAX_CONNECTIONS_PER_ADDRESS: int = env.int("MAX_CONNECTIONS_PER_ADDRESS", default=300)
# : Time for the first line and the headers of a request to arrive.
REQUEST_HEADERS_SECONDS: float = env.float("REQUEST_HEADERS_SECONDS", default=15)
# : Time for the body of a request to arrive.
REQUEST_BODY_SECONDS: float = env.float("REQUEST_BODY_SECONDS", default=60)
