import { migrate } from '../../../src/platform/postgres/migrate';
import { emptyDatabase } from '../../support/database';

test('migrate writes accounts, kinds and transitions once, and keeps those of others', async () => {
  const { url, knex } = await emptyDatabase();
  await migrate(url);
  const rows = async () => ({
    accounts: await knex('ledger_accounts').orderBy('name').pluck<string[]>('name'),
    kinds: await knex('transfer_kinds').orderBy('kind').select('kind', 'debit', 'credit'),
    transitions: await knex('allowed_transitions')
      .orderBy(['kind', 'transition', 'from_status'])
      .select('kind', 'transition', 'from_status', 'to_status'),
  });
  const written = await rows();
  expect(written.accounts).toEqual([
    'available',
    'fee_rounding',
    'fees',
    'fees_due',
    'held',
    'pending',
    'provider_clearing',
    'provider_costs',
    'suspense',
    'vat_payable',
    'written_off',
  ]);
  expect(written.kinds).toContainEqual({ kind: 'hold', debit: 'available', credit: 'held' });
  expect(written.kinds).toHaveLength(40);
  expect(written.transitions).toContainEqual({
    kind: 'withdrawal',
    transition: 'send',
    from_status: 'pending',
    to_status: 'processing',
  });
  expect(written.transitions).toHaveLength(20);
  // Rows of the version before, whose processes still run.
  await knex('ledger_accounts').insert({ name: 'former' });
  await knex('transfer_kinds').insert({ kind: 'former', debit: 'former', credit: 'held' });
  const before = await rows();
  await migrate(url);
  expect(await rows()).toEqual(before);
});
