import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Deps } from '../../src/deps';
import { encodeBillPayment } from '../../src/kernel/rules/promptpay';
import type {
  Connector,
  FoundMovement,
  ProviderAccount,
  ProviderClient,
  QrOpened,
  QrProvider,
} from '../../src/providers/connectors/connector';
import { generic } from '../../src/providers/connectors/generic';
import { createHttpClient, type HttpResult } from '../../src/providers/connectors/http-client';
import { connectAccounts } from '../../src/providers/connectors/registry';
import type { Traits } from '../../src/providers/connectors/traits';
import { closeAfterFile } from './close-after-file';

/**
 * A fault of the upstream: an HTTP status, no answer, a closed connection after the request was
 * carried out, or one before.
 */
export type Fault = number | 'hang' | 'cut' | 'drop';

/** Money that the upstream received for an order. */
export interface UpstreamMovement {
  readonly transactionId: string | null;
  readonly amountSatang: number;
  readonly movedAt: string | null;
  readonly payer: FoundMovement['payer'];
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/**
 * An upstream of incoming payments on a real port, which reports money only when it is inquired
 * about. `GET /orders/{id}` lists the money and the QR code of an order, `POST /qr` issues a code
 * and `DELETE /qr/{ref}` closes it.
 */
export async function startUpstream() {
  const money = new Map<string, UpstreamMovement[]>();
  const inquiries: { readonly orderId: string; readonly atMs: number }[] = [];
  const codes = new Map<string, { readonly providerRef: string; readonly payload: string }>();
  const opens: string[] = [];
  const closes: string[] = [];
  const faults = { inquiry: [] as Fault[], open: [] as Fault[] };
  /** Runs after an inquiry has read the money, before its answer. */
  const during: { inquiry: (orderId: string) => Promise<unknown> } = { inquiry: async () => {} };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  closeAfterFile(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const named = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const call = request.method === 'POST' ? 'open' : 'inquiry';
    const fault = request.method === 'DELETE' ? undefined : faults[call].shift();
    const body =
      request.method === 'POST'
        ? await issue(request, fault)
        : request.method === 'DELETE'
          ? close(named)
          : await inquire(named);
    if (fault === 'hang') return;
    if (fault === 'cut' || fault === 'drop') {
      response.destroy();
      return;
    }
    response.writeHead(fault ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  async function inquire(orderId: string): Promise<object> {
    inquiries.push({ orderId, atMs: performance.now() });
    const body = {
      movements: [...(money.get(orderId) ?? [])],
      code: codes.get(orderId) ?? null,
    };
    await during.inquiry(orderId);
    return body;
  }

  async function issue(request: IncomingMessage, fault: Fault | undefined): Promise<object> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { orderId, amountSatang } = JSON.parse(body) as { orderId: string; amountSatang: number };
    opens.push(orderId);
    if (fault === 'drop' || typeof fault === 'number') {
      return { code: 'amount_too_low', message: 'The minimum is 200 baht.' };
    }
    const ref1 = `QR${opens.length}`;
    const code = {
      providerRef: `chrg_${opens.length}`,
      payload: encodeBillPayment({ billerId: '099999999999999', ref1, amountSatang }),
    };
    codes.set(orderId, code);
    return code;
  }

  function close(providerRef: string): object {
    closes.push(providerRef);
    return {};
  }

  return {
    url: `http://127.0.0.1:${port}`,
    /** The faults of the next calls. */
    faults,
    during,
    inquiries,
    /** The orders of the requests for QR codes, and the references of closed codes. */
    opens,
    closes,
    /** Receives money for an order. */
    pay(orderId: string, movement: Partial<UpstreamMovement> = {}): void {
      const received = money.get(orderId) ?? [];
      const transactionId = `T ${orderId} ${received.length + 1}`;
      const rest = { transactionId, amountSatang: 10_000, movedAt: null, payer: null };
      money.set(orderId, [...received, { ...rest, ...movement }]);
    },
    inquiriesAbout: (orderId: string): number =>
      inquiries.filter((inquiry) => inquiry.orderId === orderId).length,
  };
}

const settings = z.object({ url: z.url() });
const text = z.string().nullable();
/** A callback: it names an order, whatever else it says. */
const named = z.union([z.object({ orderId: z.string() }), z.object({ providerRef: z.string() })]);
const issued = z.object({ providerRef: z.string(), payload: z.string() });
const listed = z.object({
  code: issued.nullable(),
  movements: z.array(
    z.object({
      transactionId: text,
      amountSatang: z.number(),
      movedAt: text,
      payer: z.object({ bankName: text, accountNumber: text, accountName: text }).nullable(),
    }),
  ),
});

/** The account of an upstream whose callbacks prove nothing, with the given traits. */
export function upstreamAccount(
  { url }: Pick<Upstream, 'url'>,
  traits: Partial<Traits> = {},
  id = 'acc_upstream',
): ProviderAccount {
  const connector: Connector<z.output<typeof settings>> = {
    name: 'upstream',
    title: 'Upstream of the tests',
    traits: {
      ...generic.traits,
      callback: 'hint',
      inquiry: { ...generic.traits.inquiry, payment: 'our_reference' },
      qrLifetime: 'as_requested',
      callsPerSecond: 1_000_000,
      ...traits,
    },
    settings,
    connect: (account) => connectUpstream(account.settings.url, traits.qr === 'provider'),
    encodeQr: ({ ref, amountSatang }) =>
      encodeBillPayment({ billerId: '012345678901234', ref1: ref, amountSatang }),
    verifyCallback: () => true,
    readCallback: ({ body }) => ({ kind: 'hint', about: named.parse(JSON.parse(String(body))) }),
    readPayer: () => null,
  };
  return { ...accountBase, id, connector, settings: { url } };
}

const accountBase = {
  merchantId: null,
  label: 'Upstream',
  mode: 'test',
  callbackUrl: 'http://127.0.0.1/callbacks/upstream/token',
} as const;

/** Dependencies whose orders belong to the account; the token of its callback URL is `token`. */
export function withAccount<Given extends Pick<Deps, 'providers' | 'qrProvider'>>(
  deps: Given,
  account: ProviderAccount,
): Given {
  const find = () => Promise.resolve(account);
  const findByToken = (_connector: string, token: string) =>
    Promise.resolve(token === 'token' ? account : null);
  const routesOf = () => ({
    candidates: [
      {
        account,
        accountId: account.id,
        status: 'on' as const,
        priority: 1,
        health: 'up' as const,
        amounts: account.connector.traits.amounts,
      },
    ],
    rules: [],
  });
  const changed = { default: account, find, findByToken, routesOf };
  const qrProvider = connectAccounts(
    { find },
    () => undefined,
    () => undefined,
  );
  closeAfterFile(() => qrProvider.close());
  return { ...deps, providers: { ...deps.providers, ...changed }, qrProvider };
}

export function connectUpstream(url: string, issuesQr = false): ProviderClient & QrProvider {
  const http = createHttpClient({ url, timeoutMs: 1_000 });
  closeAfterFile(() => http.close());
  return {
    send: () => Promise.resolve({ kind: 'unreachable', reason: 'not_supported' }),
    async find({ orderId }) {
      const path = `/orders/${encodeURIComponent(orderId)}`;
      return readMoney(await http.request({ method: 'GET', path, orderId }), issuesQr);
    },
    async openQr({ orderId, amountSatang }) {
      const call = {
        method: 'POST',
        path: '/qr',
        body: { orderId, amountSatang },
        orderId,
      } as const;
      return readOpened(await http.request(call));
    },
    async closeQr(providerRef) {
      const { kind } = await http.request({ method: 'DELETE', path: `/qr/${providerRef}` });
      return kind === 'answered' ? 'closed' : 'not_closed';
    },
    probe: () => Promise.resolve({ kind: 'ok' }),
    close: () => http.close(),
  };
}

function readOpened(result: HttpResult): QrOpened {
  if (result.kind === 'unsent') return { kind: 'unreachable', reason: result.reason };
  if (result.kind === 'broken') return { kind: 'unknown', reason: result.reason };
  const reason = `HTTP ${result.statusCode}`;
  if (result.statusCode === 422) {
    return { kind: 'refused', ...(result.body as { code: string; message: string }) };
  }
  if (result.statusCode === 429) return { kind: 'unreachable', reason };
  const read = issued.safeParse(result.body);
  if (result.statusCode !== 200 || !read.success) return { kind: 'unknown', reason };
  return { kind: 'opened', ...read.data, expiresAt: null };
}

function readMoney(
  result: HttpResult,
  issuesQr: boolean,
): Awaited<ReturnType<ProviderClient['find']>> {
  if (result.kind !== 'answered') return { kind: 'unreachable', reason: result.reason };
  const read = listed.safeParse(result.body);
  if (result.statusCode !== 200 || !read.success) {
    return { kind: 'unreachable', reason: `HTTP ${result.statusCode}` };
  }
  const [first, ...others] = read.data.movements.map(({ movedAt, ...movement }) => ({
    ...movement,
    movedAt: movedAt === null ? null : new Date(movedAt),
  }));
  const { code } = read.data;
  if (first === undefined && issuesQr) {
    if (code === null) return { kind: 'not_found' };
    return { kind: 'waiting', opened: { kind: 'opened', ...code, expiresAt: null } };
  }
  return first === undefined
    ? { kind: 'waiting' }
    : { kind: 'succeeded', movements: [first, ...others] };
}
