import type { Knex } from 'knex';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findBill } from '../../../src/orders/callbacks/store/bills';
import {
  appliedAmong,
  storeAnswer,
  storeCallback,
} from '../../../src/orders/callbacks/store/callbacks';
import {
  claimInquiry,
  findInquiredOrder,
  recordInquiry,
} from '../../../src/orders/store/order-inquiries';
import {
  enqueueDeliveries,
  recordAttempt,
  undispatchedDeliveries,
  type Attempt,
} from '../../../src/webhooks/store/deliveries';
import { deleteMessages } from '../../../src/kernel/outbox/store/messages';
import { purgeEvents } from '../../../src/kernel/events/store/events';
import { findExpectedPayer } from '../../../src/orders/deposit/store/deposits';
import { findOrdersNamed, findOrdersOfAmount } from '../../../src/orders/store/find-orders';
import { sumCosts } from '../../../src/fees/store/prices';
import { listPayments } from '../../../src/orders/store/orders';
import {
  claimRequest,
  closeRequest,
  findRequestProgress,
} from '../../../src/orders/store/provider-requests';
import { addSlip, recordSlipRead } from '../../../src/orders/deposit/store/slips';
import { bangkokPeriods } from '../../../src/kernel/rules/bangkok-day';
import { meaningsOf } from '../../../src/orders/rules/search';
import { whyKept } from '../../../src/personal-data/store/erase-subject';
import { readSubject } from '../../../src/personal-data/store/personal-rows';
import { newId } from '../../../src/platform/new-id';
import { testDatabase } from '../../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
} from '../../support/gateway';

const WEBHOOK_URL = 'https://shop.example/hooks';

/*
 * Postgres plans with the statistics of the last ANALYZE. Here it ran with many finished and few
 * pending rows; then thousands become pending, as when a webhook hangs or workers are down. Plans
 * that scan all pending rows appear cheap.
 */
const ENDED = 4_000;
const WAITING = 4_000;
/** Allowed rows of a table for one order: shared index entries and updated rows. */
const ROWS_MAX = 10;

const tables = [
  'orders',
  'callbacks',
  'events',
  'deliveries',
  'slips',
  'provider_requests',
  'order_inquiries',
  'order_states',
  'pending_callbacks',
  'pending_deliveries',
  'movements',
  'transfers',
  'exceptions',
  'approvals',
  'idempotency_keys',
] as const;

const insertMany = (knex: Knex, merchantId: string, webhookId: string, prefix: string) =>
  knex.raw(
    `with numbers as (
       select :prefix || n as id, now() as at from generate_series(1, :count::integer) as n
     ), new_orders as (
       insert into orders (id, kind, method, merchant_id, status, amount_satang, ref, sequence,
                           created_at, expires_at)
       select id, 'payment', 'qr', :merchantId, 'pending', 10000, upper(id), 1, at,
              at + interval '1 hour' from numbers
     ), new_events as (
       insert into events (id, merchant_id, order_id, sequence, name, body)
       select 'evt_' || id, :merchantId, id, 1, 'payment.succeeded', '{}' from numbers
     ), new_deliveries as (
       insert into deliveries (id, event_id, webhook_id, order_id, status)
       select 'dlv_' || id, 'evt_' || id, :webhookId, id, :delivery from numbers
     ), new_slips as (
       insert into slips (id, order_id, merchant_id, ref, ref_matches, sha256, media_type,
                          size_bytes, status, read_at)
       select 'slip_' || id, id, :merchantId, 'ref', true, sha256(id::bytea), 'image/png', 1000,
              :slip, :appliedAt from numbers
     ), new_requests as (
       insert into provider_requests (order_id, subject_sealed, is_over)
       select id, '', :isOver from numbers
     ), new_inquiries as (
       insert into order_inquiries (order_id, next_at)
       select id, case when :isOver then null else at end from numbers
     ), new_movements as (
       insert into movements (id, direction, amount_satang, order_id, merchant_id, source)
       select 'mov_' || id, 'in', 10000, id, :merchantId, 'callback' from numbers
     ), new_transfers as (
       insert into transfers (merchant_id, order_id, movement_id, kind, debit, credit,
                              amount_satang)
       select :merchantId, id, 'mov_' || id, 'receive', 'provider_clearing', 'available', 10000
       from numbers
     ), new_exceptions as (
       insert into exceptions (id, kind, merchant_id, order_id, callback_id, resolved_at,
                               resolution, reason, resolved_by)
       select 'exc_' || id, 'conflict', :merchantId, id, 'cb_' || id, at, 'dismiss', 'known', 'opr'
       from numbers
     ), new_approvals as (
       insert into approvals (id, realm, merchant_id, act, subject, detail, proposer_kind,
                              proposer_id, expires_at)
       select 'apr_' || id, 'operator', :merchantId, 'resolution', 'exc_' || id, '{}', 'operator',
              'opr', at from numbers
     ), new_responses as (
       insert into idempotency_keys (merchant_id, operation, key, fingerprint, status, body)
       select :merchantId, 'createQrCode', id, '', 201, '' from numbers
     )
     insert into callbacks (id, route, order_id, named_order, reported, body_sealed, applied_at,
                            outcome)
     select 'cb_' || id, 'payment', id, id, 'succeeded', '', :appliedAt, :outcome from numbers`,
    prefix === 'waiting'
      ? { prefix, count: WAITING, merchantId, webhookId, ...waiting }
      : { prefix, count: ENDED, merchantId, webhookId, ...ended },
  );
