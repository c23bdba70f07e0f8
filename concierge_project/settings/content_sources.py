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

# : Address of the weather forecast, in the shape of Open-Meteo's; empty tells nobody of
# : the weather. Their free service is for non-commercial use only; customers with a key
# : use `https://customer-api.open-meteo.com/v1/forecast`.
WEATHER_URL: str = env.str("WEATHER_URL", default="")
# : Key for that address, sent as `apikey`; empty sends none.
WEATHER_KEY: str = env.str("WEATHER_KEY", default="")
# : Where forecasts come from, by dotted path.
WEATHER_PROVIDER: str = env.str(
    "WEATHER_PROVIDER", default="apps.concierge.tools.weather.open_meteo.OpenMeteo"
)
# : How long a forecast is used before it is fetched again.
WEATHER_CACHE_SECONDS: int = env.int("WEATHER_CACHE_SECONDS", default=1800)
