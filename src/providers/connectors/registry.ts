import { setTimeout as wait } from 'node:timers/promises';
import type {
  Connector,
  Provider,
  ProviderAccount,
  ProviderAccounts,
  Found,
  Probe,
  ProviderClient,
  QrOpened,
  QrOrder,
  QrProvider,
  RegisteredConnector,
} from './connector';
import type { Exchange } from './http-client';
import { areCredentialsRefused } from '../rules/failover';
import { KeyedSemaphore } from '../../platform/keyed-semaphore';
import { activeSpan, spanned } from '../../platform/observe/tracing';
import { twoC2p } from './2c2p';
import { gbPrimePay } from './gbprimepay';
import { generic } from './generic';
import { kbank } from './kbank';
import { omise } from './omise';
import { scb } from './scb';
import { scbBill } from './scb-bill';
import { scbQr } from './scb-qr';
import { settingFields } from './setting';
import { stripe } from './stripe';

const connectors: Readonly<Record<string, Connector>> = {
  generic,
  kbank,
  omise,
  stripe,
  '2c2p': twoC2p,
  gbprimepay: gbPrimePay,
  scb,
  'scb-qr': scbQr,
  'scb-bill': scbBill,
};

export const connectorNames: readonly string[] = Object.keys(connectors);

/** By name, with the fields of the connector's form. */
export const registeredConnectors: ReadonlyMap<string, RegisteredConnector> = new Map(
  Object.entries(connectors).map(([name, connector]) => [
    name,
    { connector, fields: settingFields(connector.settings) },
  ]),
);

/**
 * In flight, per account and process. A worker runs 40 workflow tasks at once, and each can wait
 * for one call: a provider that hangs leaves the rest to other accounts.
 */
const CALLS_MAX = 8;
/** Maximum wait for a turn, when a request or a person awaits the call's result. */
const TURN_WAIT_MS = 2_000;
const busy = { kind: 'unreachable', reason: 'busy' } as const;

/** An activity with an inquiry has 25 seconds in all (workflows/policies.ts). */
const FIND_MAX_MS = 15_000;
const late = { kind: 'unreachable', reason: 'deadline' } as const;

/** Shows the health of an account. */
interface ObservedCall {
  readonly durationMs: number;
  readonly isUnreachable: boolean;
  /** The provider refused the credentials. */
  readonly isRefused: boolean;
}

export interface ConnectedAccounts extends Provider, QrProvider {
  probe(accountId: string): Promise<Probe>;
}

/**
 * Connects an account at its first call, and again after a change of its settings. A caller of
 * `send` or `find` takes a turn first. Other calls wait for a turn, and after 2 seconds are
 * `unreachable` with reason `busy`, which the account's health does not count. An inquiry without a
 * result after `findMaxMs` is `unreachable`.
 */
export function connectAccounts(
  accounts: Pick<ProviderAccounts, 'find'>,
  record: (account: ProviderAccount, exchange: Exchange) => void,
  observe: (accountId: string, call: ObservedCall) => void,
  findMaxMs = FIND_MAX_MS,
): ConnectedAccounts {
  const clients = new Map<string, { account: ProviderAccount; client: ProviderClient }>();
  const closing = new Set<Promise<void>>();
  const calls = new KeyedSemaphore(CALLS_MAX);
  async function clientOf(accountId: string): Promise<ProviderClient> {
    const account = await accounts.find(accountId);
    const known = clients.get(accountId);
    if (known?.account === account) return known.client;
    const client = account.connector.connect(account, (exchange) => record(account, exchange));
    clients.set(accountId, { account, client });
    if (known !== undefined) {
      // Requests in flight complete first.
      const closed = known.client.close().then(() => void closing.delete(closed));
      closing.add(closed);
    }
    return client;
  }
  async function limited<Outcome extends { readonly kind: string }>(
    operation: string,
    accountId: string,
    call: () => Promise<Outcome>,
  ): Promise<Outcome | typeof busy> {
    const release = await calls.acquireWithin(accountId, TURN_WAIT_MS);
    if (release === null) return busy;
    return traced(accounts, { operation, accountId }, call).finally(release);
  }
  async function observed<Outcome extends { readonly kind: string }>(
    accountId: string,
    call: (client: ProviderClient) => Promise<Outcome>,
  ): Promise<Outcome> {
    const client = await clientOf(accountId);
    const startMs = performance.now();
    const outcome = await call(client);
    observe(accountId, observedCall(outcome, startMs));
    return outcome;
  }
  const inTurn = <Outcome extends { readonly kind: string }>(
    operation: string,
    accountId: string,
    call: (client: ProviderClient) => Promise<Outcome>,
  ) => traced(accounts, { operation, accountId }, () => observed(accountId, call));
  return {
    takeTurn: (accountId) => calls.acquire(accountId),
    send: (request, accountId) => inTurn('send', accountId, (client) => client.send(request)),
    find(inquiry, accountId) {
      const found = inTurn('find', accountId, (client) => client.find(inquiry));
      return within(findMaxMs, found);
    },
    probe: async (accountId) => (await clientOf(accountId)).probe(),
    verifySlip: (transfer, accountId) =>
      limited('verifySlip', accountId, async () => {
        const client = await clientOf(accountId);
        return (await client.verifySlip?.(transfer)) ?? { kind: 'unknown' };
      }),
    openQr: (order, accountId) =>
      limited('openQr', accountId, () => observed(accountId, (client) => openAt(client, order))),
    closeQr: async (providerRef, accountId) =>
      (await (await clientOf(accountId)).closeQr?.(providerRef)) ?? 'not_closed',
    async close() {
      await Promise.all([...clients.values()].map(({ client }) => client.close()));
      await Promise.all(closing);
    },
  };
}

const observedCall = (outcome: { readonly kind: string }, startMs: number): ObservedCall => ({
  durationMs: performance.now() - startMs,
  isUnreachable: outcome.kind === 'unreachable',
  isRefused: areCredentialsRefused(outcome),
});

function within(maxMs: number, found: Promise<Found>): Promise<Found> {
  const waiting = new AbortController();
  const deadline = wait(maxMs, late, { signal: waiting.signal }).catch(() => late);
  return Promise.race([found, deadline]).finally(() => waiting.abort());
}

async function openAt(client: ProviderClient, order: QrOrder): Promise<QrOpened> {
  if (client.openQr === undefined) throw new Error('the account issues no QR codes');
  return client.openQr(order);
}

/** A span for a call of a sampled activity. */
async function traced<Outcome extends { readonly kind: string }>(
  accounts: Pick<ProviderAccounts, 'find'>,
  { operation, accountId }: { readonly operation: string; readonly accountId: string },
  call: () => Promise<Outcome>,
): Promise<Outcome> {
  const parent = activeSpan();
  if (parent === null) return call();
  const { connector } = await accounts.find(accountId);
  const attributes = { 'saphan.connector': connector.name, 'saphan.account_id': accountId };
  const span = parent.child({ name: `provider ${operation}`, kind: 'client', attributes });
  return spanned(span, call, ({ kind }) => ({ 'saphan.outcome': kind }));
}
