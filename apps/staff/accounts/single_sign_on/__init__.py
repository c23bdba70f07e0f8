"""Staff sign in at an identity provider that speaks OpenID Connect."""
