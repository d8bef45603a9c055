"""Retries, timeouts and hooks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from conftest import SECRET_KEY, Connect, Scripted
from test_operations import QR, refusal_of, unique

from saphan import RequestAttempt, ResponseAttempt, SaphanError
from saphan._exchange import retry_delay

Serve = Callable[..., Scripted]


def reply(status: int, body: bytes = b"{}", **headers: str) -> tuple[int, dict[str, str], bytes]:
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, body


def keys_of(script: Scripted) -> list[str | None]:
    return [each.headers.get("idempotency-key") for each in script.requests]


def test_a_post_whose_response_was_lost_creates_one_payment(connect: Connect, serve: Serve) -> None:
    flaky = serve("lose", "lose", "forward")
    reference = unique()
    created = connect(base_url=flaky.url).create_qr_code({**QR, "reference": reference})
    assert created["payment_id"].startswith("pay_")
    assert connect().list_payments({"reference": reference})["total"] == 1
    keys = keys_of(flaky)
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert keys[0] is not None
    assert len(keys[0]) == 36


@pytest.mark.parametrize(
    "first",
    [reply(500), reply(503, b"<h1>Unavailable</h1>"), reply(429, retry_after="0"), "reset"],
    ids=["500", "503", "429", "reset"],
)
def test_a_post_is_retried_with_its_key(connect: Connect, serve: Serve, first: Any) -> None:
    flaky = serve(first, reply(200))
    connect(base_url=flaky.url).create_qr_code(QR, idempotency_key="k-1")
    assert keys_of(flaky) == ["k-1", "k-1"]


def test_a_post_is_retried_after_a_timeout(connect: Connect, serve: Serve) -> None:
    flaky = serve("hang", reply(200))
    connect(base_url=flaky.url, timeout=0.3).create_qr_code(QR, idempotency_key="k-2")
    assert keys_of(flaky) == ["k-2", "k-2"]


@pytest.mark.parametrize("status", [307, 400, 401, 403, 404, 409, 422])
def test_a_permanent_error_is_not_retried(connect: Connect, serve: Serve, status: int) -> None:
    server = serve(reply(status, location="http://localhost:1/", x_request_id="req_1"))
    error = refusal_of(lambda: connect(base_url=server.url).create_qr_code(QR))
    assert (error.status, error.code, error.type) == (status, "unknown", "api_error")
    assert error.request_id == "req_1"
    assert len(server.requests) == 1


def test_a_get_is_retried_without_a_key_after_retry_after(connect: Connect, serve: Serve) -> None:
    server = serve(reply(429, retry_after="1"), reply(200, b'{"available":1.10}'))
    started = time.monotonic()
    assert str(connect(base_url=server.url).read_balance()["available"]) == "1.10"
    assert time.monotonic() - started >= 1
    assert keys_of(server) == [None, None]


def test_a_retry_after_of_more_than_a_minute_fails_at_once(connect: Connect, serve: Serve) -> None:
    server = serve(reply(429, retry_after="3600"))
    error = refusal_of(connect(base_url=server.url).read_balance)
    assert (error.status, error.retry_after) == (429, 3600)
    assert len(server.requests) == 1


def test_the_last_error_is_raised_after_the_maximum(connect: Connect, serve: Serve) -> None:
    server = serve(reply(503))
    client = connect(base_url=server.url, retries_max=1)
    assert refusal_of(client.read_balance).status == 503
    assert len(server.requests) == 2
    refusal_of(lambda: client.read_balance(retries_max=0))
    assert len(server.requests) == 3


def test_no_server_is_unreachable_and_no_response_a_timeout(connect: Connect, serve: Serve) -> None:
    nobody = connect(base_url="http://127.0.0.1:1", retries_max=0)
    error = refusal_of(nobody.read_balance)
    assert (error.status, error.code, error.type) == (None, "unreachable", "connection_error")
    assert error.__cause__ is not None
    slow = connect(base_url=serve("hang").url, retries_max=0)
    error = refusal_of(lambda: slow.read_balance(timeout=0.2))
    assert (error.status, error.code) == (None, "timeout")
    assert str(error) == "Saphan did not respond within 0.2 s."


@pytest.mark.parametrize("body", [b"<h1>Log in</h1>", b"null", b"[]", b"\xff", b'{"a":NaN}'])
def test_a_response_that_is_no_object_is_an_error(
    connect: Connect, serve: Serve, body: bytes
) -> None:
    error = refusal_of(connect(base_url=serve(reply(200, body)).url).read_balance)
    assert (error.status, error.code) == (200, "unknown")


def test_hooks_see_every_attempt(connect: Connect, serve: Serve) -> None:
    server = serve(reply(503, x_request_id="req_1"), "reset", reply(200, x_request_id="req_3"))
    sent: list[RequestAttempt] = []
    seen: list[ResponseAttempt] = []
    client = connect(
        api_key=SECRET_KEY, base_url=server.url, on_request=sent.append, on_response=seen.append
    )
    client.create_qr_code(QR, idempotency_key="k-3")
    assert [(each.method, each.path, each.attempt, each.idempotency_key) for each in sent] == [
        ("POST", "/Thai/v1/qr-codes", attempt, "k-3") for attempt in (1, 2, 3)
    ]
    assert [(each.attempt, each.status, each.request_id) for each in seen] == [
        (1, 503, "req_1"),
        (2, None, None),
        (3, 200, "req_3"),
    ]
    assert [each.error is None for each in seen] == [False, False, True]
    assert [each.retry_in is None for each in seen] == [False, False, True]
    assert all(each.duration >= 0 for each in seen)
    assert SECRET_KEY not in repr([sent, seen, client.of._options])


def error_with(status: int | None, retry_after: float | None = None) -> SaphanError:
    return SaphanError("", status=status, code="", type="", retry_after=retry_after)


def test_the_delay_grows_to_a_maximum_and_is_at_least_retry_after() -> None:
    tries = (0, 1, 2, 9)
    assert [retry_delay(error_with(None), each, 0) for each in tries] == [0.25, 0.5, 1, 8]
    assert [retry_delay(error_with(None), each, 1) for each in tries] == [0.125, 0.25, 0.5, 4]
    assert retry_delay(error_with(503, 5), 0, 0) == 5
    assert retry_delay(error_with(503, 0.01), 0, 0) == 0.25
    assert retry_delay(error_with(503, 61), 0, 0) is None
    assert retry_delay(error_with(404), 0, 0) is None