const ended = {
  delivery: 'succeeded',
  slip: 'unreadable',
  isOver: true,
  appliedAt: new Date(),
  outcome: 'applied',
};
const waiting = {
  delivery: 'pending',
  slip: 'received',
  isOver: false,
  appliedAt: null,
  outcome: null,
};

async function crowd() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const { webhookId } = await testWebhook(deps, merchant, WEBHOOK_URL, ['payment.succeeded']);
  for (const table of tables) {
    await knex.raw(`alter table ${table} set (autovacuum_enabled = false)`);
  }
  await insertMany(knex, merchant.id, webhookId, 'ended');
  // A proposal begins pending.
  const approved = { status: 'approved', decided_at: new Date(), decided_by: 'opr2' };
  await knex('approvals').update(approved);
  for (const table of tables) await knex.raw(`analyze ${table}`);
  await insertMany(knex, merchant.id, webhookId, 'waiting');
  await knex('approvals').where('status', 'pending').update(approved);
  return { knex, deps, merchant };
}

let at: Awaited<ReturnType<typeof crowd>>;
beforeAll(async () => {
  at = await crowd();
});

/** The tables of which `work` reads more rows than allowed, with the numbers. */
async function overreadTables(
  work: (trx: Knex) => Promise<unknown>,
): Promise<Record<string, number>> {
  return at.knex.transaction(async (trx) => {
    const count = async () => {
      const rows = await trx('pg_stat_xact_user_tables')
        .whereIn('relname', tables)
        .select<{ relname: string; looks: number }[]>(
          'relname',
          trx.raw('(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as looks'),
        );
      return new Map(rows.map(({ relname, looks }) => [relname, looks]));
    };
    const before = await count();
    await work(trx);
    const after = await count();
    const looks = tables.map(
      (table) => [table, (after.get(table) ?? 0) - (before.get(table) ?? 0)] as const,
    );
    return Object.fromEntries(looks.filter(([, rows]) => rows > ROWS_MAX));
  });
}

/** Default values of a stored callback. */
const callbackOf = (orderId: string) => ({
  id: newId('cb_'),
  route: 'payment' as const,
  kinds: ['payment'] as const,
  accountId: 'default',
  namedOrder: orderId,
  merchantId: null,
  reported: 'succeeded' as const,
  amountSatang: 10_000,
  transactionId: `A ${orderId}`,
  paidAt: null,
  payerDigest: null,
  payer: null,
  payerMatches: null,
  movementId: newId('mov_'),
  failure: null,
  bodySealed: '',
  exceptionId: newId('exc_'),
});

const answer = {
  id: newId('cb_'),
  reported: 'succeeded' as const,
  amountSatang: 10_000,
  transactionId: 'A 1',
  movedAt: null,
  payerDigest: null,
  payer: null,
  payerMatches: null,
  failure: null,
  bodySealed: '',
};

const attemptOf = (deliveryId: string, status: Attempt['status']): Attempt => ({
  deliveryId,
  url: WEBHOOK_URL,
  statusCode: 200,
  durationMs: 5,
  error: null,
  answer: null,
  status,
  nextInMs: null,
  nextElsewhereInMs: null,
  judge: () => ({ failures: 1, cooldownMs: null, disabledReason: null }),
});

