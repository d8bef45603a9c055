// Requests and responses as they are on the wire. Amounts of payments and refunds are whole baht;
// all other amounts are baht with up to two decimals. Dates are ISO 8601 strings in UTC.

export type Metadata = Readonly<Record<string, unknown>>;
export type PaymentStatus = 'pending' | 'succeeded' | 'failed' | 'expired';
export type PayoutStatus = 'pending' | 'processing' | 'succeeded' | 'failed';
export interface Failure {
  code: string;
  message: string;
}

/** A page of a list that is read by cursor. */
export interface CursorPage {
  limit: number;
  has_more: boolean;
  /** The `cursor` of the next page; null on the last page. */
  next_cursor: string | null;
}
interface Page extends CursorPage {
  /** The number of objects that match the filters. */
  total: number;
  offset: number;
}
interface CursorQuery {
  /** 1 to 100; 20 by default. */
  limit?: number;
  cursor?: string | undefined;
}
interface PageQuery extends CursorQuery {
  offset?: number;
  /** Created at or after this time. */
  start_date?: string | Date | undefined;
  /** Created at or before this time. */
  end_date?: string | Date | undefined;
}

export interface QrCodeRequest {
  amount: number;
  currency: 'THB';
  client_name?: string | null | undefined;
  client_bank_name?: string | null | undefined;
  client_bank_account?: string | null | undefined;
  /** Your order number, at most 35 characters. */
  reference?: string | null | undefined;
  /** 1 to 1440; 15 by default. */
  expiry_minutes?: number | null | undefined;
  metadata?: Metadata | null | undefined;
  /** Where the checkout leads back to, with `payment_id`. */
  return_url?: string | null | undefined;
  /** What is paid for: at most 140 characters, on the checkout. */
  description?: string | null | undefined;
  idempotency_key?: string | null | undefined;
}
export interface QrCode {
  qr_code_id: string;
  /** The content of the QR code. */
  qr_data: string;
  /** A PNG of the QR code; SVG with `?format=svg`, with amount and texts with `?style=card`. */
  qr_image_url: string;
  /** The page on which the payer pays the code and sees the outcome. */
  checkout_url: string;
  amount: number;
  currency: 'THB';
  reference: string | null;
  client_name?: string | undefined;
  client_bank_name?: string | undefined;
  client_bank_account?: string | undefined;
  expires_at: string;
  payment_id: string;
  status: 'pending';
  metadata: Metadata | null;
}

/** Who paid, as the bank reported it. Null until the money was credited, or without a report. */
export interface Payer {
  name: string | null;
  bank_name: string | null;
  /** Three digits; null for an unknown name. */
  bank_code: string | null;
  /** Masked. */
  account_number: string | null;
}

export interface TokenPaymentRequest {
  token_id: string;
  amount: number;
  currency: 'THB';
  reference?: string | null | undefined;
  metadata?: Metadata | null | undefined;
  /** Where `next_action` and the checkout lead back to, with `payment_id`. */
  return_url?: string | null | undefined;
  /** What is paid for: at most 140 characters, on the checkout. */
  description?: string | null | undefined;
}
/** What the payer of a pending payment must do: open the URL in a browser. */
export interface NextAction {
  type: 'redirect';
  url: string;
}
export interface Payment {
  payment_id: string;
  /** Null for a payment by token. */
  qr_code_id: string | null;
  status: PaymentStatus;
  amount: number;
  currency: 'THB';
  reference: string | null;
  created_at: string;
  completed_at: string | null;
  expires_at: string | null;
  metadata: Metadata | null;
  /** The money arrived after the payment had expired or failed. */
  late: boolean;
  amount_received: number;
  /** What the balance has of it: credited, and not reversed. */
  amount_credited: number;
  amount_refunded: number;
  /** Debited from the merchant after the payment had been credited, for example by a chargeback. */
  amount_reversed: number;
  /** What you pay for the payment, without VAT. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
  /** What was credited and not taken back, without the fee and its VAT. */
  net: number;
  payer: Payer | null;
  failure: Failure | null;
  method: 'qr' | 'token';
  /**
   * How a refund of the payment is paid. Null: the provider of your own account refunds nothing;
   * return the money from there.
   */
  refund_method: RefundMethod | null;
  next_action: NextAction | null;
  /** The page of the payment; null for a payment by token from before it had one. */
  checkout_url: string | null;
  /** The expired payment that this one replaces: its payer asked for a new code. */
  previous_payment_id: string | null;
  /** The payment link on whose page the payer started the payment. */
  payment_link_id: string | null;
}
export interface PaymentsQuery extends PageQuery {
  status?: PaymentStatus | undefined;
  reference?: string | undefined;
  payment_link_id?: string | undefined;
}
export interface PaymentPage extends Page {
  payments: Payment[];
}

