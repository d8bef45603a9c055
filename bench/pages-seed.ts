import { beginSession } from '../src/people/sessions';
import { readKeyRing } from '../src/config';
import { applyPending } from '../src/orders/store/apply-transition';
import { insertRequests } from '../src/merchants/store/api-requests';
import { storeCallback } from '../src/orders/callbacks/store/callbacks';
import type { Db } from '../src/platform/postgres/connect';
import { rollUpNextHour } from '../src/orders/store/roll-up-orders';
import { insertMembership } from '../src/people/store/memberships';
import { rollUpNextTransfers } from '../src/ledger/store/money-days';
import { insertUser } from '../src/people/store/people';
import { newId } from '../src/platform/new-id';
import { createVault } from '../src/platform/crypto/vault';
import { ageTransfers, seedLists, type Seeding } from './lists-seed';
import type { Target } from './driver/jobs';

const DELIVERIES = 100_000;
const API_REQUESTS = 10_000;

/** The data of a merchant over months, with complete rollups. */
export async function seedPages(db: Db, merchantId: string, seeding: Seeding): Promise<void> {
  await seedLists(db, merchantId, seeding);
  // The rollup reads transfers in order: the opening balance must be the oldest.
  await ageTransfers(db, seeding.days);
  await db.raw(
    `insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang,
                            provider_account, effective_at, created_at)
     select merchant_id, id, case kind when 'payment' then 'receive' else 'post' end,
            case kind when 'payment' then 'provider_clearing' else 'held' end,
            case kind when 'payment' then 'available' else 'provider_clearing' end,
            amount_satang, provider_account_id, completed_at, completed_at
     from orders where status = 'succeeded' order by completed_at`,
  );
  await seedDeliveries(db, merchantId);
  await seedRequests(db, merchantId);
  while (await rollUpNextHour(db));
  while (await rollUpNextTransfers(db));
  const grown = ['transfers', 'events', 'deliveries', 'delivery_attempts', 'api_requests'];
  for (const table of [...grown, 'order_counts', 'transfer_days']) {
    await db.raw(`vacuum analyze ${table}`);
  }
}

/** A webhook with deliveries of the newest payments, of which every tenth failed. */
async function seedDeliveries(db: Db, merchantId: string): Promise<void> {
  await db('webhooks').insert({
    id: newId('wh_'),
    merchant_id: merchantId,
    url: 'http://127.0.0.1:9/webhooks/payments',
    events: ['payment.succeeded'],
    secret_sealed: '',
  });
  await db.raw(
    `insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
     select 'evt_' || substr(id, 5), merchant_id, id, 2, 'payment.succeeded', repeat('x', 500),
            completed_at
     from orders where kind = 'payment' and status = 'succeeded'
     order by created_at desc limit ?`,
    [DELIVERIES],
  );
  await db.raw(
    `insert into deliveries (id, event_id, webhook_id, order_id, status, attempts, created_at)
     select 'dlv_' || substr(events.id, 5), events.id, webhooks.id, order_id,
            case when order_id like '%0' then 'failed' else 'succeeded' end, 1, events.created_at
     from events cross join webhooks`,
  );
  await db.raw(
    `insert into delivery_attempts (delivery_id, number, at, status_code, duration_ms, answer)
     select id, 1, created_at, case status when 'failed' then 500 else 200 end, 12, 'ok'
     from deliveries`,
  );
}

/** The maximum number of stored requests, every tenth rejected. */
async function seedRequests(db: Db, merchantId: string): Promise<void> {
  const [keyId = ''] = await db('api_keys').pluck<string[]>('id');
  const nowMs = Date.now();
  const requests = Array.from({ length: API_REQUESTS }, (_, index) => {
    const at = new Date(nowMs - index * 1_000);
    const isRefused = index % 10 === 0;
    return {
      id: newId('req_', at.getTime()),
      merchantId,
      keyId,
      at,
      operation: 'createQrCode',
      method: 'POST',
      path: '/Thai/v1/qr-codes',
      status: isRefused ? 400 : 200,
      code: isRefused ? 'invalid_amount' : null,
      param: isRefused ? 'amount' : null,
      durationMs: 4.5,
      objectId: null,
      address: '203.0.113.7',
    };
  });
  await insertRequests(db, requests);
}

/** The session cookie of a signed-in member. */
export async function signIn(
  db: Db,
  merchantId: string,
  encryptionKeys: string,
): Promise<{ readonly cookie: string }> {
  const deps = { db, vault: createVault(readKeyRing(encryptionKeys)) };
  const user = { id: newId('usr_'), email: 'owner@example.com', name: 'Owner', language: 'th' };
  const token = await deps.db.transaction(async (trx) => {
    await insertUser(trx, deps.vault, { ...user, language: 'th', passwordHash: '' });
    await insertMembership(trx, merchantId, user.id, 'owner');
    const seat = { realm: 'merchant', personId: user.id, merchantId } as const;
    return beginSession(deps, trx, seat, { address: '127.0.0.1', agent: null });
  });
  return { cookie: `saphan-session=${token}` };
}

/** A paid payment, created through the API. */
export async function payOne(
  db: Db,
  { origin, create }: Target,
  encryptionKeys: string,
): Promise<string> {
  const vault = createVault(readKeyRing(encryptionKeys));
  const answer = await fetch(`${origin}${create.path}`, {
    method: 'POST',
    headers: { ...create.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: 100, currency: 'THB', reference: 'ORDER-1000001' }),
  });
  if (!answer.ok) throw new Error(`the payment was rejected: ${await answer.text()}`);
  const { payment_id: id } = (await answer.json()) as { readonly payment_id: string };
  await storeCallback(db, {
    id: newId('cb_'),
    route: 'payment',
    kinds: ['payment'],
    accountId: 'default',
    namedOrder: id,
    merchantId: null,
    reported: 'succeeded',
    amountSatang: 10_000,
    transactionId: newId('T'),
    paidAt: null,
    payerDigest: null,
    payer: null,
    payerMatches: null,
    movementId: newId('mov_'),
    failure: null,
    exceptionId: newId('exc_'),
    bodySealed: vault.seal('{}', 'callbacks.body'),
  });
  await applyPending(db, id);
  return id;
}
