from django.urls import path

from apps.desk import webhook

urlpatterns = [path("cms/webhook", webhook.cms, name="cms-webhook")]
