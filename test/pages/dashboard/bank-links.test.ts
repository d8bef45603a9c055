import { randomBytes } from 'node:crypto';
import { runGatewayIn } from '../../commands/gateway';
import { startDashboard, type Dashboard } from './dashboard';

/** The addresses of a container installation. Browsers cannot resolve the first one. */
const bank = {
  PROVIDER_URL: 'http://sandbox-bank:8081',
  SANDBOX_BANK_URL: 'http://localhost:18081/',
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
} as const;

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await startDashboard(bank);
});

const bankLinksIn = (text: string): string[] =>
  [...text.matchAll(/href="(http:\/\/[^"/]*8081[^"]*)"/g)].map(([, link = '']) => link);

it('the mailbox link after sign-up opens in a browser', async () => {
  const { text } = await dashboard.get('/dashboard/mail-sent');
  expect(bankLinksIn(text)).toEqual(['http://localhost:18081/mail?lang=en']);
});

it('the bank link of the first payment opens in a browser', async () => {
  const owner = await dashboard.addMember('owner', await dashboard.openMerchant('New shop'));
  const { text } = await dashboard.post('/dashboard/first-key', {}, { as: owner });
  expect(bankLinksIn(text)).toEqual(['http://localhost:18081/?lang=en']);
});

it('`merchant invite` prints an address that opens in a browser', async () => {
  const ran = await runGatewayIn(
    { ...bank, DATABASE_URL: dashboard.databaseUrl },
    'merchant',
    'invite',
    dashboard.merchant.id,
    '--email',
    'owner@example.com',
  );
  expect([ran.code, ran.errors]).toEqual([0, '']);
  expect(ran.out).toContain('http://localhost:18081/mail');
  expect(ran.out).not.toContain('sandbox-bank');
});
