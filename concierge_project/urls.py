from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/account/", include("apps.desk.people.urls")),
    # Its own pages stand below the admin's address, which answers for all the rest.
    path("", include("apps.desk.urls")),
    path("admin/", admin.site.urls),
    path("", include("apps.webchat.urls")),
]
