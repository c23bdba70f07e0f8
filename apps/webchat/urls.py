from django.urls import path

from apps.webchat import views

urlpatterns = [
    path("", views.page, name="page"),
    path("health", views.health, name="health"),
    path("<slug:slug>/", views.page, name="property-page"),
]