/**
 * `active`: payments can be started. `sold_out`: `payments_max` payments have succeeded. `stopped`
 * is final.
 */
export type PaymentLinkStatus = 'stopped' | 'sold_out' | 'ended' | 'scheduled' | 'active';
export interface PaymentLinkRequest {
  title: string;
  description?: string | null | undefined;
  /** Omitted: the payer enters an amount within the bounds. */
  amount?: number | null | undefined;
  amount_min?: number | null | undefined;
  amount_max?: number | null | undefined;
  currency: 'THB';
  /** 1 for single use; any number by default. */
  payments_max?: number | null | undefined;
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
  /** Where the checkouts of its payments lead back to, with `payment_id`. */
  return_url?: string | null | undefined;
  /** Copied to each payment of the link. */
  metadata?: Metadata | null | undefined;
}
/** Omitted fields stay unchanged. */
export interface PaymentLinkChange {
  title?: string | undefined;
  description?: string | null | undefined;
  payments_max?: number | null | undefined;
  starts_at?: string | null | undefined;
  ends_at?: string | null | undefined;
  return_url?: string | null | undefined;
  metadata?: Metadata | null | undefined;
}
export interface PaymentLink {
  payment_link_id: string;
  /** The page of the link. Opening it creates nothing. */
  url: string;
  status: PaymentLinkStatus;
  title: string;
  description: string | null;
  amount: number | null;
  amount_min: number | null;
  amount_max: number | null;
  currency: 'THB';
  payments_max: number | null;
  /** A refund does not reduce it. */
  payments_succeeded: number;
  starts_at: string | null;
  ends_at: string | null;
  stopped_at: string | null;
  return_url: string | null;
  metadata: Metadata | null;
  created_at: string;
}
export type PaymentLinksQuery = PageQuery;
export interface PaymentLinkPage extends Page {
  payment_links: PaymentLink[];
}

/**
 * `native`: the provider returns the money to the payer. `push`: the provider pays it out to a bank
 * account. `manual`: an operator of the gateway transfers it to a bank account.
 */
export type RefundMethod = 'native' | 'push' | 'manual';

export interface RefundRequest {
  payment_id: string;
  /** The whole remaining amount by default. */
  amount?: number | null | undefined;
  reason?: string | null | undefined;
  metadata?: Metadata | null | undefined;
  /** The receiving account. Not for a payment whose `refund_method` is `native`. */
  destination?:
    | { bank_name: string; account_number: string; account_name: string }
    | null
    | undefined;
}
export interface Refund {
  refund_id: string;
  payment_id: string;
  transaction_id: string;
  amount: number;
  /** Returned by the bank after the refund had succeeded, or sent although it had failed. */
  amount_reversed: number;
  /** What you pay for the refund, without VAT; held with it until it ends. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
  currency: 'THB';
  status: PayoutStatus;
  method: RefundMethod;
  reason: string | null;
  destination: {
    type: 'bank_account' | 'token' | 'payer';
    bank_name: string | null;
    /** Masked. */
    account_number: string | null;
  };
  failure: Failure | null;
  /** Null when it needs no approval. */
  approval: OrderApproval | null;
  metadata: Metadata | null;
  created_at: string;
  completed_at: string | null;
}
export interface RefundsQuery extends PageQuery {
  status?: PayoutStatus | undefined;
  payment_id?: string | undefined;
}
export interface RefundPage extends Page {
  refunds: Refund[];
}

