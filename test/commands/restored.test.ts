import { restored } from '../../src/commands/restored';
import { testDatabase } from '../support/database';
import { testMerchant } from '../support/gateway';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

const TO = '2026-01-31T09:30:00+07:00';

async function setUp() {
  const { knex, url } = await testDatabase();
  await testMerchant(knex);
  const run = (hold: string, given: { readonly json?: boolean } = {}) =>
    runInProcess(
      restored,
      { DATABASE_URL: url, ENCRYPTION_KEYS },
      { options: { to: TO, hold }, ...given },
    );
  return {
    /** What the command returns as JSON and records, and what it prints. */
    record: async (hold: string) => {
      const { out } = await run(hold);
      const { heldUntil } = JSON.parse(out) as { readonly heldUntil: string | null };
      const event = await knex('audit_log').orderBy('number', 'desc').first('detail');
      const { heldUntil: audited } = JSON.parse(event.detail as string) as {
        readonly heldUntil: string | null;
      };
      return { heldUntil, audited };
    },
    print: async (hold: string) => (await run(hold, { json: false })).out,
    hold: async () => {
      const row = await knex('balances').first('payouts_held_until');
      return (row.payouts_held_until as Date | null)?.toISOString() ?? null;
    },
  };
}

test('gateway restored reports a hold, and none for --hold 0', async () => {
  const { record, print, hold } = await setUp();
  expect(await record('0')).toEqual({ heldUntil: null, audited: null });
  expect(await print('0')).toContain('New withdrawals and refunds are accepted.');
  const text = await print('2');
  expect(text).toContain(`New withdrawals and refunds are refused until ${await hold()}.`);
});

test.each(['0', '1'])('--hold %s reports an earlier hold that remains', async (shorter) => {
  const { record, print, hold } = await setUp();
  await record('24');
  const earlier = await hold();
  expect(earlier).not.toBeNull();
  expect(await record(shorter)).toEqual({ heldUntil: earlier, audited: earlier });
  expect(await print(shorter)).toContain(
    'An earlier hold remains. ' +
      `New withdrawals and refunds are refused until ${earlier} at the latest.`,
  );
  expect(await hold()).toBe(earlier);
});
