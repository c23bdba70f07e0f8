from django.contrib import admin
from django.urls import path

from apps.ops import runbook
from apps.ops.dashboard import views as dashboard

urlpatterns = [
    path("admin/ops/", admin.site.admin_view(dashboard.room), name="ops"),
    path("admin/runbook/", admin.site.admin_view(runbook.show), name="runbook"),
    path("metrics", dashboard.metrics, name="metrics"),
]
