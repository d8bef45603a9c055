import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  PaymentProviderInput,
  PaymentSessionStatus,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from '@medusajs/types';
import { AbstractPaymentProvider } from '@medusajs/utils';
import { Saphan, verifyWebhook, type Payment, type SaphanEvent } from 'saphan';
import { bahtOf, wholeBaht } from './amount';
import {
  DEFAULT_SHOP,
  checkOptions,
  invalid,
  notAllowed,
  type SaphanProviderOptions,
} from './options';

/** What Medusa keeps of a session: the current payment, and the page to redirect the payer to. */
interface SessionData {
  readonly session_id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly checkout_url: string | null;
}

/**
 * Thai QR payments on the checkout of Saphan. A session can have several payments: the payer of an
 * expired one can ask for a new code, and a changed cart gets another one. All have the id of the
 * session as their reference, and the session is paid when one of them is.
 */
export class SaphanPaymentProvider extends AbstractPaymentProvider<SaphanProviderOptions> {
  static override identifier = 'saphan';

  readonly #saphan: Saphan;
  readonly #shop: string;

  static override validateOptions(options: Record<string, unknown>): void {
    checkOptions(options);
  }

  constructor(container: Record<string, unknown>, options: SaphanProviderOptions) {
    super(container, options);
    checkOptions({ ...options });
    const { apiKey, baseUrl, shop = DEFAULT_SHOP } = options;
    this.#saphan = new Saphan({ apiKey, baseUrl });
    this.#shop = shop;
  }