test("a payment's statements use generic plans", async () => {
  const orderIds: string[] = [];
  for (let n = 0; n < 10; n++) orderIds.push(await testPayment(at.deps, at.merchant));
  await at.knex.transaction(async (trx) => {
    for (const orderId of orderIds) {
      const callback = callbackOf(orderId);
      const dispatch = await storeCallback(trx, callback);
      expect((await applyPending(trx, orderId))?.status).toBe('succeeded');
      expect(await appliedAmong(trx, [callback.id])).toEqual([callback.id]);
      const [delivery] = await undispatchedDeliveries(trx, orderId);
      await recordAttempt(trx, attemptOf(delivery?.id ?? '', 'succeeded'));
      await deleteMessages(trx, [dispatch?.id ?? 0]);
    }
    const planned = await trx('pg_prepared_statements')
      .where('generic_plans', 0)
      .whereRaw('custom_plans >= ?', [orderIds.length])
      .pluck('name');
    expect(planned).toEqual([]);
    const kept = await trx('pg_prepared_statements').where('generic_plans', '>', 0).pluck('name');
    expect(kept).toEqual(
      expect.arrayContaining(['store-callback', 'write-transition', 'write-attempt']),
    );
  });
});

/** Postgres parses and plans the condition of a trigger for each statement that fires it. */
const conditionalTriggers = (knex: Knex): Promise<string[]> =>
  knex('pg_trigger')
    .join('pg_class', 'pg_class.oid', 'tgrelid')
    .whereIn('relname', ['orders', 'callbacks', 'deliveries', 'events', 'transfers', 'balances'])
    .whereNotNull('tgqual')
    .pluck<string[]>('tgname');

test("no trigger of a payment's tables has a condition", async () => {
  expect(await conditionalTriggers(at.knex)).toEqual([]);
  const trx = await at.knex.transaction();
  await trx.raw(`create trigger planted after update on orders for each row
    when (old.status <> new.status) execute function note_order_state()`);
  expect(await conditionalTriggers(trx)).toEqual(['planted']);
  await trx.rollback();
});

/** Until a vacuum, the indexes that the sweeper reads have entries of work that has ended. */
test.each(['order_states', 'provider_requests', 'order_inquiries', 'slips'])(
  '%s is vacuumed after 100,000 changes at most, among ten million orders',
  async (table) => {
    const { reloptions } = (await at
      .knex('pg_class')
      .where('relname', table)
      .first('reloptions')) as {
      reloptions: string[] | null;
    };
    const options = Object.fromEntries((reloptions ?? []).map((option) => option.split('=')));
    const threshold = Number(options['autovacuum_vacuum_threshold'] ?? 50);
    const factor = Number(options['autovacuum_vacuum_scale_factor'] ?? 0.2);
    expect(threshold + factor * 10_000_000).toBeLessThan(100_000);
  },
);

describe('a search among thousands of orders reads only matching rows', () => {
  /** Every other order has a reference; a tenth of them share a prefix. */
  beforeAll(async () => {
    await at.knex.raw(`
      update orders set reference = case when n % 10 = 0 then 'INV-' else 'bill-' end || n
      from (select id, row_number() over (order by id) as n from orders) as numbered
      where numbered.id = orders.id and n % 2 = 0`);
    await at.knex('orders').where('id', 'waiting5').update('reference', 'Zebra-77');
  });

  it('of a merchant by a prefix of the reference', async () => {
    const crowds = await overreadTables(async (trx) => {
      const filter = { merchantId: at.merchant.id, search: meaningsOf('zEBRA-') };
      const { items } = await listPayments(trx, filter).read({ limit: 25, offset: 0, after: null });
      expect(items.map(({ id }) => id)).toEqual(['waiting5']);
    });
    expect(crowds).toEqual({});
  });

  it('of a merchant by the whole reference', async () => {
    const crowds = await overreadTables(async (trx) => {
      const filter = { merchantId: at.merchant.id, reference: 'Zebra-77' };
      const { items } = await listPayments(trx, filter).read({ limit: 25, offset: 0, after: null });
      expect(items.map(({ id }) => id)).toEqual(['waiting5']);
    });
    expect(crowds).toEqual({});
  });

  it('of all merchants by a prefix of the reference', async () => {
    const crowds = await overreadTables(async (trx) => {
      expect(await findOrdersNamed(trx, 'zebra', 50)).toMatchObject([{ id: 'waiting5' }]);
    });
    expect(crowds).toEqual({});
  });

  it('of a merchant and of all merchants by bank transaction id', async () => {
    await at.knex.raw(`update callbacks set transaction_id = id where id like 'cb_waiting%'`);
    const crowds = await overreadTables(async (trx) => {
      const filter = { merchantId: at.merchant.id, search: meaningsOf('cb_waiting8') };
      const { items } = await listPayments(trx, filter).read({ limit: 25, offset: 0, after: null });
      expect(items.map(({ id }) => id)).toEqual(['waiting8']);
      expect(await findOrdersNamed(trx, 'cb_waiting8', 50)).toMatchObject([{ id: 'waiting8' }]);
    });
    expect(crowds).toEqual({});
  });

  it('of a merchant by a differing payer', async () => {
    await at.knex('orders').where('id', 'waiting9').update('payer_matches', false);
    const crowds = await overreadTables(async (trx) => {
      const filter = { merchantId: at.merchant.id, isOtherPayer: true };
      const { items } = await listPayments(trx, filter).read({ limit: 25, offset: 0, after: null });
      expect(items.map(({ id }) => id)).toEqual(['waiting9']);
    });
    expect(crowds).toEqual({});
  });

  it('of a merchant by orders under review', async () => {
    await at.knex('exceptions').insert({
      id: 'exc_plan',
      kind: 'conflict',
      merchant_id: at.merchant.id,
      order_id: 'waiting6',
    });
    const crowds = await overreadTables(async (trx) => {
      const filter = { merchantId: at.merchant.id, isUnderReview: true };
      const { items } = await listPayments(trx, filter).read({ limit: 25, offset: 0, after: null });
      expect(items.map(({ id }) => id)).toEqual(['waiting6']);
    });
    expect(crowds).toEqual({});
  });
});

