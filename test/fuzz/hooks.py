"""What the document cannot say of a request, for `npm run fuzz`."""

import os
import sys

import schemathesis

RECEIVER = os.environ["FUZZ_RECEIVER"]


# The gateway reads an integer that a double cannot represent as this number, and refuses it.
NUMBER_END = sys.float_info.max
METADATA_LEVELS = 8


def keepable(value, levels=METADATA_LEVELS):
    """The value without NUL characters, without the longest numbers and without what lies deeper."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, (int, float)):
        return value if abs(value) < NUMBER_END else 0
    if isinstance(value, (list, dict)) and levels == 0:
        return None
    if isinstance(value, list):
        return [keepable(item, levels - 1) for item in value]
    if isinstance(value, dict):
        return {keepable(name): keepable(member, levels - 1) for name, member in value.items()}
    return value


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if not isinstance(body, dict):
        return
    # A webhook must answer a ping: every address that could be one becomes the fuzzer's own.
    url = body.get("url")
    if isinstance(url, str) and url.lower().startswith(("http://", "https://")):
        body["url"] = RECEIVER
    # The document describes the limits of metadata in words only.
    if isinstance(body.get("metadata"), dict):
        body["metadata"] = keepable(body["metadata"])
    # A key in the header and one in the body must be the same.
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and isinstance(body.get("idempotency_key"), str):
        body["idempotency_key"] = key