  async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = textOf(input.data?.['session_id']) ?? input.context?.idempotency_key;
    if (sessionId === undefined) throw invalid('The payment session has no id.');
    const amount = wholeBaht(input.amount, input.currency_code);
    const returnUrl = textOf(input.data?.['return_url']);
    const data = await this.#create({ sessionId, amount, returnUrl, previousId: null });
    return { id: data.payment_id, status: 'pending', data: { ...data } };
  }

  /** A changed amount gets a payment of its own. Throws when the session is paid already. */
  async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const data = sessionIn(input);
    const amount = wholeBaht(input.amount, input.currency_code);
    const current = await this.#current(data);
    if (amount === data.amount && current.status !== 'expired') return { data: { ...data } };
    if (current.status === 'succeeded') throw notAllowed('The payment session is paid already.');
    await this.#expire(current);
    const { session_id: sessionId, payment_id: previousId } = data;
    return {
      status: 'pending',
      data: { ...(await this.#create({ sessionId, amount, previousId })) },
    };
  }

  /** The money of a paid session has arrived: Medusa need not capture it. */
  async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const data = sessionIn(input);
    const payment = await this.#current(data);
    return {
      status: statusOf(payment, data.amount),
      data: { ...dataOf(data.session_id, payment) },
    };
  }

  async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    return this.authorizePayment(input);
  }

  async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const { status, data = {} } = await this.authorizePayment(input);
    if (status !== 'captured') throw notAllowed('The payment is not paid.');
    return { data };
  }

  async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    const data = sessionIn(input);
    const payment = await this.#current(data);
    return { data: { ...dataOf(data.session_id, payment), payment } };
  }

  /** Ends a session that is not paid. Throws for one that is: refund it. */
  async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const data = sessionIn(input);
    const payment = await this.#current(data);
    if (payment.status === 'succeeded') throw notAllowed('The payment is paid: refund it.');
    await this.#expire(payment);
    return { data: { ...data } };
  }

  async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    // A session whose creation failed has no payment.
    if (textOf(input.data?.['payment_id']) === undefined) return { data: input.data ?? {} };
    return this.cancelPayment(input);
  }

  async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const data = sessionIn(input);
    const { payment_id } = await this.#current(data);
    const key = input.context?.idempotency_key;
    const refund = await this.#saphan.createRefund(
      { payment_id, amount: bahtOf(input.amount), metadata: { shop: this.#shop } },
      key === undefined ? {} : { idempotencyKey: `medusa-refund-${key}` },
    );
    return { data: { ...data, payment_id, last_refund_id: refund.refund_id } };
  }

  /**
   * An event is a hint: the payment is read again before Medusa completes an order. A payment that
   * has expired or failed changes nothing, because another one of the session may be paid.
   */
  async getWebhookActionAndData({
    rawData,
    headers,
  }: ProviderWebhookPayload['payload']): Promise<WebhookActionResult> {
    const event = verifyWebhook(this.config.webhookSecret, headersOf(headers), rawData);
    const paymentId = paymentIn(event);
    if (paymentId === null) return { action: 'not_supported' };
    const payment = await this.#saphan.readPayment(paymentId);
    const sessionId = this.#sessionOf(payment);
    if (sessionId === null || payment.status !== 'succeeded') return { action: 'not_supported' };
    return { action: 'captured', data: { session_id: sessionId, amount: payment.amount } };
  }

  /** The same call makes the same payment, also when Medusa repeats it. */
  async #create({
    sessionId,
    amount,
    returnUrl,
    previousId,
  }: {
    readonly sessionId: string;
    readonly amount: number;
    readonly returnUrl?: string | undefined;
    readonly previousId: string | null;
  }): Promise<SessionData> {
    const { expiryMinutes, returnUrl: configured } = this.config;
    const qr = await this.#saphan.createQrCode(
      {
        amount,
        currency: 'THB',
        reference: sessionId,
        metadata: { shop: this.#shop, session_id: sessionId },
        return_url: returnUrl ?? configured,
        expiry_minutes: expiryMinutes,
      },
      { idempotencyKey: `medusa-${sessionId}-${previousId ?? 'first'}-${amount}` },
    );
    const { payment_id, checkout_url } = qr;
    return { session_id: sessionId, payment_id, amount, checkout_url };
  }

  /** The payment that paid the session, or else the newest one. */
  async #current({ session_id, payment_id, amount }: SessionData): Promise<Payment> {
    const known = await this.#saphan.readPayment(payment_id);
    if (pays(known, amount)) return known;
    let newest: Payment | null = null;
    for await (const payment of this.#saphan.payments({ reference: session_id })) {
      if (this.#sessionOf(payment) !== session_id) continue;
      if (pays(payment, amount)) return payment;
      newest ??= payment;
    }
    return newest ?? known;
  }

  async #expire(payment: Payment): Promise<void> {
    if (payment.status !== 'pending') return;
    const expired = await this.#saphan.expirePayment(payment.payment_id);
    if (expired.status === 'succeeded') throw notAllowed('The payment was paid meanwhile.');
  }

  /** The session of a payment; null for one of another shop. */
  #sessionOf({ metadata, reference }: Payment): string | null {
    return metadata?.['shop'] === this.#shop && metadata['session_id'] === reference
      ? reference
      : null;
  }
}

/** One of less than the session's amount, from before the cart changed, does not pay it. */
const pays = ({ status, amount }: Payment, sessionAmount: number): boolean =>
  status === 'succeeded' && amount >= sessionAmount;

/** An expired payment can still be paid, and its payer can ask for a new code. */
function statusOf(payment: Payment, sessionAmount: number): PaymentSessionStatus {
  const { status } = payment;
  if (pays(payment, sessionAmount)) return 'captured';
  return status === 'failed' ? 'error' : 'requires_more';
}

const dataOf = (session_id: string, payment: Payment): SessionData => ({
  session_id,
  payment_id: payment.payment_id,
  amount: payment.amount,
  checkout_url: payment.checkout_url,
});

function sessionIn({ data = {} }: PaymentProviderInput): SessionData {
  const session_id = textOf(data['session_id']);
  const payment_id = textOf(data['payment_id']);
  if (session_id === undefined || payment_id === undefined) {
    throw invalid('The payment session has no payment of Saphan.');
  }
  const amount = Number(data['amount']);
  return { session_id, payment_id, amount, checkout_url: textOf(data['checkout_url']) ?? null };
}

function paymentIn(event: SaphanEvent): string | null {
  if (event.event !== 'payment.succeeded' || event.data.kind !== 'payment') return null;
  return event.data.payment_id;
}

const headersOf = (headers: Readonly<Record<string, unknown>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().map(String)]),
  );

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
