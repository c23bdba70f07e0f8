from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("apps.desk.urls")),
    path("", include("apps.webchat.urls")),
]
