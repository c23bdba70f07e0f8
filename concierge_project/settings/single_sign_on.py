"""Settings of single sign-on: staff sign in at an identity provider."""

from concierge_project.settings.environment import env

# : Issuer of an OpenID Connect provider, such as `https://login.resort.example/staff`,
# : where staff may sign in besides with passwords. Empty switches single sign-on off.
STAFF_SSO_ISSUER: str = env.str("STAFF_SSO_ISSUER", default="")
# : What the provider calls this site. It sends staff back to
# : `/admin/account/single-sign-on/callback/`.
STAFF_SSO_CLIENT_ID: str = env.str("STAFF_SSO_CLIENT_ID", default="")
# : Secret that the provider gave this site.
STAFF_SSO_CLIENT_SECRET: str = env.str("STAFF_SSO_CLIENT_SECRET", default="")
# : Name of the provider on the button of the login page.
STAFF_SSO_NAME: str = env.str("STAFF_SSO_NAME", default="single sign-on")
# : The provider asks for a second factor, so ours is not asked for after it.
STAFF_SSO_SECOND_FACTOR: bool = env.bool("STAFF_SSO_SECOND_FACTOR", default=False)
