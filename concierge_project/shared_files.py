"""Pictures and documents in an S3-compatible store, which all hosts read and write."""

from __future__ import annotations

from typing import Any

from botocore.config import Config
from django.conf import settings
from django.utils.encoding import filepath_to_uri
from storages.backends.s3 import S3Storage

CONNECT_SECONDS = 3
READ_SECONDS = 20


class SharedFiles(S3Storage):
    """Browsers ask this site for pictures, so the bucket stays private."""

    def get_default_settings(self) -> dict[str, Any]:
        return {
            **super().get_default_settings(),
            "bucket_name": settings.MEDIA_S3_BUCKET,
            "endpoint_url": settings.MEDIA_S3_URL or None,
            "region_name": settings.MEDIA_S3_REGION or None,
            "access_key": settings.MEDIA_S3_ACCESS_KEY or None,
            "secret_key": settings.MEDIA_S3_SECRET_KEY or None,
            # Another file of the same name gets a name of its own, as on a disk.
            "file_overwrite": False,
            "client_config": _client(),
        }

    def url(self, name: str, *args: Any, **kwargs: Any) -> str:
        return f"{settings.MEDIA_URL}{filepath_to_uri(name)}"


def _client() -> Config:
    return Config(
        # Few stores but Amazon's have a host name for each bucket.
        s3={"addressing_style": "path" if settings.MEDIA_S3_URL else "auto"},
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        # Stores of other makers know no checksums in the trailer of a request.
        request_checksum_calculation="when_required",
        response_checksum_validation="when_required",
    )
