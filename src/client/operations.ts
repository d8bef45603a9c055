import type { AnyCall, Endpoint } from './endpoint';
import { get, patch, post, remove } from './endpoint';
import type { Event, EventPage } from './events';
import type * as shape from './shapes';

/**
 * Every operation of a merchant, under its name in the API. A new one is a row here; a test holds
 * the rows against the API's own.
 */
export const operations = {
  /** Creates a payment with its QR code. */
  createQrCode: post<(body: shape.QrCodeRequest) => shape.QrCode>('/Thai/v1/qr-codes', 'body'),
  /** Charges a customer's token; the outcome is told by webhook. */
  createTokenPayment: post<(body: shape.TokenPaymentRequest) => shape.Payment>(
    '/Thai/v1/payments',
    'body',
  ),
  /** One payment, as it stands now. */
  readPayment: get<(id: string) => shape.Payment>('/Thai/v1/payments/:id'),
  /** One page of payments, newest first; `payments()` goes through all. */
  listPayments: get<(query?: shape.PaymentsQuery) => shape.PaymentPage>(
    '/Thai/v1/payments',
    'query',
  ),
  /** Ends a pending payment now; ending it again changes nothing. */
  expirePayment: post<(id: string) => shape.Payment>('/Thai/v1/payments/:id/expire'),

  /** Gives money of a payment back, all that is left of it or a part. */
  createRefund: post<(body: shape.RefundRequest) => shape.Refund>('/Thai/v1/refunds', 'body'),
  /** One refund, as it stands now. */
  readRefund: get<(id: string) => shape.Refund>('/Thai/v1/refunds/:id'),
  /** One page of refunds, newest first, of one payment or all; `refunds()` goes through them. */
  listRefunds: get<(query?: shape.RefundsQuery) => shape.RefundPage>('/Thai/v1/refunds', 'query'),

  /** One page of payments and refunds, newest first; `transactions()` goes through all. */
  listTransactions: get<(query?: shape.TransactionsQuery) => shape.TransactionPage>(
    '/Thai/v1/transactions',
    'query',
  ),

  /** Creates a deposit; send the customer to its `data.url`. */
  createDeposit: post<(body: shape.DepositRequest) => shape.CreatedDeposit>('/deposit/gw', 'body'),
  /** Hands in the slip of a transfer; it is looked at, and moves no money. */
  uploadSlip: post<(body: shape.SlipRequest) => shape.AcceptedSlip>(
    '/deposit/gw/upload-slip',
    'body',
  ),
  /** One deposit with its slips, as it stands now. */
  readDeposit: get<(orderId: string) => shape.Deposit>('/deposit/gw/:orderId'),
  /** One page of deposits, newest first; `deposits()` goes through all. */
  listDeposits: get<(query?: shape.DepositsQuery) => shape.DepositPage>('/deposit/gw', 'query'),

  /** Pays out to a customer's account; the money is held at once. */
  createWithdrawal: post<(body: shape.WithdrawalRequest) => shape.CreatedWithdrawal>(
    '/withdraw/gw',
    'body',
  ),
  /** One withdrawal, as it stands now. */
  readWithdrawal: get<(orderId: string) => shape.Withdrawal>('/withdraw/gw/:orderId'),
  /** One page of withdrawals, newest first; `withdrawals()` goes through all. */
  listWithdrawals: get<(query?: shape.WithdrawalsQuery) => shape.WithdrawalPage>(
    '/withdraw/gw',
    'query',
  ),

  /** What can be paid out, and what is held for payouts under way. */
  readBalance: get<() => shape.Balance>('/Thai/v1/balance'),
  /** One page of the ledger's lines, newest first; `balanceEntries()` goes through all. */
  listBalanceEntries: get<(query?: shape.BalanceEntriesQuery) => shape.BalanceEntryPage>(
    '/Thai/v1/balance/entries',
    'query',
  ),

  /** Registers a URL for events; it must answer a signed ping. The secret is told this once. */
  createWebhook: post<(body: shape.WebhookRequest) => shape.CreatedWebhook>(
    '/Thai/v1/webhooks',
    'body',
  ),
  /** All webhooks, newest first. */
  listWebhooks: get<() => shape.WebhookPage>('/Thai/v1/webhooks'),
  /** One webhook, without its secret. */
  readWebhook: get<(id: string) => shape.Webhook>('/Thai/v1/webhooks/:id'),
  /** Sends no more events to a webhook. */
  deleteWebhook: remove<(id: string) => shape.DeletedWebhook>('/Thai/v1/webhooks/:id'),
  /** Changes what is given of it; `enabled: false` pauses it. A new URL must answer a ping. */
  changeWebhook:
    patch<(id: string, body: shape.WebhookChange) => shape.Webhook>('/Thai/v1/webhooks/:id'),
  /** Gives a webhook a new secret, told this once; the old one goes on to sign for 24 hours. */
  rotateWebhookSecret: post<(id: string, body?: shape.RotateRequest) => shape.CreatedWebhook>(
    '/Thai/v1/webhooks/:id/rotate-secret',
    'body',
  ),
  /** Sends a `webhook.ping` now, and tells what came of it. */
  testWebhook: post<(id: string) => shape.Ping>('/Thai/v1/webhooks/:id/test'),
  /** One page of what was sent to a webhook, newest first; `deliveries()` goes through all. */
  listDeliveries: get<(id: string, query?: shape.DeliveriesQuery) => shape.DeliveryPage>(
    '/Thai/v1/webhooks/:id/deliveries',
    'query',
  ),
  /** Delivers an event anew, now. */
  redeliver: post<(deliveryId: string) => shape.Delivery>(
    '/Thai/v1/webhook-deliveries/:id/redeliver',
  ),
  /** Delivers the events of a time anew, what failed or all; `readReplay` tells how far it is. */
  replayWebhook: post<(id: string, body: shape.ReplayRequest) => shape.Replay>(
    '/Thai/v1/webhooks/:id/replay',
    'body',
  ),
  /** How far a replay has come. */
  readReplay: get<(id: string) => shape.Replay>('/Thai/v1/webhook-replays/:id'),
  /** One page of events, newest first, whoever subscribed; `events()` goes through all. */
  listEvents: get<(query?: shape.EventsQuery) => EventPage>('/Thai/v1/events', 'query'),
  /** One event, as it was sent. */
  readEvent: get<(id: string) => Event>('/Thai/v1/events/:id'),
} satisfies Readonly<Record<string, Endpoint<AnyCall>>>;
