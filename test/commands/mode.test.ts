import { randomBytes } from 'node:crypto';
import { recordMode } from '../../src/platform/postgres/deployment';
import { testDatabase } from '../support/database';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { freePort } from '../support/free-port';
import { runGatewayIn } from './gateway';
import { demandRestrictedRole } from '../../src/commands/wiring';

const secret = () => randomBytes(32).toString('base64url');
const ENCRYPTION_KEYS = `k1:${randomBytes(32).toString('base64')}`;

/** The minimal settings of each mode. The mode is checked before a connection to Temporal. */
const modes = {
  sandbox: { ENCRYPTION_KEYS, PROVIDER_KEY: secret(), TEMPORAL_ADDRESS: '127.0.0.1:1' },
  live: {
    ENCRYPTION_KEYS,
    PROVIDER: 'gw',
    PROVIDER_URL: 'https://provider.example',
    PROVIDER_KEY: secret(),
    BILLER_ID: '012345678901234',
    BILLER_NAME: 'Somchai Pay',
    PUBLIC_URL: 'https://pay.example.com',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'pay@example.com',
    TEMPORAL_ADDRESS: '127.0.0.1:1',
  },
};
type Mode = keyof typeof modes;
const other = { sandbox: 'live', live: 'sandbox' } as const;

test('a database keeps its first mode', async () => {
  const { knex } = await testDatabase();
  expect(await recordMode(knex, 'live')).toBe('live');
  expect(await recordMode(knex, 'sandbox')).toBe('live');
  expect(await recordMode(knex, 'live')).toBe('live');
});

describe.each(['sandbox', 'live'] as const)('a database of %s mode', (mode: Mode) => {
  test.each([['api'], ['worker'], ['start'], ['merchant', 'create', 'Shop'], ['reseal']])(
    'is refused in the other mode by %s',
    async (...command) => {
      const { knex, url } = await testDatabase();
      await recordMode(knex, mode);
      const env = {
        ...modes[other[mode]],
        DATABASE_URL: url,
        DATA_DIR: temporaryFolder(),
        // `start` checks its ports first: those of a running gateway are in use.
        PORT: `${await freePort()}`,
        WORKER_PORT: `${await freePort()}`,
        SANDBOX_BANK_PORT: `${await freePort()}`,
      };
      const { code, errors } = await runGatewayIn(env, ...command.filter(Boolean));
      expect([code, errors]).toEqual([
        2,
        expect.stringContaining('PROVIDER: the database belongs to'),
      ]);
      expect(await knex('merchants').pluck('id')).toEqual([]);
      expect(await knex('audit_log').pluck('act')).toEqual([]);
    },
  );

  test('is stored by the first command and checked by the next', async () => {
    const { knex, url } = await testDatabase();
    const env = { ...modes[mode], DATABASE_URL: url };
    for (const name of ['One', 'Two']) {
      const { code, out } = await runGatewayIn(env, 'merchant', 'create', name, '--json');
      const prefix = mode === 'live' ? 'sk_live_' : 'sk_test_';
      expect([code, out]).toEqual([0, expect.stringContaining(prefix)]);
    }
    expect(await knex('deployment').pluck('mode')).toEqual([mode]);
  });
});

test('npm start in live mode requires external servers', async () => {
  const env = { ...modes.live, TEMPORAL_ADDRESS: '', DATA_DIR: temporaryFolder() };
  const { code, errors } = await runGatewayIn(env, 'start');
  expect([code, errors]).toEqual([1, expect.stringContaining('set DATABASE_URL and TEMPORAL')]);
});

test.each([['api'], ['worker']])(
  '%s in live mode refuses the owner of the schema as DATABASE_URL',
  async (command) => {
    const { knex, url } = await testDatabase();
    const { code, errors } = await runGatewayIn({ ...modes.live, DATABASE_URL: url }, command);
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining('DATABASE_URL: must name a role that does not own the schema'),
    ]);
    await expect(demandRestrictedRole({ mode: 'sandbox' }, knex)).resolves.toBeUndefined();
    const restricted = await testDatabase({ asApp: true });
    await expect(demandRestrictedRole({ mode: 'live' }, restricted.knex)).resolves.toBeUndefined();
  },
);

test('doctor lists every setting that live mode rejects', async () => {
  const { url } = await testDatabase();
  const unsafe = { PUBLIC_URL: 'http://pay.example.com', SMTP_URL: '', BILLER_NAME: '' };
  const env = { ...modes.live, ...unsafe, DATABASE_URL: url };
  const { code, out } = await runGatewayIn(env, 'doctor', '--json');
  const failed = (JSON.parse(out) as { readonly name: string; readonly state: string }[])
    .filter(({ state }) => state === 'fail')
    .map(({ name }) => name);
  expect(code).toBe(1);
  expect(failed).toEqual(expect.arrayContaining(['PUBLIC_URL', 'SMTP_URL', 'BILLER_NAME']));
});
