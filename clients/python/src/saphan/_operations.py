"""All merchant operations by the `operationId` of the OpenAPI document, in snake case.

A test compares them with the document.
"""

from __future__ import annotations

from . import types
from ._call import Call, CallOptions, checked_id, delete, get, patch, post
from ._compatibility import Unpack


def create_qr_code(body: types.QrCodeRequest, **options: Unpack[CallOptions]) -> Call[types.QrCode]:
    """Creates a payment with its QR code."""
    return post("/Thai/v1/qr-codes", body, options)


def create_token_payment(
    body: types.TokenPaymentRequest, **options: Unpack[CallOptions]
) -> Call[types.Payment]:
    """Charges a customer's token. The outcome is reported by a webhook."""
    return post("/Thai/v1/payments", body, options)


def list_payments(
    query: types.PaymentsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.PaymentPage]:
    """One page of payments, newest first. `payments()` iterates over all of them."""
    return get("/Thai/v1/payments", query, options)


def read_payment(id: str, **options: Unpack[CallOptions]) -> Call[types.Payment]:
    """Retrieves a payment."""
    return get(f"/Thai/v1/payments/{checked_id(id)}", None, options)


def expire_payment(id: str, **options: Unpack[CallOptions]) -> Call[types.Payment]:
    """Expires a pending payment. Expiring it again has no effect."""
    return post(f"/Thai/v1/payments/{checked_id(id)}/expire", None, options)


def create_payment_link(
    body: types.PaymentLinkRequest, **options: Unpack[CallOptions]
) -> Call[types.PaymentLink]:
    """Creates a payment link. Send its `url` to payers."""
    return post("/Thai/v1/payment-links", body, options)


def list_payment_links(
    query: types.PaymentLinksQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.PaymentLinkPage]:
    """One page of payment links, newest first. `payment_links()` iterates over all of them."""
    return get("/Thai/v1/payment-links", query, options)


def read_payment_link(id: str, **options: Unpack[CallOptions]) -> Call[types.PaymentLink]:
    """Retrieves a payment link."""
    return get(f"/Thai/v1/payment-links/{checked_id(id)}", None, options)


def change_payment_link(
    id: str, body: types.PaymentLinkChange, **options: Unpack[CallOptions]
) -> Call[types.PaymentLink]:
    """Updates the given fields."""
    return patch(f"/Thai/v1/payment-links/{checked_id(id)}", body, options)


def stop_payment_link(id: str, **options: Unpack[CallOptions]) -> Call[types.PaymentLink]:
    """Stops a payment link for good. Stopping it again has no effect."""
    return post(f"/Thai/v1/payment-links/{checked_id(id)}/stop", None, options)


def create_monthly_mail(
    id: str, body: types.MonthlyMailRequest, **options: Unpack[CallOptions]
) -> Call[types.MonthlyMail]:
    """Mails the link to a payer each month, each time for one payment."""
    return post(f"/Thai/v1/payment-links/{checked_id(id)}/monthly-mails", body, options)


def list_monthly_mails(id: str, **options: Unpack[CallOptions]) -> Call[types.MonthlyMails]:
    """The monthly mails of a link, active ones first."""
    return get(f"/Thai/v1/payment-links/{checked_id(id)}/monthly-mails", None, options)


def stop_monthly_mail(id: str, **options: Unpack[CallOptions]) -> Call[types.MonthlyMail]:
    """Ends a monthly mail for good. Ending it again has no effect."""
    return post(f"/Thai/v1/monthly-mails/{checked_id(id)}/stop", None, options)


def create_refund(body: types.RefundRequest, **options: Unpack[CallOptions]) -> Call[types.Refund]:
    """Refunds all or part of a payment."""
    return post("/Thai/v1/refunds", body, options)


def list_refunds(
    query: types.RefundsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.RefundPage]:
    """One page of refunds, newest first. `refunds()` iterates over all of them."""
    return get("/Thai/v1/refunds", query, options)


def read_refund(id: str, **options: Unpack[CallOptions]) -> Call[types.Refund]:
    """Retrieves a refund."""
    return get(f"/Thai/v1/refunds/{checked_id(id)}", None, options)


def list_transactions(
    query: types.TransactionsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.TransactionPage]:
    """One page of payments and refunds, newest first. `transactions()` iterates over them."""
    return get("/Thai/v1/transactions", query, options)


def create_deposit(
    body: types.DepositRequest, **options: Unpack[CallOptions]
) -> Call[types.DepositCreated]:
    """Creates a deposit. Redirect the customer to `data.url`."""
    return post("/deposit/gw", body, options)


def list_deposits(
    query: types.DepositsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.DepositPage]:
    """One page of deposits, newest first. `deposits()` iterates over all of them."""
    return get("/deposit/gw", query, options)


def upload_slip(
    body: types.SlipRequest, **options: Unpack[CallOptions]
) -> Call[types.SlipAccepted]:
    """Uploads the slip of a transfer. A slip is checked but moves no money."""
    return post("/deposit/gw/upload-slip", body, options)


def read_deposit(order_id: str, **options: Unpack[CallOptions]) -> Call[types.Deposit]:
    """Retrieves a deposit with its slips."""
    return get(f"/deposit/gw/{checked_id(order_id)}", None, options)


