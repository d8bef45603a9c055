import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { Problem } from '../../src/kernel/rules/problem';
import { canonicalPath } from '../../src/http/aliases';
import { createGatewayApp, operationsOf } from '../../src/app';
import { errorCodes, type OperationFacts } from '../../src/http/definition';
import { statusIn } from '../../src/http/problem-reply';
import type { payment } from '../../src/orders/payment/api/schema';
import type { qrCode } from '../../src/orders/payment/api/qr-codes/schema';
import { listen } from '../../src/http/server';
import type { Logger } from '../../src/platform/observe/log';
import type { ProviderAccount, QrProvider } from '../../src/providers/connectors/connector';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { testConfig, testDeps, testMerchant } from '../support/gateway';
import { withAccount } from '../support/upstream';

export const PROVIDER_KEY = 'a-provider-key-for-tests';

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed if it is JSON. */
  readonly body: unknown;
  /** For a problem, its code and parameter. */
  readonly code: string | undefined;
  readonly param: string | undefined;
}

export interface Sending {
  /** A bearer credential. Default: the merchant's key; null for none. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
}

/**
 * Repeats a request while the API sheds it: how many payouts of one merchant wait is limited by
 * time, so a slow machine sheds some. Nothing of a shed request is processed.
 */
export async function untilAdmitted<Answer extends { readonly text: string }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answered = await ask();
    const isShed = /at its capacity|payouts are in progress/.test(answered.text);
    if (!isShed) return answered;
    await pause(SHED_PAUSE_MS);
  }
}
/** As `Retry-After` says. */
const SHED_PAUSE_MS = 1_000;

/** Tests close the server without a grace period unless they override it. */
const atOnce = { lingerTimeout: 0 };

export type Api = Awaited<ReturnType<typeof startApi>>;

/** Starts the API on a free port with its own database and a merchant, without Temporal. */
export async function startApi(
  env: Readonly<Record<string, string>> = {},
  options: {
    readonly log?: Logger;
    /** The provider account of new orders, and of callbacks. */
    readonly account?: ProviderAccount;
    /** Replaces the client for QR codes of providers. */
    readonly qrProvider?: QrProvider;
    /** The merchant's opening balance. Default: 0. */
    readonly openingSatang?: number;
    /** Whether responses to callbacks wait for a worker, as in production. Default: false. */
    readonly awaitsWorker?: boolean;
    /** Shorter than in production. */
    readonly timeouts?: Parameters<typeof listen>[3];
  } = {},
) {
  const { knex, url: databaseUrl } = await testDatabase({ asApp: true });
  const config = testConfig({ PROVIDER_KEY, ...env });
  const plain = testDeps(knex, config);
  const { account } = options;
  const base = account === undefined ? plain : withAccount(plain, account);
  const { log = base.log, qrProvider = base.qrProvider, awaitsWorker = false } = options;
  const applied = awaitsWorker ? base.applied : { wait: () => Promise.resolve(false) };
  const deps = { ...base, log, qrProvider, applied };
  const temporal = { reachable: true };
  const app = createGatewayApp({
    ...deps,
    outbox: { enqueue: (rows) => deps.outbox.enqueue(rows), state: () => temporal },
  });
  const timeouts = { ...atOnce, ...options.timeouts };
  const http = { ...config.http, host: '127.0.0.1', port: 0 };
  const server = await listen(app, http, deps, timeouts);
  closeAfterFile(() => server.close());
  const { openingSatang = 0 } = options;
  const { merchant, apiKey } = await testMerchant(knex, { openingSatang, mode: config.mode });
  const operations = operationsOf(config);
  const url = `http://127.0.0.1:${server.port}`;

  async function call(method: string, path: string, sending: Sending = {}): Promise<Answered> {
    const { key = apiKey, body, headers } = sending;
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || isForm ? body : JSON.stringify(body) }),
    });
    const answered = await read(response);
    checkAgainst(operationAt(operations, method, path), method, answered);
    return answered;
  }

  const get = (path: string, sending?: Sending) => call('GET', path, sending);
  const post = (path: string, body?: unknown, sending: Sending = {}) =>
    call('POST', path, { ...sending, body });
  return {
    url,
    port: server.port,
    databaseUrl,
    deps,
    config,
    operations,
    merchant,
    apiKey,
    /** The health of Temporal as the API sees it; a test can change it. */
    temporal,
    drain: (forMs: number) => server.drain(forMs),
    close: () => server.close(),
    call,
    get,
    post,
    /** Creates a QR code; 100 baht by default. */
    async createQrCode(request: object = {}, sending?: Sending): Promise<z.output<typeof qrCode>> {
      const asked = { amount: 100, currency: 'THB', ...request };
      const created = await post('/Thai/v1/qr-codes', asked, sending);
      expect(created.status).toBe(200);
      return created.body as z.output<typeof qrCode>;
    },
    async readPayment(paymentId: string): Promise<z.output<typeof payment>> {
      const { status, body } = await get(`/Thai/v1/payments/${paymentId}`);
      expect(status).toBe(200);
      return body as z.output<typeof payment>;
    },
    countOrders: async () => (await knex('orders').pluck('id')).length,
    disable: () => knex('merchants').where('id', merchant.id).update({ status: 'disabled' }),
  };
}

async function read(response: Response): Promise<Answered> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : undefined;
  const error = (body as { error?: { code?: string; param?: string } } | undefined)?.error;
  const { status, headers } = response;
  return { status, headers, text, body, code: error?.code, param: error?.param };
}

function operationAt(
  operations: readonly OperationFacts[],
  method: string,
  path: string,
): OperationFacts | undefined {
  const [sent = ''] = path.split('?');
  const literal = canonicalPath(sent).replace(/(?<=.)\/$/, '');
  const own = operations.filter((operation) => canonicalPath(operation.path) === literal);
  if (own.length > 0) return own.find((operation) => operation.method === method);
  return operations.find((operation) => {
    const form = canonicalPath(operation.path).replace(/:\w+/g, '[^/]+');
    return operation.method === method && new RegExp(`^${form}/?$`).test(canonicalPath(sent));
  });
}

/** Checks that a response is one that its operation declares. */
function checkAgainst(
  operation: OperationFacts | undefined,
  method: string,
  answered: Answered,
): void {
  expect(answered.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
  if (operation === undefined || method === 'HEAD' || answered.status === 304) return;
  const { success } = operation;
  if (answered.code !== undefined) {
    const declared = [...errorCodes(operation)].map((code) => new Problem(code));
    const statuses = declared.map(
      ({ wireCode, status }) => `${statusIn(operation.family, status)} ${wireCode}`,
    );
    expect(statuses).toContain(`${answered.status} ${answered.code}`);
  } else if ('schema' in success) {
    const { data, error } = success.schema.safeParse(answered.body);
    if (error) throw new Error(`${answered.status} ${answered.text}: ${error.message}`);
    expect(data).toEqual(answered.body);
  }
}
