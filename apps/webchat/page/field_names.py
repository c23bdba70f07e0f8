"""What a guest calls the fields of a record, on the sources of an answer.

A field without a name here keeps the label of the record.
"""

from django.utils.translation import gettext_lazy as _

FIELD_NAMES = {
    "field_summary": _("In short"),
    "field_details": _("Details"),
    # The title is the question, and says it all.
    "field_answer": "",
    "field_kind": _("What it is"),
    "field_sort": _("What it is"),
    "field_genre": _("Kind of show"),
    "field_cuisine": _("Cuisine"),
    "field_hours": _("Hours"),
    "field_hours_note": _("About the hours"),
    "field_hours_exceptions": _("Changed hours"),
    "field_now": _("At this moment"),
    "field_then": _("At that time"),
    "field_performances": _("Next show"),
    "field_price_band": _("Price"),
    "field_price_from": _("Price"),
    "field_rate_from": _("Price"),
    "field_fee": _("Fee"),
    "field_is_free": _("Price"),
    "field_dress_code": _("Dress code"),
    "field_reservations": _("Reservations"),
    "field_kids": _("Children"),
    "field_place": _("Where it is"),
    "field_at_venue": _("Stage"),
    "field_in_tower": _("Tower"),
    "field_phone": _("Phone"),
    "field_website": _("Website"),
    "field_minimum_age": _("Minimum age"),
    "field_capacity": _("Room for"),
    "field_size_sqft": _("Size"),
    "field_beds": _("Beds"),
    "field_bath": _("Bath"),
    "field_features": _("What is in it"),
    "field_games": _("Games"),
    "field_tiers": _("Tiers"),
    "field_how_to_join": _("How to join"),
    "field_valid_to": _("Last day"),
    "field_room_count": _("Rooms"),
    "field_floor_count": _("Floors"),
    "field_opened": _("Open since"),
    "field_table_count": _("Tables"),
    "field_machine_count": _("Machines"),
    "field_hotel_guests_only": _("For hotel guests only"),
}