describe('the console among thousands of orders reads only matching rows', () => {
  it('of all merchants by amount, newest first', async () => {
    const from = new Date(Date.now() - 86_400_000);
    for (const span of [
      { from: null, until: null },
      { from, until: new Date() },
    ]) {
      const crowds = await overreadTables(async (trx) => {
        const found = await findOrdersOfAmount(trx, { amountSatang: 10_000, ...span }, 5);
        expect(found).toHaveLength(5);
      });
      expect(crowds).toEqual({});
    }
  });
});

describe('a row is read by its key despite outdated statistics', () => {
  it.each([false, true])('when a callback is stored, traced: %s', async (isTraced) => {
    const orderId = await testPayment(at.deps, at.merchant);
    const callback = { ...callbackOf(orderId), isTraced };
    const crowds = await overreadTables((trx) => storeCallback(trx, callback));
    expect(crowds).toEqual({});
  });

  it('when the expected payer of a deposit is looked up', async () => {
    const { orderId, ref } = await testDeposit(at.deps, at.merchant);
    for (const named of [orderId, ref]) {
      const crowds = await overreadTables(async (trx) => {
        expect(await findExpectedPayer(trx, named)).toMatchObject({ bankCode: '014' });
      });
      expect(crowds).toEqual({});
    }
  });

  it('when a bank verifies a payment', async () => {
    const crowds = await overreadTables(async (trx) => {
      expect(await findBill(trx, 'default', 'WAITING4')).toMatchObject({ hasMoney: true });
      expect(await findBill(trx, 'default', 'ENDED4')).toMatchObject({ status: 'pending' });
      expect(await findBill(trx, 'default', 'NONE')).toBeNull();
    });
    expect(crowds).toEqual({});
  });

  it('when a callback is applied', async () => {
    const orderId = await testPayment(at.deps, at.merchant);
    await testCallback(at.deps, orderId, { reported: 'succeeded', transactionId: `A ${orderId}` });
    expect(await overreadTables((trx) => applyPending(trx, orderId))).toEqual({});
  });

  it('when the application of callbacks is checked', async () => {
    expect(await overreadTables((trx) => appliedAmong(trx, ['cb_waiting1', 'cb_ended1']))).toEqual(
      {},
    );
  });

  it('when an order’s deliveries are selected and enqueued', async () => {
    const crowds = await overreadTables(async (trx) => {
      const found = await undispatchedDeliveries(trx, 'waiting7');
      expect(found).toHaveLength(1);
      expect(await enqueueDeliveries(trx, ['dlv_waiting7'])).toHaveLength(1);
    });
    expect(crowds).toEqual({});
  });

  it('when a slip is added and when it is read', async () => {
    const { found, read } = { found: 'waiting11', read: 'slip_waiting12' };
    const slip = {
      id: newId('slip_'),
      orderId: found,
      ref: 'ref',
      refMatches: true,
      sha256: Buffer.alloc(32),
      mediaType: 'image/png',
      declaredType: null,
      sizeBytes: 1000,
      imageSealed: Buffer.from('x'),
    };
    const crowds = await overreadTables(async (trx) => {
      expect(await addSlip(trx, slip)).toMatchObject({ kind: 'added' });
      await recordSlipRead(trx, read, { status: 'unreadable', transfers: [] });
    });
    expect(crowds).toEqual({});
  });

  it('when a payout is submitted and when it ends', async () => {
    const crowds = await overreadTables(async (trx) => {
      expect(await findRequestProgress(trx, 'waiting13')).toMatchObject({ hasNews: true });
      expect(await claimRequest(trx, 'waiting13', { claims: 0, restoredAt: null }, false)).toBe(
        false,
      );
      await closeRequest(trx, 'waiting13', new Date());
      // Without pending callbacks the activity also selects deliveries.
      const { appliedAt: applied_at, outcome } = ended;
      await trx('callbacks').where('id', 'cb_waiting14').update({ applied_at, outcome });
      expect(await findRequestProgress(trx, 'waiting14')).toMatchObject({ hasNews: true });
      await trx('deliveries').where('id', 'dlv_waiting14').update('handed_over', true);
      expect(await findRequestProgress(trx, 'waiting14')).toMatchObject({ hasNews: false });
    });
    expect(crowds).toEqual({});
  });

  it('when money is inquired about', async () => {
    const orderId = 'waiting15';
    const crowds = await overreadTables(async (trx) => {
      expect(await findInquiredOrder(trx, orderId)).toMatchObject({ status: 'pending' });
      const order = { orderId, accountId: 'default', calls: 1, isUrgent: true };
      expect(await claimInquiry(trx, order, 1)).toBe(true);
      await storeAnswer(trx, { ...answer, orderId, accountId: null });
      const result = { orderId, nextInMs: 1_000, unanswered: 0, settles: true };
      await recordInquiry(trx, { ...result, isAnswered: true, isHinted: true });
    });
    expect(crowds).toEqual({});
  });

  it('when a customer is erased', async () => {
    const { knex, deps, merchant } = at;
    await knex('callbacks').insert({
      id: 'cb_unknown',
      route: 'payment',
      named_order: 'none',
      reported: 'succeeded',
      body_sealed: '',
    });
    await knex('movements').insert({
      id: 'mov_unknown',
      direction: 'in',
      amount_satang: 1,
      named_order: 'none',
      source: 'callback',
      callback_id: 'cb_unknown',
    });
    const response = `${merchant.id} createQrCode ended7`;
    for (const [subject, kept, found] of [
      ['ended7', 'open', ['orders', 'callbacks', 'movements', 'events', 'exceptions']],
      ['cb_unknown', null, ['callbacks', 'movements']],
      [response, null, ['idempotency_keys']],
    ] as const) {
      const crowds = await overreadTables(async (trx) => {
        expect(await whyKept(trx, subject, 0)).toBe(kept);
        const rows = await readSubject(trx, deps.vault, subject);
        expect(rows.map(({ table }) => table)).toEqual(expect.arrayContaining([...found]));
      });
      expect([subject, crowds]).toEqual([subject, {}]);
    }
  });

  it('when expired events are removed', async () => {
    const crowds = await overreadTables(async (trx) => {
      await trx('events').where('order_id', 'ended8').update('created_at', new Date(0));
      expect(await purgeEvents(trx, 90, 200)).toBe(1);
    });
    expect(crowds).toEqual({});
  });

  it.each(['succeeded', 'failed', 'pending'] as const)(
    'when an attempt is recorded that leaves its delivery %s',
    async (status) => {
      const crowds = await overreadTables((trx) =>
        recordAttempt(trx, attemptOf(`dlv_waiting${status.length}`, status)),
      );
      expect(crowds).toEqual({});
    },
  );
});

/** The last test: the orders of the crowd have succeeded. */
test('the costs of a period are summed without the rows of its orders', async () => {
  await at.knex.raw("update orders set status = 'succeeded', completed_at = now() where id < 'f'");
  const crowds = await overreadTables(async (trx) => {
    const costs = await sumCosts(trx, at.merchant.id, bangkokPeriods(Date.now()).today);
    const count = costs.find(({ method }) => method === 'qr')?.count;
    expect(count).toBeGreaterThanOrEqual(ENDED);
  });
  expect(Object.keys(crowds)).toEqual(['order_states']);
});
