"""What the document cannot say of a request, for `npm run fuzz`."""

import os

import schemathesis

RECEIVER = os.environ["FUZZ_RECEIVER"]


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if not isinstance(body, dict):
        return
    # A webhook must answer a ping: every address that could be one becomes the fuzzer's own.
    url = body.get("url")
    if isinstance(url, str) and url.lower().startswith(("http://", "https://")):
        body["url"] = RECEIVER
    # A key in the header and one in the body must be the same.
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and isinstance(body.get("idempotency_key"), str):
        body["idempotency_key"] = key
