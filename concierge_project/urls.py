from django.contrib import admin
from django.urls import include, path, re_path

from concierge_project import media

urlpatterns = [
    path("admin/account/", include("apps.staff.accounts.urls")),
    # Its own pages stand below the admin's address, which answers for all the rest.
    path("", include("apps.staff.urls")),
    path("", include("apps.ops.urls")),
    path("", include("apps.sms.urls")),
    path("admin/", admin.site.urls),
    re_path(r"^media/(?P<path>(?:pictures|maps)/.*)$", media.show, name="picture"),
    path("", include("apps.webchat.urls")),
]

handler500 = "apps.webchat.unavailable.page"
