from allauth.account import views
from django.urls import include, path

urlpatterns = [
    path("login/", views.login, name="account_login"),
    path("logout/", views.logout, name="account_logout"),
    path("inactive/", views.account_inactive, name="account_inactive"),
    path("again/", views.reauthenticate, name="account_reauthenticate"),
    path("two-factor/", include("allauth.mfa.urls")),
]
