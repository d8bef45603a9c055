"""Operations on a running gateway."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx
import pytest
from conftest import Client, Connect, Scripted, setting

from saphan import SaphanError, request_id_of, verify_webhook

QR = {"amount": 150, "currency": "THB"}
WITHDRAWAL = {
    "amount": Decimal("100.01"),
    "username": "customer1",
    "bankName": "KBANK",
    "accountNumber": "1234567890",
    "firstNameTH": "สมชาย",
    "lastNameTH": "ใจดี",
}


def unique() -> str:
    return f"order-{uuid.uuid4()}"[:35]


def refusal_of(call: Callable[[], Any]) -> SaphanError:
    with pytest.raises(SaphanError) as caught:
        call()
    return caught.value


def test_a_payment_is_created_read_found_and_expired(saphan: Client) -> None:
    reference = unique()
    qr = saphan.create_qr_code({**QR, "reference": reference, "metadata": {"a": 1}})
    assert qr["qr_data"].startswith("000201")
    payment = saphan.read_payment(qr["payment_id"])
    assert (payment["status"], payment["amount"], payment["reference"]) == (
        "pending",
        150,
        reference,
    )
    assert payment["metadata"] == {"a": 1}
    assert saphan.expire_payment(qr["payment_id"])["status"] == "expired"
    found = saphan.list_payments({"reference": reference, "status": "expired"})
    assert [each["payment_id"] for each in found["payments"]] == [qr["payment_id"]]


def test_a_payment_is_paid_reported_by_a_webhook_and_refunded(
    saphan: Client, serve: Callable[..., Scripted]
) -> None:
    receiver = serve()
    names = ["payment.succeeded", "refund.completed"]
    webhook = saphan.create_webhook({"url": f"{receiver.url}/hook", "events": names})
    try:
        qr = saphan.create_qr_code(QR)
        paid = httpx.post(
            f"{setting('SAPHAN_BANK_URL')}/api/payments", json={"qrData": qr["qr_data"]}, timeout=60
        )
        assert paid.is_success

        def event_of(name: str) -> Any:
            request = receiver.wait_for(lambda each: f'"{name}"'.encode() in each.body)
            with pytest.raises(Exception, match="signature"):
                verify_webhook("whsec_" + "A" * 44, request.headers, request.body)
            return verify_webhook(webhook["secret"], request.headers, request.body)

        event = event_of("payment.succeeded")
        assert event["data"]["payment_id"] == qr["payment_id"]
        assert saphan.read_payment(qr["payment_id"])["status"] == "succeeded"
        refund = saphan.create_refund(
            {"payment_id": qr["payment_id"], "amount": 50}, idempotency_key=unique()
        )
        assert refund["status"] == "pending"
        assert event_of("refund.completed")["data"]["refund_id"] == refund["refund_id"]
        refunds = saphan.refunds({"payment_id": qr["payment_id"]})
        assert [(each["refund_id"], each["status"]) for each in refunds] == [
            (refund["refund_id"], "succeeded")
        ]
        deliveries = saphan.deliveries(webhook["webhook_id"])
        assert {each["event"] for each in deliveries} == set(names)
    finally:
        assert saphan.delete_webhook(webhook["webhook_id"])["deleted"] is True


def test_a_withdrawal_is_held_with_exact_satang(saphan: Client) -> None:
    before = saphan.read_balance()
    order_id = saphan.create_withdrawal(WITHDRAWAL)["orderId"]
    withdrawal = saphan.read_withdrawal(order_id)
    assert withdrawal["amount"] == Decimal("100.01")
    entries = [each for each in saphan.balance_entries() if each["order_id"] == order_id]
    assert Decimal("100.01") in [each["held"] for each in entries]
    assert isinstance(before["available"], (int, Decimal))


def test_a_deposit_is_created_and_read(saphan: Client) -> None:
    created = saphan.create_deposit(
        {
            "amount": 250.5,
            "userName": "customer1",
            "firstName": "สมชาย",
            "lastName": "ใจดี",
            "bankName": "SCB",
            "accountNumber": "123-4-56789-0",
        }
    )
    deposit = saphan.read_deposit(created["data"]["orderId"])
    assert (deposit["status"], deposit["amount"]) == ("pending", Decimal("250.5"))
    assert deposit["slips"] == []


def test_a_list_is_iterated_over_all_pages_with_each_item_once(saphan: Client) -> None:
    reference = unique()
    made = [saphan.create_qr_code({**QR, "reference": reference})["payment_id"] for _ in range(5)]
    found = saphan.payments({"reference": reference, "limit": 2})
    assert [each["payment_id"] for each in found] == made[::-1]


def test_a_query_takes_days_and_times_with_a_zone(saphan: Client) -> None:
    tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
    assert saphan.payments({"start_date": tomorrow, "status": None}) == []
    assert saphan.payments({"end_date": datetime.date(2020, 1, 1)}) == []
    with pytest.raises(ValueError, match="start_date must have a time zone"):
        saphan.list_payments({"start_date": datetime.datetime(2026, 1, 1)})  # noqa: DTZ001


def test_an_idempotency_key_makes_one_payment_of_two_calls(saphan: Client) -> None:
    key = unique()
    first = saphan.create_qr_code(QR, idempotency_key=key)
    assert saphan.create_qr_code(QR, idempotency_key=key) == first
    assert saphan.create_qr_code({**QR, "idempotency_key": key}) == first
    other = refusal_of(
        lambda: saphan.create_qr_code({"amount": 151, "currency": "THB"}, idempotency_key=key)
    )
    assert other.status == 409
    assert saphan.create_qr_code(QR)["payment_id"] != first["payment_id"]


def test_an_error_of_the_qr_api_has_code_parameter_and_request_id(saphan: Client) -> None:
    error = refusal_of(lambda: saphan.create_qr_code({**QR, "amount": 0}))
    assert (error.status, error.code, error.type, error.param) == (
        422,
        "invalid_amount",
        "validation_error",
        "amount",
    )
    assert error.doc_url is not None
    assert error.doc_url.endswith("#error-invalid_amount")
    assert error.request_id is not None
    assert error.request_id.startswith("req_")
    assert str(error) == error.message != ""


def test_an_error_of_the_bank_transfer_api_has_the_same_fields(saphan: Client) -> None:
    available = saphan.read_balance()["available"]
    too_much = {**WITHDRAWAL, "amount": min(int(available) + 1, 2_000_000)}
    error = refusal_of(lambda: saphan.create_withdrawal(too_much))
    assert (error.status, error.code, error.type) == (403, "insufficient_funds", "payment_error")
    assert error.request_id is not None


def test_a_wrong_key_is_unauthorized(connect: Connect) -> None:
    stranger = connect(api_key="sk_test_nobody")
    error = refusal_of(stranger.read_balance)
    assert (error.status, error.code) == (401, "unauthorized")


def test_an_answer_has_the_id_of_its_request(saphan: Client) -> None:
    request_id = request_id_of(saphan.read_balance())
    assert request_id is not None
    assert request_id.startswith("req_")
    assert request_id_of({}) is None


@pytest.mark.parametrize("order_id", ["", "..", "a/b", "pay_1?x=1", "pay 1", "จ่าย", None])
def test_an_id_that_would_change_the_path_is_refused(saphan: Client, order_id: Any) -> None:
    with pytest.raises(ValueError, match="An ID must be"):
        saphan.read_payment(order_id)


def test_a_key_that_signs_payouts_pays_out_with_its_secret_only(connect: Connect) -> None:
    api_key, secret = setting("SAPHAN_SIGNED_KEY"), setting("SAPHAN_SIGNING_SECRET")
    key = unique()
    signing = connect(api_key=api_key, signing_secret=secret)
    created = signing.create_withdrawal(WITHDRAWAL, idempotency_key=key)
    assert signing.create_withdrawal(WITHDRAWAL, idempotency_key=key) == created
    for wrong in (None, "sign_wrong"):
        unsigned = connect(api_key=api_key, signing_secret=wrong)
        with pytest.raises(SaphanError) as caught:
            unsigned.create_withdrawal(WITHDRAWAL)
        error = caught.value
        assert (error.status, error.code) == (401, "invalid_signature")
