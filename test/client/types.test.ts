import type { z } from 'zod';
import type * as client from '../../client/src';
import type * as approvals from '../../src/approvals/api/schema';
import type * as links from '../../src/links/api/schema';
import type * as monthly from '../../src/links/api/monthly';
import type * as prices from '../../src/fees/api/schema';
import type * as balances from '../../src/ledger/api/balance/schema';
import type * as deposits from '../../src/orders/deposit/api/schema';
import type * as payments from '../../src/orders/payment/api/schema';
import type * as qrCodes from '../../src/orders/payment/api/qr-codes/schema';
import type * as refunds from '../../src/orders/refund/api/schema';
import type * as transactions from '../../src/orders/transactions/api/schema';
import type * as webhooks from '../../src/webhooks/api/schema';
import type * as withdrawals from '../../src/orders/withdrawal/api/schema';
import type * as events from '../../src/contract/events';
import type { approval } from '../../src/contract/approval';
import type { refund } from '../../src/contract/refund';
import type { EventName } from '../../src/kernel/events/rules/events';

/** The client's copy of each wire type, and the type of the API's schema. */
interface Pairs {
  qrCodeRequest: [client.QrCodeRequest, z.input<typeof qrCodes.qrCodeRequest>];
  qrCode: [client.QrCode, z.output<typeof qrCodes.qrCode>];
  tokenPaymentRequest: [client.TokenPaymentRequest, z.input<typeof payments.tokenPaymentRequest>];
  payment: [client.Payment, z.output<typeof payments.payment>];
  paymentsQuery: [client.PaymentsQuery, Query<typeof payments.paymentsQuery>];
  paymentPage: [client.PaymentPage, z.output<typeof payments.paymentPage>];
  paymentLinkRequest: [client.PaymentLinkRequest, z.input<typeof links.linkRequest>];
  paymentLink: [client.PaymentLink, z.output<typeof links.paymentLink>];
  paymentLinkChange: [client.PaymentLinkChange, z.input<typeof links.linkChange>];
  paymentLinksQuery: [client.PaymentLinksQuery, Query<typeof links.linksQuery>];
  paymentLinkPage: [client.PaymentLinkPage, z.output<typeof links.linkPage>];
  monthlyMailRequest: [client.MonthlyMailRequest, z.input<typeof monthly.monthlyMailRequest>];
  monthlyMail: [client.MonthlyMail, z.output<typeof monthly.monthlyMail>];
  monthlyMails: [client.MonthlyMails, z.output<typeof monthly.monthlyMails>];
  refundRequest: [client.RefundRequest, z.input<typeof refunds.refundRequest>];
  refund: [client.Refund, z.output<typeof refund>];
  refundsQuery: [client.RefundsQuery, Query<typeof refunds.refundsQuery>];
  refundPage: [client.RefundPage, z.output<typeof refunds.refundPage>];
  transactionsQuery: [client.TransactionsQuery, Query<typeof transactions.transactionsQuery>];
  transactionPage: [client.TransactionPage, z.output<typeof transactions.transactionPage>];
  depositRequest: [client.DepositRequest, z.input<typeof deposits.depositRequest>];
  createdDeposit: [client.DepositCreated, z.output<typeof deposits.depositCreated>];
  slipRequest: [client.SlipRequest, z.input<typeof deposits.slipRequest>];
  acceptedSlip: [client.SlipAccepted, z.output<typeof deposits.slipAccepted>];
  deposit: [client.Deposit, z.output<typeof deposits.deposit>];
  depositsQuery: [client.DepositsQuery, Query<typeof deposits.depositsQuery>];
  depositPage: [client.DepositPage, z.output<typeof deposits.depositPage>];
  withdrawalRequest: [client.WithdrawalRequest, z.input<typeof withdrawals.withdrawalRequest>];
  createdWithdrawal: [client.WithdrawalCreated, z.output<typeof withdrawals.withdrawalCreated>];
  withdrawal: [client.Withdrawal, z.output<typeof withdrawals.withdrawal>];
  withdrawalsQuery: [client.WithdrawalsQuery, Query<typeof withdrawals.withdrawalsQuery>];
  withdrawalPage: [client.WithdrawalPage, z.output<typeof withdrawals.withdrawalPage>];
  balance: [client.Balance, z.output<typeof balances.balance>];
  priceList: [client.PriceList, z.output<typeof prices.priceList>];
  balanceEntriesQuery: [client.BalanceEntriesQuery, Query<typeof balances.entriesQuery>];
  balanceEntryPage: [client.BalanceEntryPage, z.output<typeof balances.entryPage>];
  approval: [client.Approval, z.output<typeof approval>];
  approvalsQuery: [client.ApprovalsQuery, Query<typeof approvals.approvalsQuery>];
  approvalPage: [client.ApprovalPage, z.output<typeof approvals.approvalPage>];
  eventName: [client.EventName, EventName];
  webhookRequest: [WithTextEvents<client.WebhookRequest>, z.input<typeof webhooks.webhookRequest>];
  webhook: [client.Webhook, z.output<typeof webhooks.webhook>];
  createdWebhook: [client.CreatedWebhook, z.output<typeof webhooks.createdWebhook>];
  webhookPage: [client.WebhookPage, z.output<typeof webhooks.webhookPage>];
  webhookChange: [WithTextEvents<client.WebhookChange>, z.input<typeof webhooks.webhookChange>];
  deletedWebhook: [client.DeletedWebhook, z.output<typeof webhooks.deletedWebhook>];
  rotateRequest: [client.RotateRequest, z.input<typeof webhooks.rotateRequest>];
  ping: [client.Ping, z.output<typeof webhooks.ping>];
  deliveriesQuery: [client.DeliveriesQuery, Query<typeof webhooks.deliveriesQuery>];
  delivery: [client.Delivery, z.output<typeof webhooks.delivery>];
  deliveryPage: [client.DeliveryPage, z.output<typeof webhooks.deliveryPage>];
  replayRequest: [client.ReplayRequest, z.input<typeof webhooks.replayRequest>];
  replay: [client.Replay, z.output<typeof webhooks.replay>];
  eventsQuery: [client.EventsQuery, Query<typeof webhooks.eventsQuery>];
  event: [keyof client.Event, keyof z.output<typeof webhooks.event>];
  eventPage: [keyof client.EventPage, keyof z.output<typeof webhooks.eventPage>];
  paymentEvent: [client.PaymentEventData, z.output<typeof events.paymentSnapshot>];
  paymentAdjusted: [client.PaymentAdjustedEventData, z.output<typeof events.adjustedPayment>];
  withdrawalEvent: [client.WithdrawalEventData, z.output<typeof events.withdrawalSnapshot>];
  withdrawalAdjusted: [
    client.WithdrawalAdjustedEventData,
    z.output<typeof events.adjustedWithdrawal>,
  ];
  webhookEvent: [client.WebhookEventData, z.output<typeof events.webhookSnapshot>];
}

