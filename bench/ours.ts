import { randomBytes } from 'node:crypto';
import { createApiKey, createMerchant } from '../src/merchants/create-merchant';
import { pricedMethods } from '../src/fees/rules/price';
import { readBands } from '../src/fees/rules/price-text';
import { insertPrice, setVatRates } from '../src/fees/store/prices';
import type { Db } from '../src/platform/postgres/connect';
import { newId } from '../src/platform/new-id';
import { migrate } from '../src/platform/postgres/migrate';
import { freePort } from '../test/support/free-port';
import { targetsOf, type Contender } from './contender';
import type { CycleKind } from './cycle-kinds';
import type { Target } from './driver/jobs';
import type { Seeding } from './lists-seed';
import { NAMESPACE } from './namespace';
import { seedPast } from './past';
import type { Stand } from './stand';
import { withDatabase } from './with-database';

export interface OursOptions {
  readonly temporalAddress: string;
  /** Null: no subscription. */
  readonly webhookUrl: string | null;
  /** Of every method, as operators type it. Absent: orders cost nothing. */
  readonly price?: string | undefined;
  /** Further settings of the gateway. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The compiled program. */
export const gatewayEntry = require.resolve('../src/main');
/** 100 million baht, more than any run pays out. */
const OPENING_SATANG = 10_000_000_000;
/** The event that the floor sends as well. */
const subscribedEvents = ['payment.succeeded', 'withdrawal.succeeded', 'refund.completed'];
const PROVIDER_KEY = randomBytes(24).toString('base64url');

/** The gateway's API as in a deployment, without a rate limit. */
export async function startOurApi(
  stand: Stand,
  options: OursOptions,
): Promise<
  Contender<'api', CycleKind> & { readonly environment: Readonly<Record<string, string>> }
> {
  const databaseUrl = await stand.createDatabase();
  await migrate(databaseUrl);
  const apiKey = await createMerchantWithKey(databaseUrl, 'Bench shop', options.price);
  const port = await freePort();
  const environment = {
    PORT: `${port}`,
    WORKER_PORT: `${await freePort()}`,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    TEMPORAL_NAMESPACE: NAMESPACE,
    PROVIDER_KEY,
    ENCRYPTION_KEYS: `bench:${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_PER_SECOND: '1000000',
    CONNECTIONS_PER_ADDRESS: '10000',
    ...options.settings,
  };
  const api = await stand.startNode({
    name: 'api',
    entry: gatewayEntry,
    args: ['api'],
    environment,
  });
  const targets = targetsOf({
    origin: `http://127.0.0.1:${port}`,
    headers: {
      create: { authorization: `Bearer ${apiKey}` },
      callback: { authorization: `Bearer ${PROVIDER_KEY}` },
    },
    paths: {
      payment: { create: '/Thai/v1/qr-codes', callback: '/payment/gw/webhook' },
      deposit: { create: '/deposit/gw', callback: '/deposit/gw/webhook' },
      withdrawal: { create: '/withdraw/gw', callback: '/withdraw/gw/webhook' },
      refund: { create: '/Thai/v1/refunds', callback: '/refund/gw/webhook' },
    },
  });
  if (options.webhookUrl !== null)
    await subscribe(targets.payment, options.webhookUrl, subscribedEvents);
  return { targets, databaseUrl, pids: { api: api.pid }, environment };
}

/**
 * The gateway's API and worker. Past orders are inserted before the worker starts: its housekeeping
 * rolls up hours while they are still empty.
 */
export async function startOurs(
  stand: Stand,
  options: OursOptions & { readonly providerUrl: string; readonly past?: Seeding },
): Promise<Contender<'api' | 'worker', CycleKind> & { readonly encryptionKeys: string }> {
  const { environment, ...ours } = await startOurApi(stand, options);
  await seedPast(ours.databaseUrl, options.past);
  const { pid } = await stand.startNode({
    name: 'worker',
    entry: gatewayEntry,
    args: ['worker'],
    environment: { ...environment, PROVIDER_URL: options.providerUrl },
  });
  const encryptionKeys = environment['ENCRYPTION_KEYS'] ?? '';
  return { ...ours, encryptionKeys, pids: { ...ours.pids, worker: pid } };
}

/** Creates a merchant, whose orders cost `price`. Returns its API key. */
export async function createMerchantWithKey(
  databaseUrl: string,
  name: string,
  price?: string,
): Promise<string> {
  return withDatabase(databaseUrl, async (db) => {
    const { merchantId } = await createMerchant(db, name, OPENING_SATANG);
    const { apiKey } = await createApiKey(db, 'sandbox', merchantId, 'bench', 'withdraw');
    if (price !== undefined) await priceAll(db, merchantId, price);
    return apiKey;
  });
}

async function priceAll(db: Db, merchantId: string, price: string): Promise<void> {
  const bands = readBands(price);
  if (bands === null) throw new TypeError(`--price ${price}?`);
  await setVatRates(db, [{ rate: 70_000, until: '2099-12-31' }]);
  for (const method of pricedMethods) {
    const version = { id: newId('price_'), merchantId, method, bands, validFrom: null };
    await insertPrice(db, version);
  }
}

export async function subscribe(
  { origin, create }: Target,
  url: string,
  events: readonly string[],
): Promise<void> {
  const answer = await fetch(`${origin}/Thai/v1/webhooks`, {
    method: 'POST',
    headers: { ...create.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ url, events }),
  });
  if (!answer.ok) throw new Error(`The webhook was rejected: ${await answer.text()}`);
}
