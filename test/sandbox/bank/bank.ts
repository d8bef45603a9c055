import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BookTotals } from '../../../sandbox/bank/book';
import type { BookTransfer, DecidedRequest } from '../../../sandbox/bank/book-routes';
import type { RequestPlural } from '../../../sandbox/bank/records';
import { encodeBillPayment } from '../../../src/kernel/rules/promptpay';
import { createLog } from '../../../src/platform/observe/log';
import { startSandboxServer, type SandboxServerOptions } from '../../../sandbox/server';
import { closeAfterFile } from '../../support/close-after-file';
import { until } from '../../support/until';

export const billerId = '099999999999990';
export const providerKey = 'provider-key-of-the-tests';

/** The QR code of a payment. */
export function qrFor(ref1: string, amountSatang: number): string {
  return encodeBillPayment({ billerId, ref1, amountSatang });
}

/** The QR code of a deposit. */
export function depositQrFor(ref1: string, amountSatang: number): string {
  return encodeBillPayment({ billerId, ref1, ref2: 'DEPOSIT', amountSatang });
}

const account = {
  bankCode: '014',
  bankName: 'SCB',
  accountNumber: '1234567890',
  accountName: 'ACCOUNT NAME',
};

/** A payout request. `amount` is in baht. */
export function payoutOf(orderId: string, amount: number) {
  return { orderId, amount, currency: 'THB', ...account };
}

/** A refund request. `account: null` refunds to the token. */
export function refundOf(orderId: string, amount: number, fields: object = {}) {
  return { orderId, amount, currency: 'THB', paymentId: 'pay_1', account, ...fields };
}

/** A charge request. */
export function chargeOf(orderId: string, amount: number, token = 'tok_success') {
  return { orderId, amount, currency: 'THB', token };
}

export interface Answer {
  readonly status: number;
  readonly body: ReadBody;
}

/** The fields of the bank's responses that the tests read. */
export interface ReadBody {
  readonly paymentId: string;
  readonly status: string;
  readonly orderId: string;
  readonly amount: number;
  readonly settledAt: string | null;
  readonly dueAt: string | null;
  readonly callbacks: readonly ReadCallback[];
  readonly error: { readonly code: string; readonly message: string };
}

export interface ReadCallback {
  readonly callbackId: string;
  readonly state: string;
  readonly transactionId: string | null;
  readonly amount: number | null;
  readonly attempts: number | null;
  readonly reason: string | null;
}

export interface RequestAnswer {
  readonly status: number;
  readonly body: {
    readonly orderId: string;
    readonly status: string;
    readonly amount: number;
    readonly transactionId: string | null;
    readonly failure: { readonly code: string; readonly message: string } | null;
    readonly decidedAt: string | null;
    readonly callbacks: readonly ReadCallback[];
    readonly error: { readonly code: string; readonly message: string };
  };
}

export interface BookAnswer extends Readonly<Record<RequestPlural, readonly DecidedRequest[]>> {
  readonly totals: BookTotals;
  readonly transfers: readonly BookTransfer[];
}

/** The API of one kind of request. */
export interface RequestApi {
  /** With the provider key. */
  send(body: object, signal?: AbortSignal): Promise<RequestAnswer>;
  find(orderId: string): Promise<RequestAnswer>;
  /** Without a key. */
  read(orderId: string): Promise<RequestAnswer>;
  decide(orderId: string, outcome: string): Promise<RequestAnswer>;
}

export interface TestBank {
  readonly url: string;
  readonly dataDir: string;
  pay(body: object, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  read(paymentId: string): Promise<Answer>;
  sendAgain(callbackId: string): Promise<Answer>;
  readonly payouts: RequestApi;
  readonly refunds: RequestApi;
  readonly charges: RequestApi;
  book(): Promise<BookAnswer>;
  /** Resolves with the payment once all its callbacks are in that state. */
  whenCallbacks(paymentId: string, state: string): Promise<ReadBody>;
  readonly close: () => Promise<void>;
}

/** A directory that is removed after the test file. */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-bank-'));
  closeAfterFile(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

type Chosen = Partial<SandboxServerOptions> & Pick<SandboxServerOptions, 'gatewayUrl'>;

/** A sandbox server on a free port that retries callbacks after 20 ms. */
export async function startBank(chosen: Chosen): Promise<TestBank> {
  const options: SandboxServerOptions = {
    providerKey,
    billerId,
    dataDir: await newDirectory(),
    log: createLog('silent', 'sandbox-bank'),
    retry: { delayMs: () => 20, attemptsMax: 1_000 },
    ...chosen,
  };
  const running = await startSandboxServer(options, 0);
  closeAfterFile(running.close);
  return clientOf(`http://127.0.0.1:${running.port}`, options.dataDir, running.close);
}

function clientOf(url: string, dataDir: string, close: () => Promise<void>): TestBank {
  async function ask<Body = ReadBody>(address: string, init?: RequestInit) {
    const response = await fetch(`${url}${address}`, init);
    return { status: response.status, body: (await response.json()) as Body };
  }
  const post = (body: object, headers: Readonly<Record<string, string>> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const authorization = `Bearer ${providerKey}`;
  const read = (paymentId: string) => ask(`/api/payments/${paymentId}`);
  const askOf = (address: string, init?: RequestInit) => ask<RequestAnswer['body']>(address, init);
  const apiOf = (plural: RequestPlural): RequestApi => ({
    send: (body, signal) =>
      askOf(`/${plural}`, {
        ...post(body, { authorization }),
        ...(signal === undefined ? {} : { signal }),
      }),
    find: (orderId) => askOf(`/${plural}/${orderId}`, { headers: { authorization } }),
    read: (orderId) => askOf(`/api/${plural}/${orderId}`),
    decide: (orderId, outcome) => askOf(`/api/${plural}/${orderId}/decide`, post({ outcome })),
  });
  return {
    url,
    dataDir,
    close,
    read,
    pay: (body, headers) => ask('/api/payments', post(body, headers)),
    payouts: apiOf('payouts'),
    refunds: apiOf('refunds'),
    charges: apiOf('charges'),
    sendAgain: (callbackId) => ask(`/api/callbacks/${callbackId}/send`, { method: 'POST' }),
    async book() {
      return (await (await fetch(`${url}/api/book`)).json()) as BookAnswer;
    },
    async whenCallbacks(paymentId, state) {
      let payment = (await read(paymentId)).body;
      await until(
        async () => {
          payment = (await read(paymentId)).body;
          return payment.callbacks.every((callback) => callback.state === state);
        },
        { describe: () => payment },
      );
      return payment;
    },
  };
}
