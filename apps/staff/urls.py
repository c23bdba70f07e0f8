from django.contrib import admin
from django.urls import path, re_path

from apps.staff import edit_latency, place_codes, sidebar
from apps.staff.bulk_actions import admin_actions
from apps.staff.documents import views as document_views
from apps.staff.drafts import import_approval_views
from apps.staff.drafts import overview as draft_overview
from apps.staff.drafts import views as draft_views
from apps.staff.gaps import handling_views, proof_page
from apps.staff.gaps import views as gap_views
from apps.staff.history import views as history_views
from apps.staff.inspector import views as inspector_views
from apps.staff.intake import views as import_views
from apps.staff.intake import webhook
from apps.staff.playground import views as playground_views
from apps.staff.requests import views as request_views
from apps.staff.review import approval_views, review_views
from apps.staff.team import views as team_views

staff = admin.site.admin_view

urlpatterns = [
    path("admin/menu/", staff(sidebar.menu), name="menu"),
    path("admin/playground/", staff(playground_views.show), name="playground"),
    path("admin/gaps/", staff(gap_views.gap_list), name="gaps"),
    path("admin/gaps/start/", staff(gap_views.start), name="gap-start"),
    path("admin/gaps/answer/", staff(gap_views.answer_page), name="gap-answer"),
    path("admin/gaps/close/", staff(gap_views.close), name="gap-close"),
    path("admin/gaps/checked/", staff(gap_views.checked), name="gap-checked"),
    path("admin/gaps/assign/", staff(handling_views.assign), name="gap-assign"),
    path("admin/gaps/dismiss/", staff(handling_views.dismiss), name="gap-dismiss"),
    path(
        "admin/gaps/<int:work_id>/reopen/",
        staff(handling_views.reopen),
        name="gap-reopen",
    ),
    path("admin/gaps/<int:work_id>/", staff(proof_page.show), name="gap"),
    path("admin/maps/<int:map_id>/codes/", staff(place_codes.show), name="place-codes"),
    path("admin/jobs/<int:job_id>/", staff(admin_actions.job_page), name="job"),
    path(
        "admin/edit-latency/<int:item_id>/",
        staff(edit_latency.show),
        name="edit-latency",
    ),
    path(
        "admin/history/<int:item_id>/", staff(history_views.show), name="item-history"
    ),
    path(
        "admin/history/<int:version_id>/restore/",
        staff(history_views.restore),
        name="restore",
    ),
    path("admin/approvals/", staff(approval_views.inbox), name="approvals"),
    path(
        "admin/approvals/<int:message_id>/",
        staff(approval_views.decide),
        name="approval",
    ),
    path("admin/requests/", staff(request_views.queue), name="requests"),
    path(
        "admin/requests/<uuid:request_id>/",
        staff(request_views.decide),
        name="request-decide",
    ),
    path(
        "admin/requests/<uuid:request_id>/assign/",
        staff(request_views.assign),
        name="request-assign",
    ),
    path(
        "admin/requests/<uuid:request_id>/note/",
        staff(request_views.note),
        name="request-note",
    ),
    path("admin/review/<uuid:turn_id>/", staff(review_views.show), name="review"),
    path(
        "admin/inspector/<uuid:turn_id>/",
        staff(inspector_views.show),
        name="inspector",
    ),
    path(
        "admin/documents/upload/",
        staff(document_views.upload),
        name="document-upload",
    ),
    path(
        "admin/documents/<int:document_id>/progress/",
        staff(document_views.follow),
        name="document-progress",
    ),
    path("admin/import/", staff(import_views.upload), name="import"),
    path("admin/import/sheet/", staff(import_views.pull_sheet), name="sheet-pull"),
    path(
        "admin/import/<uuid:delivery_id>/",
        staff(import_views.preview),
        name="import-preview",
    ),
    path(
        "admin/import/<uuid:delivery_id>/apply/",
        staff(import_views.accept),
        name="import-accept",
    ),
    path(
        "admin/import/<uuid:delivery_id>/undo/",
        staff(import_views.undo),
        name="import-undo",
    ),
    path(
        "admin/import/<uuid:delivery_id>/drafts/",
        staff(import_approval_views.show),
        name="import-drafts",
    ),
    re_path(
        r"^admin/export/(?P<category>[a-z]+)\.(?P<kind>csv|xlsx)$",
        staff(import_views.export_file),
        name="export",
    ),
    path("admin/drafts/", staff(draft_overview.show), name="drafts"),
    path("admin/rows/<int:item_id>/draft/", staff(draft_views.show), name="row-draft"),
    path(
        "admin/rows/<int:item_id>/comment/",
        staff(draft_views.comment),
        name="row-comment",
    ),
    re_path(
        r"^admin/rows/(?P<item_id>[0-9]{1,18})/draft/"
        r"(?P<action>publish|schedule|approve|discard)/$",
        staff(draft_views.act),
        name="row-draft-act",
    ),
    path("admin/team/", staff(team_views.team), name="team"),
    path("admin/team/invite/", staff(team_views.invite), name="team-invite"),
    path(
        "admin/team/<int:user_id>/", staff(team_views.member_page), name="team-member"
    ),
    path(
        "admin/team/<int:user_id>/password/",
        staff(team_views.reset_password),
        name="team-reset-password",
    ),
    path(
        "admin/team/<int:user_id>/second-factor/",
        staff(team_views.reset_second_factor),
        name="team-reset-second-factor",
    ),
    path("cms/webhook", webhook.cms, name="cms-webhook"),
]
