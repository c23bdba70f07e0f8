"""What guests ask about a place, and the fields of the records that answer it.

A table to be tuned: add a phrase where a question is not understood, a field where a
record answers it. Phrases are compared word by word, without endings.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aspect:
    """fields: best first; a trailing * stands for any ending. says: most facts told.

    listed: how many of the fields recommend a row in a list of several.
    """

    name: str
    fields: tuple[str, ...]
    phrases: tuple[str, ...]
    says: int = 1
    listed: int = 9

    def rank(self, field: str) -> int | None:
        """Place of a field among those that answer; None when it does not."""
        for place, own_field in enumerate(self.fields):
            is_prefix = own_field.endswith("*") and field.startswith(own_field[:-1])
            if field == own_field or is_prefix:
                return place
        return None


OVERVIEW = Aspect(
    "overview",
    (
        "summary",
        "cuisine",
        "genre",
        "games",
        "description",
        "answer",
        "performances",
        "now",
        "hours_note",
        "hours",
        "tiers",
        "rate_from",
        "sort",
    ),
    (
        "tell me about",
        "tell me more",
        "describe",
        "overview",
        "what is",
        "more about",
        "learn about",
        "information",
        "info on",
        "more details",
        "sobre",
        "acerca de",
    ),
    says=3,
)

ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        "hours",
        ("then", "now", "hours", "hours_exceptions", "performances", "schedule",
         "hours_note", "valid_to"),
        ("hours", "open", "opening", "close", "closing", "closed", "what time", "when",
         "until", "how late", "schedule", "hora", "horario", "abre", "abren", "abierto",
         "abiertos", "cierra", "cierran", "cuando"),
        says=2,
    ),
    Aspect(
        "performances",
        ("then", "performances", "schedule", "now", "hours_note", "hours"),
        ("is playing", "whos playing", "playing tonight", "who plays", "performing",
         "performance", "showtime", "start", "starts", "begin",
         "next show", "who is on", "whats on", "what is on", "on tonight", "happening",
         "going on", "line up", "lineup", "empieza", "funcion"),
        says=2,
    ),
    Aspect(
        "price",
        ("price_band", "price", "rate_from", "rate", "price_from", "is_free", "fee"),
        ("how much", "price", "pricing", "cost", "expensive", "cheap", "cheaper",
         "cheapest", "affordable", "inexpensive", "rate", "rates", "fee", "free",
         "charge", "pay", "budget", "ticket", "pricey", "nightly", "cuanto cuesta",
         "cuestan", "precio", "gratis", "barato"),
    ),
    Aspect(
        "dress_code",
        ("dress_code",),
        ("dress", "wear", "attire", "outfit", "clothes", "jeans", "shorts", "sneakers",
         "suit and tie", "jacket", "formal", "vestimenta", "vestir", "ropa", "codigo"),
    ),
    Aspect(
        "location",
        ("place", "location", "in_tower", "at_venue", "address"),
        ("where is", "where are", "where in", "where the", "located", "location",
         "how do i find", "how do i get to", "which casino", "address", "which part",
         "part of the", "donde esta", "donde queda", "ubicado", "ubicacion"),
    ),
    Aspect(
        "cuisine",
        ("cuisine", "summary"),
        ("cuisine", "food", "serve", "kind of food", "type of food", "menu", "cocina",
         "comida", "sirven"),
    ),
    Aspect(
        "reservations",
        ("reservations",),
        ("reservation", "reserve", "book", "booking", "walk in", "need a table",
         "get a table", "reserva", "reservar"),
    ),
    Aspect(
        "phone",
        ("phone", "contact"),
        ("phone", "phone number", "call", "telephone", "number for", "number of the",
         "contact", "reach", "telefono", "llamar", "numero"),
    ),
    Aspect(
        "website",
        ("website",),
        ("website", "online", "web site", "web page", "link", "url"),
    ),
    Aspect(
        "age",
        ("minimum_age", "age"),
        ("age", "how old", "years old", "old enough", "minor", "under 21", "under 18",
         "over 21", "21 and over", "adults only", "underage", "legal", "edad"),
    ),
    Aspect(
        "kids",
        ("kids", "minimum_age"),
        ("kid", "kids", "kid friendly", "child", "children", "family",
         "family friendly", "toddler", "baby", "teen", "teenager", "son", "daughter",
         "stroller", "high chair", "ninos", "familia"),
        listed=1,
    ),
    Aspect(
        "size",
        ("size_sqft", "size"),
        ("how big", "size", "large", "largest", "biggest", "square feet", "square foot",
         "sq ft", "spacious", "tamano"),
    ),
    Aspect("tower", ("in_tower", "tower"), ("tower", "which building", "torre")),
    Aspect(
        "bath",
        ("bath", "tub"),
        ("tub", "bath", "bathroom", "bathtub", "shower", "jacuzzi", "soaking",
         "soaking tub", "whirlpool", "banera", "ducha"),
    ),
    Aspect(
        "beds",
        ("beds",),
        ("bed", "king", "queen", "sleep", "king bed", "queen bed", "sofa bed", "cama"),
    ),
    Aspect(
        "features",
        ("features",),
        ("include", "included", "amenities in the room", "in the room", "balcony",
         "terrace", "mini fridge", "fridge", "wet bar", "living room", "feature"),
    ),
    Aspect(
        "benefits",
        ("tier_*", "benefits", "tiers"),
        ("benefit", "perk", "do i get", "get with", "come with", "advantage",
         "ventajas", "beneficios"),
        says=4,
    ),
    Aspect(
        "tiers",
        ("tiers", "tier_*"),
        ("tier", "level", "status", "rank", "niveles"),
        says=1,
    ),
    Aspect(
        "how_to_join",
        ("how_to_join",),
        ("join", "sign up", "enroll", "become a member", "register", "get a card",
         "redeem", "inscribirme", "unirme"),
    ),
    Aspect(
        "capacity",
        ("capacity",),
        ("capacity", "how many people", "how many guests", "how many seats", "seats",
         "hold", "fit", "capacidad"),
    ),
    Aspect("venue", ("at_venue",), ("which venue", "what venue", "which stage")),
    Aspect(
        "games",
        ("games",),
        ("game", "games", "table games", "play", "offer", "juegos"),
    ),
    Aspect("tables", ("table_count",), ("how many tables", "number of tables")),
    Aspect(
        "machines",
        ("machine_count",),
        ("how many slots", "how many slot machines", "how many machines"),
    ),
    Aspect(
        "floors",
        ("floor_count",),
        ("how many floors", "how many stories", "how tall", "floors"),
    ),
    Aspect("rooms", ("room_count",), ("how many rooms", "number of rooms")),
    Aspect("opened", ("opened",), ("when did", "when was", "built", "what year")),
    Aspect(
        "public",
        ("hotel_guests_only",),
        ("hotel guest", "anyone", "everyone", "who can", "have to stay", "public",
         "hotel guests only", "open to the public", "open to everyone",
         "not staying", "staying at the hotel", "non guests", "day pass"),
    ),
)  # fmt: skip
