"""Whether a webhook comes from Telnyx, and just now.

It signs `timestamp|raw body` with Ed25519; the public key is in its portal. A valid
signature that is old may be a replay.
"""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

# Allows for clock skew and slow networks.
MOST_AGE_SECONDS = 300
SIGNATURE_HEADER = "telnyx-signature-ed25519"
TIMESTAMP_HEADER = "telnyx-timestamp"
# Python refuses to read the longest numbers.
MOST_DIGITS = 12


class Refused(Exception):  # noqa: N818 - it names the state
    """The request is not from Telnyx, or not from now: `forged` or `stale`."""


def insist(headers: Mapping[str, str], body: bytes, public_key: str) -> None:
    """public_key: base64, as the portal shows it. Raises Refused."""
    timestamp = headers.get(TIMESTAMP_HEADER, "")
    if not timestamp.isdecimal() or len(timestamp) > MOST_DIGITS:
        raise Refused("forged")
    try:
        signature = base64.b64decode(headers.get(SIGNATURE_HEADER, ""), validate=True)
        signed = timestamp.encode() + b"|" + body
        load_key(public_key).verify(signature, signed)
    except (InvalidSignature, ValueError, binascii.Error) as error:
        raise Refused("forged") from error
    if abs(time.time() - int(timestamp)) > MOST_AGE_SECONDS:
        raise Refused("stale")


def load_key(public_key: str) -> Ed25519PublicKey:
    """Raises ValueError for anything but 32 bytes in base64."""
    return Ed25519PublicKey.from_public_bytes(
        base64.b64decode(public_key, validate=True)
    )
