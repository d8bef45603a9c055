"""What the document cannot say of a request, for `npm run fuzz`."""

import os

import schemathesis

RECEIVER = os.environ["FUZZ_RECEIVER"]


def without_nul(value):
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, list):
        return [without_nul(item) for item in value]
    if isinstance(value, dict):
        return {without_nul(name): without_nul(member) for name, member in value.items()}
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
    # Metadata without NUL characters, wherever they stand.
    if isinstance(body.get("metadata"), dict):
        body["metadata"] = without_nul(body["metadata"])
    # A key in the header and one in the body must be the same.
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and isinstance(body.get("idempotency_key"), str):
        body["idempotency_key"] = key
