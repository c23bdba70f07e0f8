"""Where staff keep the property, the law around it, and each other."""

from apps.properties.admin import law, people, place

__all__ = ["law", "people", "place"]
