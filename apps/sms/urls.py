from django.urls import path

from apps.sms import views

urlpatterns = [
    path("sms/telnyx", views.telnyx, name="telnyx-webhook"),
    path("t/<str:token>", views.whole_answer, name="whole-answer"),
]
