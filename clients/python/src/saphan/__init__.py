"""The client of the Saphan payment gateway."""

from . import types
from ._call import CallOptions
from ._client import AsyncSaphan, Saphan
from ._errors import SaphanError
from ._exchange import request_id_of
from ._options import RequestAttempt, ResponseAttempt
from ._version import VERSION
from ._webhooks import (
    SignedEvent,
    WebhookHeaders,
    WebhookVerificationError,
    sign_test_event,
    verify_webhook,
)

__all__ = [
    "AsyncSaphan",
    "CallOptions",
    "RequestAttempt",
    "ResponseAttempt",
    "Saphan",
    "SaphanError",
    "SignedEvent",
    "WebhookHeaders",
    "WebhookVerificationError",
    "VERSION",
    "request_id_of",
    "sign_test_event",
    "types",
    "verify_webhook",
]
