from django.urls import path

from apps.webchat import views
from apps.webchat.api.routes import api

urlpatterns = [
    path("", views.page, name="page"),
    path("", api.urls),
    path("<slug:slug>/", views.page, name="property-page"),
]
