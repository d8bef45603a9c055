"""One operation with its retries, apart from the sending."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import time
import uuid
from decimal import Decimal
from typing import Any, NoReturn

import httpx

from ._call import Call, body_text
from ._errors import SaphanError, connection_error, error_from_response
from ._options import Options, RequestAttempt, ResponseAttempt
from ._version import VERSION

FIRST_DELAY = 0.25
DELAY_MAX = 8.0
#: A longer `Retry-After` is not waited for: the error is raised.
RETRY_AFTER_MAX = 60.0


class Answer(dict[str, Any]):
    """The object of a response, with the id of its request."""

    request_id: str | None = None


def request_id_of(answer: Any) -> str | None:
    """The id of the request that returned this object, in the gateway's log.

    None for an object that no method returned. A failed request has `request_id` in its
    SaphanError.
    """
    return answer.request_id if isinstance(answer, Answer) else None


class Exchange:
    """All attempts have the same idempotency key: a retry returns the object of the first one."""

    def __init__(self, options: Options, call: Call[Any]) -> None:
        self._options = options
        self._call = call
        self.timeout = call.options.get("timeout", options.timeout)
        self._retries_max = call.options.get("retries_max", options.retries_max)
        self._body = None if call.body is None else body_text(call.body)
        self._headers = _headers_of(call, options.api_key)
        self._attempt = 0
        self._started = 0.0

    def next_request(self) -> httpx.Request:
        self._attempt += 1
        self._started = time.monotonic()
        if self._options.on_request is not None:
            self._options.on_request(RequestAttempt(**self._about()))
        request = httpx.Request(
            self._call.method,
            f"{self._options.base_url}{self._call.path}",
            headers=self._headers,
            content=self._body,
            extensions={"timeout": httpx.Timeout(self.timeout).as_dict()},
        )
        secret = self._options.signing_secret
        if secret is not None and self._call.method == "POST":
            request.headers["saphan-signature"] = sign(secret, request, int(time.time()))
        return request

    def received(self, response: httpx.Response) -> tuple[Answer | None, float]:
        """The answer, or None and the delay of the next attempt. Raises a permanent error."""
        answer = _parse(response.content)
        request_id = response.headers.get("x-request-id")
        if not response.is_success or not isinstance(answer, dict):
            error = error_from_response(response, answer)
            return None, self._delay_or_raise(error, response.status_code, None)
        self._report(status=response.status_code, request_id=request_id, error=None, retry_in=None)
        found = Answer(answer)
        found.request_id = request_id
        return found, 0.0

    def failed(self, cause: httpx.HTTPError) -> float:
        """The delay of the next attempt. Raises after the last one."""
        return self._delay_or_raise(connection_error(cause, self.timeout), None, cause)

    def _delay_or_raise(
        self, error: SaphanError, status: int | None, cause: httpx.HTTPError | None
    ) -> float:
        retried = self._attempt - 1
        delay = (
            retry_delay(error, retried, random.random())  # noqa: S311
            if retried < self._retries_max
            else None
        )
        self._report(status=status, request_id=error.request_id, error=error, retry_in=delay)
        if delay is None:
            raise error from cause
        return delay

    def _about(self) -> dict[str, Any]:
        return {
            "method": self._call.method,
            "path": self._call.path,
            "attempt": self._attempt,
            "idempotency_key": self._headers.get("idempotency-key"),
        }

    def _report(self, **outcome: Any) -> None:
        if self._options.on_response is not None:
            duration = time.monotonic() - self._started
            self._options.on_response(
                ResponseAttempt(**self._about(), duration=duration, **outcome)
            )


def _headers_of(call: Call[Any], api_key: str) -> dict[str, str]:
    headers = {
        "authorization": f"Bearer {api_key}",
        "accept": "application/json",
        "user-agent": f"saphan-python/{VERSION}",
    }
    if call.body is not None:
        headers["content-type"] = "application/json"
    if call.method == "POST":
        # The body of a QR code may have the key instead, of characters that no header can have.
        is_in_body = isinstance((call.body or {}).get("idempotency_key"), str)
        key = call.options.get("idempotency_key", None if is_in_body else str(uuid.uuid4()))
        if key is not None:
            headers["idempotency-key"] = key
    return headers


def sign(secret: str, request: httpx.Request, seconds: int) -> str:
    """The header `Saphan-Signature` of a request.

    HMAC-SHA256 over the time in seconds, the method, the path with its query, the SHA-256 of the
    body, and the idempotency key, each on a line.
    """
    signed = "\n".join(
        [
            str(seconds),
            request.method,
            request.url.raw_path.decode("ascii"),
            hashlib.sha256(request.content).hexdigest(),
            request.headers.get("idempotency-key", ""),
        ]
    )
    code = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).hexdigest()
    return f"t={seconds},v1={code}"


def retry_delay(error: SaphanError, retried: int, chance: float) -> float | None:
    """Seconds before the next retry; None when the error is permanent.

    Exponential back-off, reduced by up to half at random, at least the response's `Retry-After`.
    `retried` counts from 0; `chance` is a random number from 0 to 1.
    """
    may_pass = error.status is None or error.status == 429 or error.status >= 500
    after = error.retry_after or 0.0
    if not may_pass or after > RETRY_AFTER_MAX:
        return None
    grown: float = min(DELAY_MAX, FIRST_DELAY * 2**retried)
    return max(after, grown * (1 - chance / 2))


def _parse(content: bytes) -> Any:
    """None when the content is not JSON: no operation returns null."""
    try:
        return parse_json(content)
    except ValueError:
        return None


def parse_json(content: bytes) -> Any:
    """Amounts keep their decimal digits. Raises ValueError."""
    text = content.decode("utf-8")
    return json.loads(text, parse_float=Decimal, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"JSON has no {name}")
