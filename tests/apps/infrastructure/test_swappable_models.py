"""Django asks anew which model a setting names once migrations are done."""

from __future__ import annotations

from django.apps import apps

from apps.infrastructure import swappable_models


def test_it_forgets_the_answers_afterwards_even_where_it_was_used_within() -> None:
    own = apps.get_swappable_settings_name
    with swappable_models.remembered():
        with swappable_models.remembered():
            assert apps.get_swappable_settings_name("auth.user") == "AUTH_USER_MODEL"
        assert apps.get_swappable_settings_name("auth.user") == "AUTH_USER_MODEL"
    assert apps.get_swappable_settings_name == own
