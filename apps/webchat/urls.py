from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from apps.webchat import calendar_file, document_page, resort_map, shared_page, views
from apps.webchat.api.routes import api
from apps.webchat.bundles import views as bundle_views


class Favicon(RedirectView):
    def get_redirect_url(self, *args: object, **kwargs: object) -> str:
        return static("webchat/images/sign-sun.svg")


urlpatterns = [
    path("", views.page, name="page"),
    # Where browsers look on pages that name no sign of their own.
    path("favicon.ico", Favicon.as_view()),
    path("widget/", views.widget_demo, name="widget-demo"),
    path("", api.urls),
    path("bundles/<slug:digest>/<str:name>", bundle_views.show, name="bundle"),
    path("s/<str:token>", shared_page.show, name="shared"),
    path("<slug:slug>/", views.page, name="property-page"),
    path(
        "<slug:slug>/documents/<uuid:public_id>/",
        document_page.show,
        name="document",
    ),
    path(
        "<slug:slug>/documents/<uuid:public_id>/pages/<int:number>.png",
        document_page.picture,
        name="document-picture",
    ),
    path("<slug:slug>/map.json", resort_map.show, name="map"),
    path("<slug:slug>/privacy/", views.privacy, name="privacy"),
    path(
        "<slug:slug>/calendar/<int:performance>.ics",
        calendar_file.show,
        name="calendar-file",
    ),
    path("<slug:slug>/embedded/", views.embedded, name="embedded-page"),
]
