from django.apps import AppConfig


class ReservationsConfig(AppConfig):
    name = "apps.reservations"
    label = "reservations"

    def ready(self) -> None:
        from apps.catalog.demo import loader  # noqa: PLC0415 - needs loaded models
        from apps.reservations import demo_bookings  # noqa: PLC0415

        loader.catalog_loaded.connect(
            demo_bookings.load, dispatch_uid="reservations-demo"
        )
