from django.contrib import admin
from django.urls import path, re_path

from apps.staff import approval_views, edit_latency, review_views
from apps.staff.bulk_actions import views as jobs
from apps.staff.gaps import views as gaps
from apps.staff.history import views as history
from apps.staff.intake import import_views as tables
from apps.staff.intake import webhook
from apps.staff.playground import views

staff = admin.site.admin_view

urlpatterns = [
    path("admin/playground/", admin.site.admin_view(views.view), name="playground"),
    path("admin/gaps/", staff(gaps.inbox), name="gaps"),
    path("admin/jobs/<int:job_id>/", staff(jobs.show), name="job"),
    path(
        "admin/answerable/<int:item_id>/", staff(edit_latency.show), name="answerable"
    ),
    path("admin/history/<int:item_id>/", staff(history.show), name="item-history"),
    path(
        "admin/history/<int:version_id>/restore/",
        staff(history.restore),
        name="restore",
    ),
    path(
        "admin/import/<uuid:delivery_id>/undo/", staff(tables.undo), name="import-undo"
    ),
    path("admin/approvals/", staff(approval_views.inbox), name="approvals"),
    path(
        "admin/approvals/<int:message_id>/",
        staff(approval_views.decide),
        name="approval",
    ),
    path("admin/gaps/begin/", staff(gaps.begin), name="gap-begin"),
    path("admin/gaps/<int:work_id>/", staff(gaps.work), name="gap"),
    path("admin/import/sheet/", staff(tables.pull), name="sheet-pull"),
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
    path("admin/review/<uuid:turn_id>/", staff(review_views.show), name="review"),
    path("cms/webhook", webhook.cms, name="cms-webhook"),
]