type TransactionStatus = 'pending' | 'succeeded' | 'failed' | 'refunded';
export interface Transaction {
  transaction_id: string;
  /** For a refund: the payment that is refunded. */
  payment_id: string;
  type: 'payment' | 'refund';
  status: TransactionStatus;
  /** Negative for a refund. */
  amount: number;
  currency: 'THB';
  created_at: string;
}
export interface TransactionsQuery extends PageQuery {
  status?: TransactionStatus | undefined;
  type?: 'payment' | 'refund' | undefined;
}
export interface TransactionPage extends Page {
  transactions: Transaction[];
}

export interface DepositRequest {
  amount: number;
  userName: string;
  firstName: string;
  lastName: string;
  bankName: string;
  accountNumber: string;
  /** Where the checkout leads back to, with `payment_id`. */
  return_url?: string | null | undefined;
  /** What is paid for: at most 140 characters, on the checkout. */
  description?: string | null | undefined;
}
export interface CreatedDeposit {
  status: 1001;
  message: string;
  data: {
    orderId: string;
    /** The payment page: redirect the customer to it. */
    url: string;
    ref: string;
    /** The same as `url`. */
    checkout_url: string;
  };
}
export interface SlipRequest {
  orderId: string;
  ref: string;
  base64Image: string;
}
export interface AcceptedSlip {
  status: 1001;
  message: string;
  data: Record<string, never>;
}
export interface Slip {
  slip_id: string;
  status: 'received' | 'parsed' | 'qr_not_found' | 'qr_invalid' | 'unreadable' | 'wrong_qr';
  ref_matches: boolean;
  sending_bank: string | null;
  trans_ref: string | null;
  verification: 'verified' | 'mismatch' | 'pending' | null;
  /** The same picture or transfer was uploaded for another order before. */
  duplicate: boolean;
  /** That order, if it is yours. */
  duplicate_of: string | null;
  /** The amount of the transfer and its time by its bank; null while unknown. */
  paid_amount: number | null;
  paid_at: string | null;
  received_at: string;
}
/** A deposit in a list: without its slips. */
export interface ListedDeposit {
  orderId: string;
  status: PaymentStatus;
  amount: number;
  currency: 'THB';
  ref: string;
  url: string;
  /** The same as `url`. */
  checkout_url: string;
  userName: string;
  bankName: string;
  bankCode: string | null;
  accountNumber: string;
  amount_received: number;
  /** What the balance has of it: credited, and not reversed. */
  amount_credited: number;
  /** Debited from the merchant after the deposit had been credited. */
  amount_reversed: number;
  /** What you pay for the deposit, without VAT. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
  /** What was credited and not taken back, without the fee and its VAT. */
  net: number;
  /** The money arrived after the deposit had expired or failed. */
  late: boolean;
  /**
   * Whether the money came from the account of `bankName` and `accountNumber`. Null: not paid, or
   * the payer is not known well enough.
   */
  payer_matches: boolean | null;
  payer: Payer | null;
  failure: Failure | null;
  created_at: string;
  expires_at: string;
  completed_at: string | null;
}
export interface Deposit extends ListedDeposit {
  slips: Slip[];
}
export interface DepositsQuery extends PageQuery {
  status?: PaymentStatus | undefined;
}
export interface DepositPage extends Page {
  deposits: ListedDeposit[];
}

