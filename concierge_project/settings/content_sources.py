"""Where rows come from besides the admin: signed requests and a Google sheet."""

from concierge_project.settings.environment import env

# : Secret that signs rows of the property at `/` sent to `/cms/webhook`; empty refuses
# : all of them.
CMS_WEBHOOK_SECRET: str = env.str("CMS_WEBHOOK_SECRET", default="")
# : The same for each further property, by slug: `foxwoods=a-long-secret`. A secret
# : signs rows of its own property only.
CMS_WEBHOOK_SECRETS: dict[str, str] = env.dict("CMS_WEBHOOK_SECRETS", default={})

# : Google sheet whose tabs are named after the kinds of rows; read every ten minutes.
GOOGLE_SHEETS_ID: str = env.str("GOOGLE_SHEETS_ID", default="")
# : Key file of the service account that may read the sheet.
GOOGLE_SHEETS_CREDENTIALS: str = env.str("GOOGLE_SHEETS_CREDENTIALS", default="")
# : Slug of the property whose rows the sheet holds; empty means the one at `/`.
GOOGLE_SHEETS_PROPERTY: str = env.str("GOOGLE_SHEETS_PROPERTY", default="")
# : Replaces the address of the Sheets API, for tests.
GOOGLE_SHEETS_URL: str = env.str("GOOGLE_SHEETS_URL", default="")
