from django.contrib import admin
from django.urls import path

from apps.desk import playground, webhook
from apps.desk.ops import views as ops

staff = admin.site.admin_view

urlpatterns = [
    path(
        "admin/playground/", admin.site.admin_view(playground.view), name="playground"
    ),
    path("admin/ops/", staff(ops.room), name="ops"),
    path("metrics", ops.metrics, name="metrics"),
    path("cms/webhook", webhook.cms, name="cms-webhook"),
]
