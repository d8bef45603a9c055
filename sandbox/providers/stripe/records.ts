/** An object of the API, in its wire form. */
export type Metadata = Readonly<Record<string, string>>;

export interface Intent {
  readonly id: string;
  readonly amount: number;
  amount_received: number;
  readonly metadata: Metadata;
  /** Unix seconds. */
  readonly created: number;
  status: 'requires_action' | 'processing' | 'succeeded' | 'canceled' | 'requires_payment_method';
  cancellation_reason: string | null;
  last_payment_error: object | null;
  readonly qr: string | null;
  /** The page of the card's bank, while the payer must authenticate. */
  authentication: { readonly url: string; readonly return_url: string } | null;
}

export interface Dispute {
  readonly id: string;
  readonly amount: number;
  readonly created: number;
  readonly payment_intent: string;
  readonly metadata: Metadata;
  status: 'warning_needs_response' | 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface Refund {
  readonly id: string;
  readonly amount: number;
  readonly metadata: Metadata;
  readonly created: number;
  readonly payment_intent: string;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
}

export const presentIntent = (
  { qr, authentication, ...intent }: Intent,
  livemode: boolean,
): object => ({
  object: 'payment_intent',
  currency: 'thb',
  livemode,
  payment_method_types: [qr === null ? 'card' : 'promptpay'],
  latest_charge: intent.status === 'succeeded' ? intent.id.replace(/^pi/, 'py') : null,
  ...intent,
  next_action: intent.status === 'requires_action' ? nextActionOf(qr, authentication) : null,
});

function nextActionOf(qr: Intent['qr'], redirect: Intent['authentication']): object | null {
  if (redirect !== null) return { type: 'redirect_to_url', redirect_to_url: redirect };
  if (qr === null) return null;
  return {
    type: 'promptpay_display_qr_code',
    promptpay_display_qr_code: {
      data: qr,
      hosted_instructions_url: 'https://payments.example/qr',
      image_url_png: 'https://qr.example/qr.png',
      image_url_svg: 'https://qr.example/qr.svg',
    },
  };
}

/** With what its refunds and disputes say. */
export function presentCharge(
  { id, metadata, amount_received: amount, created }: Intent,
  livemode: boolean,
  {
    refunds,
    disputes,
  }: { readonly refunds: readonly Refund[]; readonly disputes: readonly Dispute[] },
): object {
  const refunded = refunds
    .filter((one) => one.payment_intent === id && !['failed', 'canceled'].includes(one.status))
    .reduce((sum, one) => sum + one.amount, 0);
  return {
    object: 'charge',
    id: id.replace(/^pi/, 'py'),
    payment_intent: id,
    status: 'succeeded',
    amount,
    amount_refunded: refunded,
    refunded: refunded === amount,
    disputed: disputes.some((one) => one.payment_intent === id),
    currency: 'thb',
    livemode,
    metadata,
    created,
    balance_transaction: balanceTransactionOf(id, amount),
  };
}

/** 1.65 % and 7 % VAT of it. */
function balanceTransactionOf(intentId: string, amount: number): object {
  const fee = Math.round((amount * 165) / 10_000);
  const tax = Math.round((fee * 7) / 100);
  return {
    object: 'balance_transaction',
    id: intentId.replace(/^pi/, 'txn'),
    amount,
    currency: 'thb',
    fee: fee + tax,
    fee_details: [
      { type: 'stripe_fee', amount: fee, currency: 'thb' },
      { type: 'tax', amount: tax, currency: 'thb' },
    ],
    net: amount - fee - tax,
  };
}

/** Disputes have the charge and the payment intent, and metadata of their own. */
export const presentDispute = (dispute: Dispute, livemode: boolean): object => ({
  object: 'dispute',
  currency: 'thb',
  livemode,
  charge: dispute.payment_intent.replace(/^pi/, 'py'),
  reason: 'fraudulent',
  ...dispute,
});

/** Refunds have no `livemode`. */
export const presentRefund = (refund: Refund): object => ({
  object: 'refund',
  currency: 'thb',
  charge: refund.payment_intent.replace(/^pi/, 'py'),
  reason: null,
  ...refund,
});
