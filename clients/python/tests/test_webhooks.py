"""Verification of webhooks, with the vectors of all clients."""

from __future__ import annotations

import datetime
import time
from typing import Any

import httpx
import pytest
from conftest import vectors

from saphan import WebhookVerificationError, sign_test_event, verify_webhook
from saphan._exchange import sign

EVENT: Any = {
    "id": "evt_1",
    "event": "payment.succeeded",
    "sequence": 2,
    "timestamp": "2026-01-02T03:04:05.000Z",
    "data": {"payment_id": "pay_1", "reference": "ก"},
}
SECRET = "a secret of the merchant"


@pytest.mark.parametrize("vector", vectors("webhooks.json"), ids=lambda each: each["what"])
def test_a_vector_of_standard_webhooks_is_judged_alike(vector: Any) -> None:
    headers = {
        "webhook-id": vector["id"],
        "webhook-timestamp": vector["timestamp"],
        "webhook-signature": vector["signature"],
    }
    body = vector["body"].encode()

    def verify() -> Any:
        return verify_webhook(vector["secret"], headers, body, now=vector["now"])

    if vector["isValid"]:
        assert isinstance(verify(), dict)
    else:
        with pytest.raises(WebhookVerificationError):
            verify()


def test_headers_may_be_a_mapping_lists_or_pairs() -> None:
    headers, body = sign_test_event(SECRET, EVENT)
    for given in (
        headers,
        {name.title(): value for name, value in headers.items()},
        {name: [value] for name, value in headers.items()},
        [(name.encode(), value.encode()) for name, value in headers.items()],
        httpx.Headers(headers),
    ):
        assert verify_webhook(SECRET, given, body) == EVENT
    assert verify_webhook(SECRET, headers, body.decode()) == EVENT


def test_a_repeated_header_is_refused() -> None:
    headers, body = sign_test_event(SECRET, EVENT)
    for name in headers:
        twice: Any = {**headers, name: [headers[name], headers[name]]}
        pairs = [*headers.items(), (name.upper(), headers[name])]
        for given in (twice, pairs, {**headers, name: None}, {**headers, name: 1}):
            with pytest.raises(WebhookVerificationError):
                verify_webhook(SECRET, given, body)


@pytest.mark.parametrize("secret", ["", None, b"secret"])
def test_a_missing_secret_is_refused_and_never_verifies(secret: Any) -> None:
    headers, body = sign_test_event(SECRET, EVENT)
    with pytest.raises(ValueError, match="^secret must be"):
        verify_webhook(secret, headers, body)
    with pytest.raises(ValueError, match="^secret must be"):
        sign_test_event(secret, EVENT)


def test_a_test_event_verifies_with_its_secret_for_five_minutes() -> None:
    headers, body = sign_test_event(SECRET, EVENT)
    assert verify_webhook(SECRET, headers, body) == EVENT
    with pytest.raises(WebhookVerificationError):
        verify_webhook("another secret", headers, body)
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, headers, body, now=time.time() + 400)
    old = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=1)
    with pytest.raises(WebhookVerificationError):
        verify_webhook(SECRET, *sign_test_event(SECRET, EVENT, at=old))


@pytest.mark.parametrize("vector", vectors("signed-payouts.json"), ids=lambda each: each["path"])
def test_a_payout_has_the_signature_of_openssl(vector: Any) -> None:
    request = httpx.Request(
        "POST",
        f"https://pay.example.com{vector['path']}",
        headers={"idempotency-key": vector["idempotencyKey"]},
        content=vector["body"].encode(),
    )
    expected = f"t={vector['timestamp']},v1={vector['hex']}"
    assert sign(vector["secret"], request, vector["timestamp"]) == expected
