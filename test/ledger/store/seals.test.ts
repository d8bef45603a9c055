import { randomBytes } from 'node:crypto';
import { findAuditFaults, listAuditHeads } from '../../../src/kernel/audit/store/audit-log';
import { findSealFaults, sealNextTransfers } from '../../../src/ledger/store/seals';
import { createVault } from '../../../src/platform/crypto/vault';
import { testDatabase, withoutTriggers } from '../../support/database';
import { testDeps, testMerchant, testWithdrawal } from '../../support/gateway';

const olderTransfers = `
  update transfers set created_at = created_at - interval '3 hours',
    effective_at = effective_at - interval '3 hours' `;

const vault = createVault([{ id: 'k1', key: randomBytes(32) }]);

/** A ledger of three transfers that were made three hours ago, the last of pending money. */
async function sealedLedger() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await testWithdrawal(deps, merchant);
  await testWithdrawal(deps, merchant);
  await withoutTriggers(knex, olderTransfers);
  const lot = "pending_day = '2026-11-20', pending_days = 2";
  await withoutTriggers(knex, `update transfers set ${lot} where id = 3`);
  await sealNextTransfers(knex, vault);
  return { knex, deps, merchant };
}

test('transfers that are two hours old are sealed, and the head is exported', async () => {
  const { knex, deps, merchant } = await sealedLedger();
  await testWithdrawal(deps, merchant);
  await sealNextTransfers(knex, vault);
  const lines = await knex('audit_log').where('scope', 'ledger');
  expect(lines).toMatchObject([{ number: 1, act: 'ledger.sealed' }]);
  expect(JSON.parse(lines[0].detail as string)).toMatchObject({ transfers: 3 });
  expect(await listAuditHeads(knex)).toMatchObject([{ scope: 'ledger', number: 1 }]);
  expect(await findSealFaults(knex)).toEqual([]);
  expect(await findAuditFaults(knex, vault)).toEqual([]);
});

test('later transfers have a seal of their own, and two processes seal them once', async () => {
  const { knex, deps, merchant } = await sealedLedger();
  await testWithdrawal(deps, merchant);
  await withoutTriggers(
    knex,
    `${olderTransfers}
     where id > (select max(subject::bigint) from audit_log where scope = 'ledger')`,
  );
  // The last seal is an hour old.
  await withoutTriggers(knex, `update audit_log set at = now() - interval '61 minutes'`);
  await Promise.all([sealNextTransfers(knex, vault), sealNextTransfers(knex, vault)]);
  const sealed = knex('audit_log').where('scope', 'ledger').orderBy('number');
  expect(await sealed.pluck('number')).toEqual([1, 2]);
  expect(await findSealFaults(knex)).toEqual([]);
});

test.each([
  ['amount', 'update transfers set amount_satang = amount_satang + 1 where id = 2'],
  ['merchant', "update transfers set merchant_id = 'mer_other' where id = 2"],
  ['kind', "update transfers set kind = 'void' where id = 2"],
  ['time', "update transfers set created_at = created_at + interval '1 day' where id = 2"],
  ['order', 'update transfers set order_id = null where id = 2'],
  ['day of pending money', 'update transfers set pending_day = pending_day + 1 where id = 3'],
  ['bank days', 'update transfers set pending_days = 1 where id = 3'],
  ['lot', 'update transfers set pending_day = null, pending_days = null where id = 3'],
  ['removal', 'delete from transfers where id = 3'],
])('a changed transfer is found: its %s', async (_what, change) => {
  const { knex } = await sealedLedger();
  await withoutTriggers(knex, change);
  expect(await findSealFaults(knex)).toEqual([{ scope: 'ledger', number: 1, fault: 'altered' }]);
});
