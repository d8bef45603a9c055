import { testAccount } from '../../../support/provider-accounts';
import { startDashboard, type Dashboard } from '../../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../../pages/console/operators';

let dashboard: Dashboard;
let admin: TestOperator;
let other: string;
beforeAll(async () => {
  dashboard = await startDashboard();
  admin = await testOperator(dashboard, 'admin');
  other = (await testAccount(dashboard.deps, 'a-key')).id;
});

/** The page of a new merchant, and its rules in the database. */
async function open() {
  const { id } = await dashboard.openMerchant();
  const path = `/console/merchants/${id}/routing`;
  const read = async () => (await dashboard.get(`${path}?lang=en`, { as: admin })).text;
  /** The fields of the forms of a rule on the page. */
  const fieldsAt = async (position: number) => {
    const shown = [...(await read()).matchAll(/name="digest" value="([^"]*)"/g)];
    const digests = [...new Set(shown.map(([, value = '']) => value))];
    return { position: String(position), digest: digests[position - 1] ?? '' };
  };
  /** Presses the button of a rule on the page. */
  const press = async (below: '/raise' | '/remove', position: number) =>
    dashboard.post(`${path}${below}`, await fieldsAt(position), { as: admin });
  return {
    id,
    read,
    send: (fields: Record<string, string>, below = '') =>
      dashboard.post(`${path}${below}`, fields, { as: admin }),
    fieldsAt,
    press,
    rules: async () => {
      const row = await dashboard.deps.db('routing_rules').where('merchant_id', id).first('rules');
      return (row?.rules ?? []) as { when: object; accountId: string }[];
    },
  };
}

it('a rule is added as entered, and shown with its account', async () => {
  const { send, read, rules } = await open();
  const entered = { kind: 'payout', min: '1,000', max: '2000.50', bank: 'SCB', hours: '22-6' };
  const { status, headers } = await send({ account: other, ...entered });
  expect([status, headers.get('location')]).toEqual([303, expect.stringContaining('rule_added')]);
  const when = {
    kind: 'payout',
    minSatang: 100_000,
    maxSatang: 200_050,
    bankCode: '014',
    hours: [22, 6],
  };
  expect(await rules()).toEqual([{ when, accountId: other }]);
  const text = await read();
  for (const shown of ['Payouts', '1,000.00', '2,000.50', '22:00–06:00', other]) {
    expect(text).toContain(shown);
  }
});

it.each([
  ['min', { min: 'much' }],
  ['max', { min: '5', max: '4' }],
  ['bank', { bank: 'SCB', kind: 'qr' }],
  ['hours', { hours: '6-6' }],
])('a rule whose %s is not valid is refused at its field', async (name, fields) => {
  const { send, rules } = await open();
  const { status, text } = await send({ account: 'default', ...fields });
  expect([status, text]).toEqual([400, expect.stringContaining(`id="${name}-fault"`)]);
  expect(await rules()).toEqual([]);
});

it('a rule for an account of another merchant is refused, and not offered', async () => {
  const owner = await dashboard.openMerchant();
  const { id } = await testAccount(dashboard.deps, 'a-key', owner.id);
  const { send, read, rules } = await open();
  expect((await send({ account: id })).status).toBe(400);
  expect(await read()).not.toContain(id);
  expect(await rules()).toEqual([]);
});

it('rules are moved up and removed, with audit events', async () => {
  const { id, send, press, rules } = await open();
  for (const kind of ['qr', 'payout', 'charge']) await send({ account: 'default', kind });
  const kinds = async () => (await rules()).map(({ when }) => (when as { kind: string }).kind);
  expect((await press('/raise', 3)).status).toBe(303);
  expect(await kinds()).toEqual(['qr', 'charge', 'payout']);
  expect((await press('/remove', 1)).status).toBe(303);
  expect(await kinds()).toEqual(['charge', 'payout']);
  const acts = await dashboard.deps
    .db('audit_log')
    .where({ scope: 'operators', subject: id })
    .orderBy('number')
    .pluck('act');
  expect(acts).toEqual([
    'routing_rule.added',
    'routing_rule.added',
    'routing_rule.added',
    'routing_rule.raised',
    'routing_rule.removed',
  ]);
});

it('a rule that has changed since the page was shown stays', async () => {
  const { send, fieldsAt, rules } = await open();
  await send({ account: 'default', kind: 'qr' });
  const shown = await fieldsAt(1);
  expect((await send(shown, '/remove')).status).toBe(303);
  await send({ account: 'default', kind: 'payout' });
  for (const below of ['/raise', '/remove']) {
    expect((await send(shown, below)).status).toBe(409);
  }
  expect(await rules()).toHaveLength(1);
});
