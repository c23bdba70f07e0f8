from django.contrib import admin
from django.urls import include, path, re_path

from concierge_project import pictures

urlpatterns = [
    path("admin/account/", include("apps.desk.people.urls")),
    # Its own pages stand below the admin's address, which answers for all the rest.
    path("", include("apps.desk.urls")),
    path("admin/", admin.site.urls),
    re_path(r"^media/(?P<path>pictures/.*)$", pictures.show, name="picture"),
    path("", include("apps.webchat.urls")),
]