export interface WithdrawalRequest {
  amount: number;
  username: string;
  bankName: string;
  accountNumber: string;
  firstNameTH: string;
  lastNameTH: string;
}
export interface CreatedWithdrawal {
  status: 1001;
  message: string;
  orderId: string;
}
export interface Withdrawal {
  orderId: string;
  status: PayoutStatus;
  amount: number;
  /** Returned by the bank after the withdrawal had succeeded, or sent although it had failed. */
  amount_reversed: number;
  /** What you pay for the withdrawal, without VAT; held with it until it ends. */
  fee: number;
  /** Value added tax on the fee. */
  fee_vat: number;
  currency: 'THB';
  username: string;
  bankName: string;
  bankCode: string | null;
  accountNumber: string;
  failure: Failure | null;
  /** Null when it needs no approval. */
  approval: OrderApproval | null;
  created_at: string;
  completed_at: string | null;
}
export interface WithdrawalsQuery extends PageQuery {
  status?: PayoutStatus | undefined;
}
export interface WithdrawalPage extends Page {
  withdrawals: Withdrawal[];
}

/** Applies from its amount up to the next band, in baht. */
export interface PriceBand {
  from: number;
  /** Share of the amount: `1.65` is 1.65 %. */
  percent: number;
  flat: number;
  min: number | null;
  max: number | null;
}
export interface Price {
  price_id: string;
  /** `qr` and `token`: payments of the method. */
  method: 'qr' | 'token' | 'deposit' | 'withdrawal' | 'refund';
  /** Applies to money that moves from this time on, until the next version. */
  valid_from: string;
  /** A refund returns its share of the fee of its payment. */
  returned_with_refunds: boolean;
  /** The fee of a charge-back that the merchant bears, without VAT. */
  dispute: number;
  bands: PriceBand[];
}
export interface PriceList {
  /** All versions, newest first. */
  prices: Price[];
  /** The present rate of VAT on fees, in percent. */
  vat_percent: number;
}

export interface Balance {
  available: number;
  /** Reserved for pending withdrawals and refunds. */
  held: number;
  /** Credited, and available after a number of bank days. */
  pending: number;
  /** The pending money by day, soonest first. */
  maturing: MaturingAmount[];
  currency: 'THB';
}
/** `date`: null while the bank holidays of its year are not known. */
export interface MaturingAmount {
  date: string | null;
  amount: number;
}
/** A ledger entry. `available`, `held` and `pending` are changes: negative for a debit. */
export interface BalanceEntry {
  entry_id: string;
  type: string;
  order_id: string | null;
  available: number;
  held: number;
  pending: number;
  currency: 'THB';
  created_at: string;
}
export interface BalanceEntriesQuery extends CursorQuery {}
export interface BalanceEntryPage extends CursorPage {
  entries: BalanceEntry[];
}

export interface BalancePair {
  available: number;
  held: number;
  pending: number;
}
/** An entry with the balance after it. `effective_at`: when the money moved. */
export interface StatementEntry extends BalancePair {
  entry_id: string;
  type: string;
  order_id: string | null;
  reference: string | null;
  balance: BalancePair;
  effective_at: string;
  created_at: string;
}
/** Days in Bangkok such as `2026-11-30`. By default the current month. */
export interface BalanceStatementQuery extends CursorQuery {
  start_date?: string;
  end_date?: string;
}
/** The balance of a period, oldest entry first. `sums` are of the whole period. */
export interface BalanceStatement extends CursorPage {
  start_date: string;
  end_date: string;
  currency: 'THB';
  opening: BalancePair;
  closing: BalancePair;
  sums: (BalancePair & { type: string; count: number })[];
  entries: StatementEntry[];
}

/** `failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back. */
export type ApprovalStatus =
  | 'pending'
  | 'approved'
  | 'rejected'
  | 'expired'
  | 'withdrawn'
  | 'failed';
