import { Pool } from 'undici';
import { cycles, type CreationAnswer, type Cycle } from '../cycle-kinds';
import type { Route, Target } from './jobs';

/** Sends requests as a merchant and as the provider, over persistent connections. */
export class GatewayClient {
  private readonly pool: Pool;
  private readonly cycle: Cycle;
  private asked = 0;

  constructor(
    private readonly target: Target,
    connections: number,
    /** Added to every request. */
    private readonly more: object = {},
    /** The referenced orders, one each. */
    private readonly about: readonly string[] = [],
  ) {
    this.pool = new Pool(target.origin, { connections, pipelining: 1 });
    this.cycle = cycles[target.kind];
  }

  get callsProvider(): boolean {
    return this.cycle.callsProvider;
  }

  /** Creates an order. Returns the unread response. */
  create(keyed = false): Promise<string> {
    const number = ++this.asked;
    const { create } = this.target;
    const headers = keyed
      ? { ...create.headers, 'idempotency-key': `${process.pid}-${Date.now()}-${number}` }
      : create.headers;
    return this.post({ ...create, headers }, this.requestOf(number));
  }

  /** Creates an order, or is refused. */
  async offer(): Promise<{ readonly statusCode: number; readonly retryAfter: string | null }> {
    const { path, headers } = this.target.create;
    const {
      statusCode,
      headers: answered,
      body,
    } = await this.pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(this.requestOf(++this.asked)),
    });
    await body.dump();
    const { 'retry-after': retryAfter } = answered;
    return { statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null };
  }

  private requestOf(number: number): object {
    const about = this.about[number - 1] ?? '';
    return { ...this.cycle.request(number, about), ...this.more };
  }

  async createOrder(): Promise<string> {
    const id = this.cycle.idIn(JSON.parse(await this.create()) as CreationAnswer);
    if (id === undefined) throw new Error('the answer names no order');
    return id;
  }

  /** Sends the success callback of an order. */
  callBack(orderId: string): Promise<string> {
    const transactionId = `T${orderId.slice(-16)}`;
    return this.post(this.target.callback, { orderId, status: 'success', transactionId });
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
