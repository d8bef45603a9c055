// What goes over the wire, taken from the schemas that the API itself reads and answers by. Amounts
// of the QR family are whole baht, all others are baht with up to two decimals; moments are
// ISO 8601, in UTC.
import type { z } from 'zod';
import type * as balances from '../api/balance/schema';
import type * as deposits from '../api/deposits/schema';
import type { refund } from '../contract/refund';
import type * as payments from '../api/payments/schema';
import type * as qrCodes from '../api/qr-codes/schema';
import type * as refunds from '../api/refunds/schema';
import type * as transactions from '../api/transactions/schema';
import type * as webhooks from '../api/webhooks/schema';
import type * as withdrawals from '../api/withdrawals/schema';

export interface QrCodeRequest extends z.input<typeof qrCodes.qrCodeRequest> {}
export interface QrCode extends z.output<typeof qrCodes.qrCode> {}

export interface TokenPaymentRequest extends z.input<typeof payments.tokenPaymentRequest> {}
export interface Payment extends z.output<typeof payments.payment> {}
export interface PaymentsQuery extends Query<typeof payments.paymentsQuery> {}
export interface PaymentPage extends z.output<typeof payments.paymentPage> {}

export interface RefundRequest extends z.input<typeof refunds.refundRequest> {}
export interface Refund extends z.output<typeof refund> {}
export interface RefundsQuery extends Query<typeof refunds.refundsQuery> {}
export interface RefundPage extends z.output<typeof refunds.refundPage> {}

export interface TransactionsQuery extends Query<typeof transactions.transactionsQuery> {}
export interface TransactionPage extends z.output<typeof transactions.transactionPage> {}
export type Transaction = TransactionPage['transactions'][number];

export interface DepositRequest extends z.input<typeof deposits.depositRequest> {}
export interface CreatedDeposit extends z.output<typeof deposits.depositCreated> {}
export interface SlipRequest extends z.input<typeof deposits.slipRequest> {}
export interface AcceptedSlip extends z.output<typeof deposits.slipAccepted> {}
export interface Deposit extends z.output<typeof deposits.deposit> {}
export interface DepositsQuery extends Query<typeof deposits.depositsQuery> {}
export interface DepositPage extends z.output<typeof deposits.depositPage> {}
/** A deposit without its slips, as a list has it. */
export type ListedDeposit = DepositPage['deposits'][number];

export interface WithdrawalRequest extends z.input<typeof withdrawals.withdrawalRequest> {}
export interface CreatedWithdrawal extends z.output<typeof withdrawals.withdrawalCreated> {}
export interface Withdrawal extends z.output<typeof withdrawals.withdrawal> {}
export interface WithdrawalsQuery extends Query<typeof withdrawals.withdrawalsQuery> {}
export interface WithdrawalPage extends z.output<typeof withdrawals.withdrawalPage> {}

export interface Balance extends z.output<typeof balances.balance> {}
export interface BalanceEntriesQuery extends Query<typeof balances.entriesQuery> {}
export interface BalanceEntryPage extends z.output<typeof balances.entryPage> {}
export type BalanceEntry = BalanceEntryPage['entries'][number];

/** Every event that a webhook can be registered for. */
export type EventName = z.output<typeof webhooks.webhook>['events'][number];
export interface WebhookRequest extends Omit<z.input<typeof webhooks.webhookRequest>, 'events'> {
  events: EventName[];
}
export interface CreatedWebhook extends z.output<typeof webhooks.createdWebhook> {}
export interface Webhook extends z.output<typeof webhooks.webhook> {}
export interface WebhookPage extends z.output<typeof webhooks.webhookPage> {}
export interface DeletedWebhook extends z.output<typeof webhooks.deletedWebhook> {}
export interface WebhookChange extends Omit<z.input<typeof webhooks.webhookChange>, 'events'> {
  events?: EventName[] | undefined;
}
export interface RotateRequest extends z.input<typeof webhooks.rotateRequest> {}
export interface Ping extends z.output<typeof webhooks.ping> {}
export interface DeliveriesQuery extends Query<typeof webhooks.deliveriesQuery> {}
export interface DeliveryPage extends z.output<typeof webhooks.deliveryPage> {}
export interface Delivery extends z.output<typeof webhooks.delivery> {}
export interface ReplayRequest extends z.input<typeof webhooks.replayRequest> {}
export interface Replay extends z.output<typeof webhooks.replay> {}
export interface EventsQuery extends Query<typeof webhooks.eventsQuery> {}
/** A query before it is text: a number or a Date where the API takes any text and makes it one. */
type Query<Schema extends z.ZodType> = {
  [Name in keyof z.input<Schema>]: unknown extends z.input<Schema>[Name]
    ? Written<z.output<Schema>[Name & keyof z.output<Schema>]>
    : z.input<Schema>[Name];
};
type Written<Value> = Value extends Date ? Date | string : Value;
