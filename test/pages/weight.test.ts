import { testLink } from '../support/payment-links';
import { openBrowser } from '../support/browser';
import { visitCold } from '../support/cold-visit';
import { startDashboard, type Dashboard, type Member } from './dashboard/dashboard';

let dashboard: Dashboard;
let owner: Member;
let qrCode: { readonly qr_code_id: string; readonly payment_id: string };
let linkToken: string;
beforeAll(async () => {
  dashboard = await startDashboard();
  owner = await dashboard.addMember('owner');
  qrCode = await dashboard.createQrCode();
  linkToken = (await testLink(dashboard.deps, dashboard.merchant)).token;
});

/** Bytes over the network, with fonts, pictures and headers. `npm run bench` measures the time. */
const BYTES_MAX = 60_000;

test.each<[string, () => string]>([
  ['checkout', () => `/pay/${qrCode.qr_code_id}`],
  ['page of a payment link', () => `/l/${linkToken}`],
  ['dashboard', () => '/dashboard'],
  ['list of payments', () => '/dashboard/payments'],
  ['balance page', () => '/dashboard/balance'],
  ['counter', () => '/dashboard/counter'],
  ['payment at the counter', () => `/dashboard/counter/${qrCode.payment_id}`],
])('the first visit to the %s loads at most 60 kB', async (_name, pathOf) => {
  const browser = await openBrowser();
  const cookie = { name: 'saphan-session', value: owner.token, url: dashboard.url };
  for (const locale of ['th-TH', 'en-GB']) {
    const url = `${dashboard.url}${pathOf()}`;
    const { transferredBytes } = await visitCold(
      browser,
      url,
      { locale },
      { prepare: (page) => page.context().addCookies([cookie]) },
    );
    expect(transferredBytes).toBeGreaterThan(5_000);
    expect(transferredBytes).toBeLessThanOrEqual(BYTES_MAX);
  }
});
