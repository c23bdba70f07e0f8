"""A field for several vectors of one row."""

from __future__ import annotations

from typing import Any

import orjson
from django.contrib.postgres.fields import ArrayField

_AS_JSON = str.maketrans({"{": "[", "}": "]", '"': None})


class VectorArrayField(ArrayField):  # type: ignore[type-arg]
    """An array of pgvector's type, which psycopg does not know: it gives its text."""

    def _from_db_value(
        self, value: Any, expression: Any, connection: Any
    ) -> list[list[float]] | None:
        if not isinstance(value, str):
            return value  # type: ignore[no-any-return]
        vectors: list[list[float]] = orjson.loads(value.translate(_AS_JSON))
        return vectors
