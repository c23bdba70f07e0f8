"""Where pictures and documents are: on the disk, or in a store that hosts share."""

from __future__ import annotations

from concierge_project.settings.environment import env

# : Bucket of an S3-compatible store for pictures and documents, which several hosts
# : need. Empty keeps them in the var folder.
MEDIA_S3_BUCKET: str = env.str("MEDIA_S3_BUCKET", default="")
# : Address of that store, such as `https://minio.example`; empty means Amazon's.
MEDIA_S3_URL: str = env.str("MEDIA_S3_URL", default="")
# : Region of the bucket, where the store has regions.
MEDIA_S3_REGION: str = env.str("MEDIA_S3_REGION", default="")
# : Key that may list, read, write and delete in the bucket; empty uses the role of the
# : machine.
MEDIA_S3_ACCESS_KEY: str = env.str("MEDIA_S3_ACCESS_KEY", default="")
# : Secret of that key.
MEDIA_S3_SECRET_KEY: str = env.str("MEDIA_S3_SECRET_KEY", default="")
