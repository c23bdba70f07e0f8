from django.contrib import admin
from django.urls import path

from apps.sms import answer_page, phone_page, views

urlpatterns = [
    path("admin/phone/", admin.site.admin_view(phone_page.show), name="phone"),
    path("sms/telnyx", views.telnyx, name="telnyx-webhook"),
    path("t/<str:token>", answer_page.show, name="whole-answer"),
]