def create_withdrawal(
    body: types.WithdrawalRequest, **options: Unpack[CallOptions]
) -> Call[types.WithdrawalCreated]:
    """Pays out to a customer's bank account. The amount is reserved immediately."""
    return post("/withdraw/gw", body, options)


def list_withdrawals(
    query: types.WithdrawalsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.WithdrawalPage]:
    """One page of withdrawals, newest first. `withdrawals()` iterates over all of them."""
    return get("/withdraw/gw", query, options)


def read_withdrawal(order_id: str, **options: Unpack[CallOptions]) -> Call[types.Withdrawal]:
    """Retrieves a withdrawal."""
    return get(f"/withdraw/gw/{checked_id(order_id)}", None, options)


def read_balance(**options: Unpack[CallOptions]) -> Call[types.Balance]:
    """The available balance, and the amount reserved for pending payouts."""
    return get("/Thai/v1/balance", None, options)


def list_balance_entries(
    query: types.BalanceEntriesQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.BalanceEntryPage]:
    """One page of ledger entries, newest first. `balance_entries()` iterates over all of them."""
    return get("/Thai/v1/balance/entries", query, options)


def list_prices(**options: Unpack[CallOptions]) -> Call[types.PriceList]:
    """What you pay for your orders, and from when on."""
    return get("/Thai/v1/prices", None, options)


def read_balance_statement(
    query: types.BalanceStatementQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.BalanceStatement]:
    """Retrieves the balance of a period with its entries, oldest first."""
    return get("/Thai/v1/balance/statement", query, options)


def list_approvals(
    query: types.ApprovalsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.ApprovalPage]:
    """One page of approvals, newest first. `approvals()` iterates over all of them."""
    return get("/Thai/v1/approvals", query, options)


def create_webhook(
    body: types.WebhookRequest, **options: Unpack[CallOptions]
) -> Call[types.CreatedWebhook]:
    """Creates a webhook. Its URL must answer a signed ping. Only this response has the secret."""
    return post("/Thai/v1/webhooks", body, options)


def list_webhooks(**options: Unpack[CallOptions]) -> Call[types.WebhookPage]:
    """Lists all webhooks, newest first."""
    return get("/Thai/v1/webhooks", None, options)


def read_webhook(id: str, **options: Unpack[CallOptions]) -> Call[types.Webhook]:
    """Retrieves a webhook, without its secret."""
    return get(f"/Thai/v1/webhooks/{checked_id(id)}", None, options)


def delete_webhook(id: str, **options: Unpack[CallOptions]) -> Call[types.DeletedWebhook]:
    """Deletes a webhook."""
    return delete(f"/Thai/v1/webhooks/{checked_id(id)}", options)


def change_webhook(
    id: str, body: types.WebhookChange, **options: Unpack[CallOptions]
) -> Call[types.Webhook]:
    """Updates the given fields. `enabled=False` pauses it. A new URL must answer a ping."""
    return patch(f"/Thai/v1/webhooks/{checked_id(id)}", body, options)


def rotate_webhook_secret(
    id: str, body: types.RotateRequest | None = None, **options: Unpack[CallOptions]
) -> Call[types.CreatedWebhook]:
    """Rotates the secret. The old secret also signs requests for 24 more hours."""
    return post(f"/Thai/v1/webhooks/{checked_id(id)}/rotate-secret", body, options)


def test_webhook(id: str, **options: Unpack[CallOptions]) -> Call[types.Ping]:
    """Sends a `webhook.ping` and returns the response of your server."""
    return post(f"/Thai/v1/webhooks/{checked_id(id)}/test", None, options)


def list_deliveries(
    id: str, query: types.DeliveriesQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.DeliveryPage]:
    """One page of deliveries, newest first. `deliveries()` iterates over all of them."""
    return get(f"/Thai/v1/webhooks/{checked_id(id)}/deliveries", query, options)


def redeliver(id: str, **options: Unpack[CallOptions]) -> Call[types.Delivery]:
    """Resends an event immediately."""
    return post(f"/Thai/v1/webhook-deliveries/{checked_id(id)}/redeliver", None, options)


def replay_webhook(
    id: str, body: types.ReplayRequest, **options: Unpack[CallOptions]
) -> Call[types.Replay]:
    """Resends the events of a period, all or only undelivered ones. Poll `read_replay`."""
    return post(f"/Thai/v1/webhooks/{checked_id(id)}/replay", body, options)


def read_replay(id: str, **options: Unpack[CallOptions]) -> Call[types.Replay]:
    """Retrieves the progress of a replay."""
    return get(f"/Thai/v1/webhook-replays/{checked_id(id)}", None, options)


def list_events(
    query: types.EventsQuery | None = None, **options: Unpack[CallOptions]
) -> Call[types.EventPage]:
    """One page of events, newest first. `events()` iterates over all of them."""
    return get("/Thai/v1/events", query, options)


def read_event(id: str, **options: Unpack[CallOptions]) -> Call[types.Event]:
    """Retrieves an event."""
    return get(f"/Thai/v1/events/{checked_id(id)}", None, options)
