import { advanceOrder } from '../../src/db/apply-move';
import { findViolations, invariantNames } from '../../src/db/invariants';
import type { Db } from '../../src/db/connect';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';

/** What breaks each invariant, and only it or with it others. A checker that sees nothing fails. */
const faults: Readonly<Record<string, string>> = {
  'the postings of each merchant sum to zero': `create or replace view postings as
    select id as transfer_id, merchant_id, debit as account, -amount_satang + 1 as amount_satang
    from transfers union all select id, merchant_id, credit, amount_satang from transfers`,
  'a balance is the sum of its postings':
    'update balances set available_satang = available_satang + 1',
  'money that was awaited was settled exactly when it succeeded, with its amount':
    "delete from transfers where kind = 'settle'",
  'what leaves holds its amount, and the hold ends with it, posted or voided':
    "delete from transfers where kind = 'void'",
  'what an order received is what callbacks booked, settled or suspended':
    'update orders set received_satang = received_satang + 1',
  'money in suspense is what open exceptions tell of':
    "delete from exceptions where kind = 'amount_mismatch'",
  'an exception was resolved by one posting, or by one that makes none': `update exceptions
    set resolved_at = now(), resolution = 'accept', resolved_by = 'x', reason = 'x'`,
  'the state of an order is where its last change led':
    "update orders set status = 'failed' where status = 'succeeded'",
  'each change began where the one before it ended':
    "delete from status_changes where from_status = 'pending' and kind = 'withdrawal'",
  'the events of an order are numbered without gaps, up to its sequence':
    'update events set sequence = sequence + 10 where sequence = 2',
  'every change of state has its event, and creation has one':
    'update orders set sequence = sequence + 1',
  'a payment knows what its refunds have taken of it':
    'update orders set refunding_satang = 1 where refunding_satang = 0',
  'folded counts are what counting the orders gives': `insert into order_counts
    select merchant_id, kind, status, date_trunc('hour', now() - interval '1 day', 'UTC'), 1
    from orders limit 1`,
  'a callback that contradicts or does not fit has opened an exception':
    "delete from exceptions where kind = 'conflict'",
  'a succeeded delivery has a successful attempt, and attempts are numbered without gaps':
    'update deliveries set attempts = attempts + 1',
};

/** Orders of each kind with everything that can happen to them. */
async function live(knex: Db): Promise<void> {
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await testWebhook(deps, merchant, 'http://127.0.0.1:1/', ['payment.succeeded']);
  const paid = await testPayment(deps, merchant);
  await testCallback(deps, paid, { heard: 'succeeded', amountSatang: 10_500 });
  await testCallback(deps, paid, { heard: 'failed' });
  await advanceOrder(knex, paid);
  const out = await testWithdrawal(deps, merchant);
  await knex.raw(
    `insert into status_changes (order_id, kind, move, from_status, to_status, cause)
     values (?, 'withdrawal', 'send', 'pending', 'processing', 'x')`,
    [out],
  );
  await knex('orders').where('id', out).update({ status: 'processing', sequence: 2 });
  await knex.raw(
    `insert into events (id, merchant_id, order_id, sequence, name, body)
     values ('evt_x', ?, ?, 2, 'withdrawal.processed', '{}')`,
    [merchant.id, out],
  );
  await testCallback(deps, out, { heard: 'failed' });
  await advanceOrder(knex, out);
}

test('every invariant has a fault that is planted here', () => {
  expect(Object.keys(faults).toSorted()).toEqual(invariantNames.toSorted());
});

test('nothing is wrong before a fault is planted', async () => {
  const { knex } = await testDatabase();
  await live(knex);
  expect(await findViolations(knex)).toEqual([]);
});

test.each(Object.entries(faults))(
  'the audit finds it when this breaks: %s',
  async (name, fault) => {
    const { knex } = await testDatabase();
    await live(knex);
    await knex.raw(fault);
    expect((await findViolations(knex)).map(({ invariant }) => invariant)).toContain(name);
  },
);
