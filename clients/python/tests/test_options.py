"""Options of a client and of a call, and what is sent."""

from __future__ import annotations

import importlib.metadata
import importlib.resources
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from conftest import SECRET_KEY, Connect, Scripted
from test_operations import QR

import saphan
from saphan import Saphan


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("api_key", {"api_key": "sk_live_secret\n"}),
        ("api_key", {"api_key": '"sk_live_secret"'}),
        ("api_key", {"api_key": "sk_live_secret\u200b"}),
        ("api_key", {"api_key": "sk_live_secret secret"}),
        ("api_key", {"api_key": "sk_live_ความsecret"}),
        ("api_key", {"api_key": ""}),
        ("api_key", {"api_key": None}),
        ("api_key", {"api_key": ["sk_live_secret"]}),
        ("signing_secret", {"signing_secret": "sign_secret\r\n"}),
        ("signing_secret", {"signing_secret": ""}),
        ("base_url", {"base_url": "secret"}),
        ("base_url", {"base_url": "ftp://secret"}),
        ("base_url", {"base_url": "https://secret:secret@gateway.example"}),
        ("base_url", {"base_url": "https://gateway.example/\nsecret"}),
        ("base_url", {"api_key": "sk_live_secret"}),
        ("timeout", {"timeout": 0}),
        ("timeout", {"timeout": float("inf")}),
        ("retries_max", {"retries_max": -1}),
        ("retries_max", {"retries_max": 1.5}),
    ],
)
def test_an_invalid_option_is_a_value_error_without_its_value(
    name: str, options: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=f"^{name} ") as caught:
        Saphan(**{"api_key": SECRET_KEY, **options})
    assert "secret" not in str(caught.value).replace("signing_secret", "")


def test_a_call_names_the_client_and_sends_utf_8(
    connect: Connect, serve: Callable[..., Scripted]
) -> None:
    server = serve()
    client = connect(api_key=SECRET_KEY, base_url=f"{server.url}/prefix/")
    client.create_qr_code({**QR, "reference": "สั่งซื้อ"})
    (request,) = server.requests
    assert request.path == "/prefix/Thai/v1/qr-codes"
    assert request.headers["user-agent"] == f"saphan-python/{saphan.VERSION}"
    assert request.headers["authorization"] == f"Bearer {SECRET_KEY}"
    assert request.headers["content-type"] == "application/json"
    assert request.body == '{"amount":150,"currency":"THB","reference":"สั่งซื้อ"}'.encode()


def test_a_decimal_is_sent_with_its_digits_or_refused(
    connect: Connect, serve: Callable[..., Scripted]
) -> None:
    server = serve()
    client = connect(base_url=server.url)
    for amount in (Decimal("100.01"), Decimal("1E+2"), Decimal("0.10")):
        client.create_refund({"payment_id": "pay_1", "amount": amount})
    sent = [json.loads(each.body, parse_float=Decimal)["amount"] for each in server.requests]
    assert [str(each) for each in sent] == ["100.01", "100", "0.1"]
    for wrong in (Decimal("0.1234567890123456789"), Decimal("NaN"), float("nan"), object()):
        with pytest.raises((TypeError, ValueError)):
            client.create_refund({"payment_id": "pay_1", "amount": wrong})


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("timeout", {"timeout": -1}),
        ("retries_max", {"retries_max": "1"}),
        ("idempotency_key", {"idempotency_key": "คำสั่งซื้อ"}),
        ("idempotency_key", {"idempotency_key": ""}),
        ("idempotency_key", {"idempotency_key": "k\n"}),
        ("idempotency_key", {"idempotency_key": "k" * 256}),
    ],
)
def test_an_invalid_option_of_a_call_is_refused(
    connect: Connect, serve: Callable[..., Scripted], name: str, options: dict[str, Any]
) -> None:
    server = serve()
    with pytest.raises(ValueError, match=f"^{name} "):
        connect(base_url=server.url).create_qr_code(QR, **options)
    assert server.requests == []


def test_a_field_as_an_option_is_a_type_error(connect: Connect) -> None:
    with pytest.raises(TypeError, match="^amount is not an option of a call"):
        connect().create_qr_code(QR, amount=1)


def test_a_key_in_the_body_stays_in_the_body(
    connect: Connect, serve: Callable[..., Scripted]
) -> None:
    server = serve()
    connect(base_url=server.url).create_qr_code({**QR, "idempotency_key": "คำสั่งซื้อ 1"})
    (request,) = server.requests
    assert "idempotency-key" not in request.headers
    assert json.loads(request.body)["idempotency_key"] == "คำสั่งซื้อ 1"


def test_the_installed_package_has_its_version_and_types() -> None:
    assert importlib.metadata.version("saphan") == saphan.VERSION
    assert importlib.resources.files(saphan).joinpath("py.typed").is_file()
