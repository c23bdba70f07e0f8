"""Errors of the program, grouped by the place in the code that raised them."""

from __future__ import annotations

from django.db import models


class ErrorGroup(models.Model):
    """Holds no message, which could quote a guest. Only `errors/` writes it."""

    fingerprint = models.CharField(max_length=64, unique=True)
    error = models.CharField(max_length=100, help_text="The class of the error.")
    place = models.CharField(max_length=200, help_text="File and function.")
    event = models.CharField(max_length=200, help_text="What was being done.")
    count = models.PositiveBigIntegerField("times", default=0)
    first_version = models.CharField("since version", max_length=60)
    last_version = models.CharField("latest in version", max_length=60)
    first_seen_at = models.DateTimeField("first")
    last_seen_at = models.DateTimeField("latest")

    class Meta:
        ordering = ["-last_seen_at"]
        verbose_name = "error"

    def __str__(self) -> str:
        return f"{self.error} in {self.place}"
