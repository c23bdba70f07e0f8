from django.contrib import admin
from django.urls import path

from apps.ops import runbook
from apps.ops.dashboard import views
from apps.ops.experiments import views as experiment_views

urlpatterns = [
    path("admin/ops/", admin.site.admin_view(views.dashboard), name="ops"),
    path(
        "admin/ops/experiments/",
        admin.site.admin_view(experiment_views.show),
        name="experiments",
    ),
    path("admin/runbook/", admin.site.admin_view(runbook.show), name="runbook"),
    path(
        "admin/runbook/<path:name>",
        admin.site.admin_view(runbook.show),
        name="runbook-document",
    ),
    path("metrics", views.metrics, name="metrics"),
]
