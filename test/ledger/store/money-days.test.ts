import { fc } from '../../support/property';
import type { Db } from '../../../src/platform/postgres/connect';
import { findViolations } from '../../../src/reports/store/invariants';
import { rollUpNextTransfers, listMoneyDays } from '../../../src/ledger/store/money-days';
import {
  kindsOfTransfers as kinds,
  transferKinds,
  type TransferKind,
} from '../../../src/ledger/rules/ledger';
import { testDatabase, withoutTriggers } from '../../support/database';

let knex: Db;
beforeEach(async () => {
  knex = (await testDatabase()).knex;
});

const HOUR_MS = 3_600_000;

interface Moved {
  readonly kind: TransferKind;
  readonly satang: number;
  readonly hoursAgo: number;
  /** Posted so much later than the money moved. */
  readonly lateHours?: number;
  readonly merchantId: string;
}

const row = ({ kind, satang, hoursAgo, lateHours = 0, merchantId }: Moved, nowMs: number) => ({
  merchant_id: merchantId,
  kind,
  debit: transferKinds[kind].from,
  credit: transferKinds[kind].to,
  amount_satang: satang,
  created_at: new Date(nowMs - hoursAgo * HOUR_MS),
  effective_at: new Date(nowMs - (hoursAgo + lateHours) * HOUR_MS),
});

const SUMS = 'sums of days equal the transfers that they have rolled up';
const wrongSums = async () =>
  (await findViolations(knex)).filter(({ invariant }) => invariant === SUMS);

async function rollUpAll(): Promise<void> {
  while (await rollUpNextTransfers(knex));
}

const all = (merchantId: string) => listMoneyDays(knex, merchantId, '2000-01-01');

test('daily sums equal those of the transfers, before and after the rollup', async () => {
  const moved = fc.record({
    kind: fc.constantFrom(...kinds),
    satang: fc.integer({ min: 1, max: 1_000_000 }),
    hoursAgo: fc.double({ min: 0, max: 80, noNaN: true }),
    lateHours: fc.double({ min: 0, max: 48, noNaN: true }),
    merchantId: fc.constantFrom('mer_a', 'mer_b'),
  });
  const property = fc.asyncProperty(
    fc.array(moved, { minLength: 1, maxLength: 30 }),
    fc.array(moved, { maxLength: 10 }),
    async (before, after) => {
      const nowMs = Date.now();
      await withoutTriggers(knex, 'truncate transfers, transfer_days cascade');
      await knex('transfer_rollup').update({ rolled_up_id: 0 });
      await knex('transfers').insert(before.map((each) => row(each, nowMs)));
      const untouched = await all('mer_a');
      await rollUpAll();
      expect(await all('mer_a')).toEqual(untouched);
      if (after.length > 0) await knex('transfers').insert(after.map((each) => row(each, nowMs)));
      await rollUpAll();
      const folded = await Promise.all(['mer_a', 'mer_b'].map(all));
      expect(await wrongSums()).toEqual([]);
      await knex('transfer_days').delete();
      await knex('transfer_rollup').update({ rolled_up_id: 0 });
      expect(await Promise.all(['mer_a', 'mer_b'].map(all))).toEqual(folded);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});

test('a correction is subtracted from what it reverses', async () => {
  const baht = (kind: TransferKind, satang: number) =>
    row({ kind, satang, hoursAgo: 50, merchantId: 'mer_a' }, Date.now());
  await knex('transfers').insert([
    baht('receive', 5_000),
    baht('accept', 19_900),
    baht('undo_accept', 19_900),
    baht('charge', 300),
    baht('charge', 200),
    baht('undo_charge', 300),
  ]);
  const expected = [
    { direction: 'in', count: 1, satang: 5_000 },
    { direction: 'out', count: 1, satang: 200 },
  ];
  expect(await all('mer_a')).toMatchObject(expected);
  await rollUpAll();
  expect(await all('mer_a')).toMatchObject(expected);
  expect(await wrongSums()).toEqual([]);
});

test("days are Bangkok's, and test money and holds are excluded", async () => {
  const at = (kind: TransferKind, iso: string) => ({
    ...row({ kind, satang: 100, hoursAgo: 9, merchantId: 'mer_a' }, Date.now()),
    effective_at: new Date(iso),
  });
  await knex('transfers').insert([
    at('receive', '2026-01-01T16:59:59Z'),
    at('receive', '2026-01-01T17:00:00Z'),
    at('post', '2026-01-01T17:00:00Z'),
    ...(['opening', 'hold', 'void', 'suspend'] as const).map((kind) =>
      at(kind, '2026-01-01T17:00:00Z'),
    ),
  ]);
  const expected = [
    { day: '2026-01-01', direction: 'in', count: 1, satang: 100 },
    { day: '2026-01-02', direction: 'in', count: 1, satang: 100 },
    { day: '2026-01-02', direction: 'out', count: 1, satang: 100 },
  ];
  expect(await all('mer_a')).toEqual(expected);
  await rollUpAll();
  expect(await all('mer_a')).toEqual(expected);
  expect(await listMoneyDays(knex, 'mer_a', '2026-01-02')).toEqual(expected.slice(1));
});

test('the rollup stops at a transfer that is too recent', async () => {
  const nowMs = Date.now();
  const of = (hoursAgo: number) =>
    row({ kind: 'receive', satang: 1, hoursAgo, merchantId: 'mer_a' }, nowMs);
  await knex('transfers').insert([of(9), of(1.9), of(9)]);
  await rollUpAll();
  const { rolled_up_id: folded } = await knex('transfer_rollup').first('rolled_up_id');
  const [first] = await knex('transfers').orderBy('id').pluck<number[]>('id');
  expect(folded).toBe(first);
  expect(await knex('transfer_days').pluck('count')).toEqual([1]);
});

test('concurrent rollups count each transfer once', async () => {
  const nowMs = Date.now();
  const old = { kind: 'receive', satang: 1, hoursAgo: 30, merchantId: 'mer_a' } as const;
  await knex('transfers').insert(Array.from({ length: 500 }, () => row(old, nowMs)));
  await Promise.all([rollUpAll(), rollUpAll(), rollUpNextTransfers(knex)]);
  expect(await all('mer_a')).toMatchObject([{ count: 500, satang: 500 }]);
});
