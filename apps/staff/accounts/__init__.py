"""Staff accounts: roles, sign-in, second factor and lockout."""
