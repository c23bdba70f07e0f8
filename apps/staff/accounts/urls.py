from allauth.account import views
from django.contrib.auth.views import PasswordResetConfirmView
from django.urls import include, path, reverse_lazy

from apps.staff.accounts.single_sign_on import views as sso_views

# Of invitations and resets: the link proves who comes, and works once.
choose_password = PasswordResetConfirmView.as_view(
    template_name="account/choose_password.html",
    success_url=reverse_lazy("account_login"),
)

urlpatterns = [
    path("single-sign-on/", sso_views.start, name="single-sign-on"),
    path(
        "single-sign-on/callback/", sso_views.callback, name="single-sign-on-callback"
    ),
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("again/", views.reauthenticate, name="account_reauthenticate"),
    path("password/<uidb64>/<token>/", choose_password, name="choose-password"),
    path("two-factor/", include("allauth.mfa.urls")),
]