/** The API reads event names in any case; the client has the exact names only. */
type WithTextEvents<Request extends { events?: unknown }> = Request extends { events: unknown }
  ? Omit<Request, 'events'> & { events: string[] }
  : Omit<Request, 'events'> & { events?: string[] | undefined };

/** The parameters of a query before they are text: where the API parses text, its result. */
type Query<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]: unknown extends z.input<Schema>[Name]
    ? OrText<z.output<Schema>[Name & keyof z.output<Schema>]>
    : z.input<Schema>[Name];
};
type OrText<Value> = Value extends Date ? Date | string : Value;

type Same<A, B> =
  (<T>() => T extends Expand<A> ? 1 : 2) extends <T>() => T extends Expand<B> ? 1 : 2
    ? true
    : false;
/**
 * Resolves intersections and interfaces to plain objects, so that `Same` compares properties. An
 * optional property may be undefined: JSON and queries leave it out.
 */
type Expand<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? Expand<Item>[]
    : T extends object
      ? {
          -readonly [Name in keyof T]:
            | Expand<T[Name]>
            | (IsOptional<T, Name> extends true ? undefined : never);
        }
      : T;
type IsOptional<T, Name extends keyof T> =
  Pick<Partial<T>, Name> extends Pick<T, Name> ? true : false;

type Different = {
  [Name in keyof Pairs]: Same<Pairs[Name][0], Pairs[Name][1]> extends true ? never : Name;
}[keyof Pairs];

/** A type that differs is a missing property, which does not compile. */
const different: Record<Different, 'differs'> = {};

it('the wire types of the client equal those of the API, according to the compiler', () => {
  expect(different).toEqual({});
});
