from django.contrib import admin
from django.urls import path, re_path

from apps.desk import playground, webhook
from apps.desk.gaps import views as gaps
from apps.desk.ops import views as ops
from apps.desk.tables import views as tables

staff = admin.site.admin_view

urlpatterns = [
    path(
        "admin/playground/", admin.site.admin_view(playground.view), name="playground"
    ),
    path("admin/gaps/", staff(gaps.inbox), name="gaps"),
    path("admin/ops/", staff(ops.room), name="ops"),
    path("admin/import/", staff(tables.hand_in), name="import"),
    path("admin/import/<uuid:delivery_id>/", staff(tables.trial), name="import-trial"),
    path(
        "admin/import/<uuid:delivery_id>/apply/",
        staff(tables.accept),
        name="import-accept",
    ),
    re_path(
        r"^admin/export/(?P<category>[a-z]+)\.(?P<kind>csv|xlsx)$",
        staff(tables.export),
        name="export",
    ),
    path("metrics", ops.metrics, name="metrics"),
    path("cms/webhook", webhook.cms, name="cms-webhook"),
]
