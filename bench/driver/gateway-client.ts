import { Pool } from 'undici';
import type { Route, Target } from './jobs';

/** Long enough that no expiry comes into a run, whoever sets the deadline. */
const EXPIRY_MINUTES = 60;

/** Asks a target as a merchant and a provider would, over connections that stay open. */
export class GatewayClient {
  private readonly pool: Pool;
  private asked = 0;

  constructor(
    private readonly target: Target,
    connections: number,
  ) {
    this.pool = new Pool(target.origin, { connections, pipelining: 1 });
  }

  /** Creates a payment and returns its answer, unread. */
  create(keyed = false): Promise<string> {
    const number = ++this.asked;
    const { create } = this.target;
    const headers = keyed
      ? { ...create.headers, 'idempotency-key': `${process.pid}-${Date.now()}-${number}` }
      : create.headers;
    return this.post(
      { ...create, headers },
      {
        amount: 150,
        currency: 'THB',
        reference: `ORDER-${number}`,
        expiry_minutes: EXPIRY_MINUTES,
        metadata: { cart: `cart-${number}`, channel: 'web' },
      },
    );
  }

  async createPayment(): Promise<string> {
    const { payment_id: id } = JSON.parse(await this.create()) as { readonly payment_id?: unknown };
    if (typeof id !== 'string') throw new Error('the answer names no payment');
    return id;
  }

  /** Says that the payment was paid. */
  callBack(paymentId: string): Promise<string> {
    const transactionId = `T${paymentId.slice(-16)}`;
    return this.post(this.target.callback, {
      orderId: paymentId,
      status: 'success',
      transactionId,
    });
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async post({ path, headers }: Route, body: object): Promise<string> {
    const { statusCode, body: answer } = await this.pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${path} answered ${statusCode}: ${text.slice(0, 300)}`);
    return text;
  }
}