/** The approval of a withdrawal or a refund. Until it is approved, nothing is sent. */
export interface OrderApproval {
  status: ApprovalStatus;
  expires_at: string;
}
/** A request for the approval of another person, who decides on the dashboard. */
export interface Approval {
  approval_id: string;
  act: 'withdrawal' | 'refund' | 'key' | 'member' | 'member_role' | 'rules';
  /** The withdrawal, the refund or another object that it is about. */
  object_id: string;
  /** Null for an act without an amount. */
  amount: number | null;
  status: ApprovalStatus;
  /** The API key or the user that proposed it. */
  proposed_by: string;
  created_at: string;
  expires_at: string;
  decided_at: string | null;
}
export interface ApprovalsQuery extends CursorQuery {
  status?: ApprovalStatus | undefined;
}
export interface ApprovalPage extends CursorPage {
  approvals: Approval[];
}

/** The events that a webhook can subscribe to. */
export type EventName =
  | 'payment.pending'
  | 'payment.requires_action'
  | 'payment.succeeded'
  | 'payment.failed'
  | 'payment.expired'
  | 'payment.adjusted'
  | 'payment.slip_mismatched'
  | 'withdrawal.pending'
  | 'withdrawal.processed'
  | 'withdrawal.succeeded'
  | 'withdrawal.failed'
  | 'withdrawal.adjusted'
  | 'refund.completed'
  | 'refund.failed'
  | 'refund.adjusted'
  | 'approval.requested'
  | 'approval.ended'
  | 'webhook.disabled';

export interface WebhookRequest {
  /** Must answer a signed `webhook.ping` while the webhook is created. */
  url: string;
  events: EventName[];
  description?: string | null | undefined;
  /** A signing secret of your own; generated by default. */
  secret?: string | null | undefined;
}
export interface Webhook {
  webhook_id: string;
  url: string;
  events: EventName[];
  status: 'active' | 'disabled';
  description: string | null;
  disabled_reason: string | null;
  created_at: string;
}
export interface CreatedWebhook extends Webhook {
  /** Returned by this response only: store it. */
  secret: string;
  /** Why deliveries will fail; null when the ping was answered 2xx. */
  warning: string | null;
}
export interface WebhookPage {
  webhooks: Webhook[];
  total: number;
  limit: number;
  offset: number;
  has_more: false;
  next_cursor: null;
}
export interface WebhookChange {
  url?: string | undefined;
  events?: EventName[] | undefined;
  description?: string | null | undefined;
  /** False pauses the webhook. */
  enabled?: boolean | undefined;
}
export interface DeletedWebhook {
  webhook_id: string;
  deleted: true;
}
export interface RotateRequest {
  secret?: string | null | undefined;
}
/** The response of your server to one request. */
interface DeliveryResult {
  /** Null when there was no response. */
  status_code: number | null;
  duration_ms: number;
  error: string | null;
  /** The beginning of the response body. */
  answer: string | null;
}
export interface Ping extends DeliveryResult {
  delivered: boolean;
}
export interface Delivery {
  delivery_id: string;
  event_id: string;
  webhook_id: string;
  event: EventName;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: ({ at: string } & DeliveryResult)[];
  next_attempt_at: string | null;
  created_at: string;
}
export interface DeliveriesQuery extends CursorQuery {}
export interface DeliveryPage extends CursorPage {
  deliveries: Delivery[];
}
export interface ReplayRequest {
  /** The start of the period. */
  since: string;
  /** The end of the period; now by default. */
  until?: string | null | undefined;
  /** `failed` by default: only events that were not delivered. */
  status?: 'failed' | 'all' | undefined;
}
export interface Replay {
  replay_id: string;
  webhook_id: string;
  status: 'running' | 'done' | 'stopped';
  only_failed: boolean;
  since: string;
  until: string;
  total: number;
  replayed: number;
  created_at: string;
  finished_at: string | null;
}
export interface EventsQuery extends CursorQuery {
  event?: EventName | undefined;
  /** The ID of a payment, deposit, withdrawal or refund. */
  object_id?: string | undefined;
}
