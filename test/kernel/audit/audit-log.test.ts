import { randomBytes } from 'node:crypto';
import { reseal } from '../../../src/personal-data/reseal';
import { appendAuditEvent, findAuditFaults } from '../../../src/kernel/audit/store/audit-log';
import type { Db } from '../../../src/platform/postgres/connect';
import { createVault } from '../../../src/platform/crypto/vault';
import { testDatabase } from '../../support/database';

const key = () => ({ id: 'k1', key: randomBytes(32) });
const vault = createVault([key()]);

const actor = { kind: 'user', id: 'usr_1', address: '203.0.113.1' } as const;

async function logOf(count: number, scope = 'mer_1'): Promise<Db> {
  const { knex } = await testDatabase();
  for (let n = 0; n < count; n++) await append(knex, scope, n);
  return knex;
}

const append = (knex: Db, scope: string, n: number) =>
  knex.transaction((trx) =>
    appendAuditEvent(trx, vault, {
      scope,
      actor,
      act: 'member.invited',
      subject: `inv_${n}`,
      detail: { role: 'viewer' },
    }),
  );

/** Runs a statement as the owner of the database, with triggers disabled. */
async function tamper(knex: Db, statement: string): Promise<void> {
  await knex.raw('alter table audit_log disable trigger all');
  await knex.raw('alter table audit_heads disable trigger all');
  await knex.raw(statement);
  await knex.raw('alter table audit_log enable trigger all');
  await knex.raw('alter table audit_heads enable trigger all');
}

describe('the audit log', () => {
  it('accepts inserts only', async () => {
    const knex = await logOf(2);
    for (const statement of [
      `update audit_log set subject = 'other'`,
      'delete from audit_log',
      'truncate audit_log',
      'delete from audit_heads',
      'truncate audit_heads',
    ]) {
      await expect(knex.raw(statement)).rejects.toThrow('only added to');
    }
    expect(await knex('audit_log')).toHaveLength(2);
  });

  it('has no fault after concurrent writes', async () => {
    const knex = await logOf(0);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => append(knex, n % 2 === 0 ? 'mer_1' : 'mer_2', n)),
    );
    expect(await findAuditFaults(knex, vault)).toEqual([]);
    const numbers = await knex('audit_log')
      .where('scope', 'mer_1')
      .orderBy('number')
      .pluck('number');
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('is written in the transaction of the action: a rollback leaves no line', async () => {
    const knex = await logOf(1);
    const failing = knex.transaction(async (trx) => {
      const entry = { scope: 'mer_1', actor, act: 'member.removed' as const, subject: 'usr_2' };
      await appendAuditEvent(trx, vault, { ...entry, detail: {} });
      throw new Error('the act fails');
    });
    await expect(failing).rejects.toThrow('the act fails');
    expect(await knex('audit_log')).toHaveLength(1);
    expect(await findAuditFaults(knex, vault)).toEqual([]);
  });

  const line = { scope: 'mer_1', number: 2 } as const;
  it.each([
    ['who', `update audit_log set actor_id = 'usr_2' where number = 2`, 'altered'],
    ['what', `update audit_log set act = 'member.joined' where number = 2`, 'altered'],
    ['from where', 'update audit_log set address = null where number = 2', 'altered'],
    ['the detail', `update audit_log set detail = '{}' where number = 2`, 'altered'],
    ['when', `update audit_log set at = at - interval '1 day' where number = 2`, 'altered'],
    ['its code', `update audit_log set code = 'k1:AAAA' where number = 2`, 'altered'],
    ['that it was there', 'delete from audit_log where number = 2', 'missing'],
  ])('detects a change of %s', async (_name, statement, fault) => {
    const knex = await logOf(4);
    await tamper(knex, statement);
    expect(await findAuditFaults(knex, vault)).toEqual([{ ...line, fault }]);
  });

  it('detects swapped lines', async () => {
    const knex = await logOf(4);
    await tamper(
      knex,
      `update audit_log set number = 9 where number = 2;
       update audit_log set number = 2 where number = 3;
       update audit_log set number = 3 where number = 9`,
    );
    expect(await findAuditFaults(knex, vault)).toEqual([{ ...line, fault: 'altered' }]);
  });

  it('detects missing last lines', async () => {
    const knex = await logOf(4);
    await tamper(knex, 'delete from audit_log where number > 2');
    const cut = { scope: 'mer_1', number: null, fault: 'cut off' };
    expect(await findAuditFaults(knex, vault)).toEqual([cut]);
  });

  it('detects missing lines when the head was rewritten without the key', async () => {
    const knex = await logOf(4);
    await tamper(
      knex,
      `delete from audit_log where number > 2;
       update audit_heads set number = 2,
         last_code = (select code from audit_log where number = 2)`,
    );
    const cut = { scope: 'mer_1', number: null, fault: 'cut off' };
    expect(await findAuditFaults(knex, vault)).toEqual([cut]);
  });

  it('detects that all lines are missing', async () => {
    const knex = await logOf(2);
    await tamper(knex, 'delete from audit_log');
    expect(await findAuditFaults(knex, vault)).toHaveLength(1);
  });

  it('cannot be forged with another key', async () => {
    const knex = await logOf(2);
    await tamper(knex, 'delete from audit_keys');
    expect(await findAuditFaults(knex, vault)).toEqual([{ ...line, number: 1, fault: 'altered' }]);
  });

  it('stores its key sealed, and cannot be verified with another key ring', async () => {
    const knex = await logOf(2);
    const { key_sealed: sealed } = await knex('audit_keys').first('key_sealed');
    expect(sealed).toMatch(/^k1:/);
    await expect(findAuditFaults(knex, createVault([key()]))).rejects.toThrow();
  });

  it('is verified after a rotation of the encryption keys, without the old key', async () => {
    const [before, after] = [key(), { ...key(), id: 'k2' }];
    const { knex } = await testDatabase();
    const entry = {
      scope: 'mer_1',
      actor,
      act: 'member.joined',
      subject: 'x',
      detail: {},
    } as const;
    await knex.transaction((trx) => appendAuditEvent(trx, createVault([before]), entry));
    const both = createVault([after, before]);
    await knex.transaction((trx) => appendAuditEvent(trx, both, entry));
    await reseal(knex, both);
    const alone = createVault([after]);
    await knex.transaction((trx) => appendAuditEvent(trx, alone, entry));
    expect(await findAuditFaults(knex, alone)).toEqual([]);
  });

  it('is read to its end when longer than a batch', async () => {
    const knex = await logOf(0);
    await knex.transaction(async (trx) => {
      for (let n = 0; n < 1_003; n++) {
        const entry = { scope: 'mer_1', actor, act: 'member.joined', subject: `${n}` } as const;
        await appendAuditEvent(trx, vault, { ...entry, detail: {} });
      }
    });
    expect(await findAuditFaults(knex, vault)).toEqual([]);
    await tamper(knex, `update audit_log set subject = 'x' where number = 1002`);
    expect(await findAuditFaults(knex, vault)).toMatchObject([{ number: 1_002 }]);
  });
});
