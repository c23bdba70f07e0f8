from django.contrib import admin
from django.urls import path

from apps.desk import playground, webhook

staff = admin.site.admin_view

urlpatterns = [
    path(
        "admin/playground/", admin.site.admin_view(playground.view), name="playground"
    ),
    path("cms/webhook", webhook.cms, name="cms-webhook"),
]
