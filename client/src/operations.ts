import { get, patch, post, remove, type AnyCall, type Endpoint } from './endpoint';
import type { Event, EventPage } from './events';
import type * as types from './types';

/** All merchant operations, by their `operationId`. A test compares them with the API. */
export const operations = {
  /** Creates a payment with its QR code. */
  createQrCode: post<(body: types.QrCodeRequest) => types.QrCode>('/Thai/v1/qr-codes', 'body'),
  /** Charges a customer's token. The outcome is reported by a webhook. */
  createTokenPayment: post<(body: types.TokenPaymentRequest) => types.Payment>(
    '/Thai/v1/payments',
    'body',
  ),
  /** Retrieves a payment. */
  readPayment: get<(id: string) => types.Payment>('/Thai/v1/payments/:id'),
  /** One page of payments, newest first. `payments()` iterates over all of them. */
  listPayments: get<(query?: types.PaymentsQuery) => types.PaymentPage>(
    '/Thai/v1/payments',
    'query',
  ),
  /** Expires a pending payment. Expiring it again has no effect. */
  expirePayment: post<(id: string) => types.Payment>('/Thai/v1/payments/:id/expire'),

  /** Creates a payment link. Send its `url` to payers. */
  createPaymentLink: post<(body: types.PaymentLinkRequest) => types.PaymentLink>(
    '/Thai/v1/payment-links',
    'body',
  ),
  /** Retrieves a payment link. */
  readPaymentLink: get<(id: string) => types.PaymentLink>('/Thai/v1/payment-links/:id'),
  /** One page of payment links, newest first. `paymentLinks()` iterates over all of them. */
  listPaymentLinks: get<(query?: types.PaymentLinksQuery) => types.PaymentLinkPage>(
    '/Thai/v1/payment-links',
    'query',
  ),
  /** Updates the given fields. */
  changePaymentLink: patch<(id: string, body: types.PaymentLinkChange) => types.PaymentLink>(
    '/Thai/v1/payment-links/:id',
  ),
  /** Stops a payment link for good. Stopping it again has no effect. */
  stopPaymentLink: post<(id: string) => types.PaymentLink>('/Thai/v1/payment-links/:id/stop'),
  /** Mails the link to a payer each month, each time for one payment. */
  createMonthlyMail: post<(id: string, body: types.MonthlyMailRequest) => types.MonthlyMail>(
    '/Thai/v1/payment-links/:id/monthly-mails',
    'body',
  ),
  /** The monthly mails of a link, active ones first. */
  listMonthlyMails: get<(id: string) => types.MonthlyMails>(
    '/Thai/v1/payment-links/:id/monthly-mails',
  ),
  /** Ends a monthly mail for good. Ending it again has no effect. */
  stopMonthlyMail: post<(id: string) => types.MonthlyMail>('/Thai/v1/monthly-mails/:id/stop'),

  /** Refunds all or part of a payment. */
  createRefund: post<(body: types.RefundRequest) => types.Refund>('/Thai/v1/refunds', 'body'),
  /** Retrieves a refund. */
  readRefund: get<(id: string) => types.Refund>('/Thai/v1/refunds/:id'),
  /** One page of refunds, newest first. `refunds()` iterates over all of them. */
  listRefunds: get<(query?: types.RefundsQuery) => types.RefundPage>('/Thai/v1/refunds', 'query'),

  /** One page of payments and refunds, newest first. `transactions()` iterates over all of them. */
  listTransactions: get<(query?: types.TransactionsQuery) => types.TransactionPage>(
    '/Thai/v1/transactions',
    'query',
  ),

  /** Creates a deposit. Redirect the customer to `data.url`. */
  createDeposit: post<(body: types.DepositRequest) => types.DepositCreated>('/deposit/gw', 'body'),
  /** Uploads the slip of a transfer. A slip is checked but moves no money. */
  uploadSlip: post<(body: types.SlipRequest) => types.SlipAccepted>(
    '/deposit/gw/upload-slip',
    'body',
  ),
  /** Retrieves a deposit with its slips. */
  readDeposit: get<(orderId: string) => types.Deposit>('/deposit/gw/:orderId'),
  /** One page of deposits, newest first. `deposits()` iterates over all of them. */
  listDeposits: get<(query?: types.DepositsQuery) => types.DepositPage>('/deposit/gw', 'query'),

  /** Pays out to a customer's bank account. The amount is reserved immediately. */
  createWithdrawal: post<(body: types.WithdrawalRequest) => types.WithdrawalCreated>(
    '/withdraw/gw',
    'body',
  ),
  /** Retrieves a withdrawal. */
  readWithdrawal: get<(orderId: string) => types.Withdrawal>('/withdraw/gw/:orderId'),
  /** One page of withdrawals, newest first. `withdrawals()` iterates over all of them. */
  listWithdrawals: get<(query?: types.WithdrawalsQuery) => types.WithdrawalPage>(
    '/withdraw/gw',
    'query',
  ),

  /** The available balance, and the amount reserved for pending payouts. */
  readBalance: get<() => types.Balance>('/Thai/v1/balance'),
  /** One page of ledger entries, newest first. `balanceEntries()` iterates over all of them. */
  listBalanceEntries: get<(query?: types.BalanceEntriesQuery) => types.BalanceEntryPage>(
    '/Thai/v1/balance/entries',
    'query',
  ),
  /** Retrieves the balance of a period with its entries, oldest first. */
  readBalanceStatement: get<(query?: types.BalanceStatementQuery) => types.BalanceStatement>(
    '/Thai/v1/balance/statement',
    'query',
  ),

  /** What you pay for your orders, and from when on. */
  listPrices: get<() => types.PriceList>('/Thai/v1/prices'),

  /** One page of approvals, newest first. `approvals()` iterates over all of them. */
  listApprovals: get<(query?: types.ApprovalsQuery) => types.ApprovalPage>(
    '/Thai/v1/approvals',
    'query',
  ),

  /** Creates a webhook. Its URL must answer a signed ping. Only this response has the secret. */
  createWebhook: post<(body: types.WebhookRequest) => types.CreatedWebhook>(
    '/Thai/v1/webhooks',
    'body',
  ),
  /** Lists all webhooks, newest first. */
  listWebhooks: get<() => types.WebhookPage>('/Thai/v1/webhooks'),
  /** Retrieves a webhook, without its secret. */
  readWebhook: get<(id: string) => types.Webhook>('/Thai/v1/webhooks/:id'),
  /** Deletes a webhook. */
  deleteWebhook: remove<(id: string) => types.DeletedWebhook>('/Thai/v1/webhooks/:id'),
  /** Updates the given fields. `enabled: false` pauses it. A new URL must answer a ping. */
  changeWebhook:
    patch<(id: string, body: types.WebhookChange) => types.Webhook>('/Thai/v1/webhooks/:id'),
  /** Rotates the secret. The old secret also signs requests for 24 more hours. */
  rotateWebhookSecret: post<(id: string, body?: types.RotateRequest) => types.CreatedWebhook>(
    '/Thai/v1/webhooks/:id/rotate-secret',
    'body',
  ),
  /** Sends a `webhook.ping` and returns the response of your server. */
  testWebhook: post<(id: string) => types.Ping>('/Thai/v1/webhooks/:id/test'),
  /** One page of deliveries, newest first. `deliveries()` iterates over all of them. */
  listDeliveries: get<(id: string, query?: types.DeliveriesQuery) => types.DeliveryPage>(
    '/Thai/v1/webhooks/:id/deliveries',
    'query',
  ),
  /** Resends an event immediately. */
  redeliver: post<(deliveryId: string) => types.Delivery>(
    '/Thai/v1/webhook-deliveries/:id/redeliver',
  ),
  /** Resends the events of a period, all or only undelivered ones. Poll `readReplay`. */
  replayWebhook: post<(id: string, body: types.ReplayRequest) => types.Replay>(
    '/Thai/v1/webhooks/:id/replay',
    'body',
  ),
  /** Retrieves the progress of a replay. */
  readReplay: get<(id: string) => types.Replay>('/Thai/v1/webhook-replays/:id'),
  /** One page of events, newest first. `events()` iterates over all of them. */
  listEvents: get<(query?: types.EventsQuery) => EventPage>('/Thai/v1/events', 'query'),
  /** Retrieves an event. */
  readEvent: get<(id: string) => Event>('/Thai/v1/events/:id'),
} satisfies Readonly<Record<string, Endpoint<AnyCall>>>;
