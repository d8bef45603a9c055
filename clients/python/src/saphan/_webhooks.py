"""Verification of webhook requests, by Standard Webhooks."""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import hmac
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Union, cast

from ._call import body_text
from ._exchange import parse_json
from .types import SaphanEvent

#: The headers of a request: a mapping in any case of names, or pairs as ASGI has them.
WebhookHeaders = Union[Mapping[str, Any], Iterable[tuple[Union[str, bytes], Union[str, bytes]]]]

_PREFIX = "whsec_"
_KEY_BYTES_MIN = 24
_KEY_BYTES_MAX = 64
_TOLERANCE = 5 * 60


class WebhookVerificationError(Exception):
    """The request was not signed with this secret, or more than 5 minutes ago."""


def verify_webhook(
    secret: str,
    headers: WebhookHeaders,
    raw_body: bytes | str,
    *,
    now: float | None = None,
) -> SaphanEvent:
    """Verifies the signature of a webhook request and returns its event.

    `raw_body` must be the received bytes: JSON that was parsed and serialized again does not
    verify. `now` is the time in seconds since 1970, for tests. Raises WebhookVerificationError, or
    ValueError without a secret.
    """
    key = _signing_key(secret)
    body = raw_body.encode("utf-8", "surrogatepass") if isinstance(raw_body, str) else raw_body
    event_id = _header_in(headers, "webhook-id")
    timestamp = _header_in(headers, "webhook-timestamp")
    signatures = _header_in(headers, "webhook-signature")
    if not event_id or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise WebhookVerificationError("The request has no webhook-id or webhook-timestamp.")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE:
        raise WebhookVerificationError("The request was signed more than 5 minutes ago.")
    expected = _signature(key, event_id, timestamp, body).encode()
    given = [each.encode("utf-8", "surrogatepass") for each in signatures.split(" ")]
    if not any(hmac.compare_digest(expected, each) for each in given):
        raise WebhookVerificationError("No signature is of this secret.")
    try:
        event = parse_json(body)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("The body is not an event.")
    return cast(SaphanEvent, event)


class SignedEvent(NamedTuple):
    """A request that a test sends to a receiver of webhooks."""

    headers: dict[str, str]
    body: bytes


def sign_test_event(
    secret: str, event: SaphanEvent, *, at: datetime.datetime | None = None
) -> SignedEvent:
    """Signs an event as the gateway does, to test a receiver. `at`: the time of the signature."""
    seconds = int(time.time() if at is None else at.timestamp())
    body = body_text(cast(dict[str, Any], event))
    headers = {
        "webhook-id": event["id"],
        "webhook-timestamp": str(seconds),
        "webhook-signature": _signature(_signing_key(secret), event["id"], str(seconds), body),
    }
    return SignedEvent(headers, body)


def _signature(key: bytes, event_id: str, timestamp: str, body: bytes) -> str:
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "surrogatepass") + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode('ascii')}"


def _signing_key(secret: str) -> bytes:
    """The bytes that sign.

    A secret of `whsec_` and the base64 of 24 to 64 bytes stands for those bytes. Any other secret
    was chosen by the merchant and stands for its UTF-8 bytes.
    """
    if not isinstance(secret, str) or secret == "":
        raise ValueError("secret must be the secret of the webhook: it is missing.")
    key = _decoded(secret[len(_PREFIX) :]) if secret.startswith(_PREFIX) else None
    if key is not None and _KEY_BYTES_MIN <= len(key) <= _KEY_BYTES_MAX:
        return key
    return secret.encode()


def _decoded(text: str) -> bytes | None:
    """None for text that is not canonical base64."""
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return key if base64.b64encode(key).decode("ascii") == text else None


def _header_in(headers: WebhookHeaders, name: str) -> str:
    """Empty, which never verifies, when the header is missing or repeated."""
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    found = [each for key, value in pairs if _text(key).lower() == name for each in _values(value)]
    return found[0] if len(found) == 1 else ""


def _values(value: Any) -> list[str]:
    values = value if isinstance(value, (list, tuple)) else [value]
    return [_text(each) for each in values]


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return value if isinstance(value, str) else ""
