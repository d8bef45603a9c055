import { findBusiness } from '../../../src/business/find-business';
import { findMerchant } from '../../../src/kernel/merchants/store';
import { addApp, confirmed } from '../../pages/factors';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';

const PATH = '/dashboard/settings/business';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  owner = await dashboard.addMember('owner', await dashboard.openMerchant('Old name'));
});

const full = {
  name: 'ร้านข้าวมันไก่',
  legal_name: 'บริษัท ข้าวมันไก่ จำกัด',
  tax_id: '0-1075-44000-10-8',
  branch: '00000',
  address: '1 ถนนพระราม 4\r\nกรุงเทพฯ 10330',
  email: 'shop@example.com',
  phone: '+66 2 123 4567',
  colour: '#0F766E',
};

const save = async (fields: Readonly<Record<string, string>>, as: Member = owner) =>
  dashboard.post(PATH, { digest: await dashboard.digestAt(PATH, as), ...fields }, { as });

async function snapshot() {
  const { profile, identity } = await findBusiness(dashboard.deps, owner.merchant.id);
  return { ...profile, isVerified: identity !== null };
}

const audited = async () =>
  dashboard.deps.db('audit_log').where({ scope: owner.merchant.id, act: 'business.changed' });

it('an owner saves the details, and documents get them in one spelling', async () => {
  expect((await save(full)).headers.get('location')).toBe(`${PATH}?done=profile_saved`);
  expect(await snapshot()).toMatchObject({
    name: 'ร้านข้าวมันไก่',
    legalName: 'บริษัท ข้าวมันไก่ จำกัด',
    taxId: '0107544000108',
    branch: '00000',
    address: '1 ถนนพระราม 4 กรุงเทพฯ 10330',
    email: 'shop@example.com',
    phone: '021234567',
    colour: '#0f766e',
    isVerified: false,
  });
  expect((await findMerchant(dashboard.deps.db, owner.merchant.id))?.name).toBe('ร้านข้าวมันไก่');
  const [event] = await audited();
  expect(JSON.stringify(event)).toContain('Old name');
  // The audit log never changes, so it has no number of a person.
  expect(JSON.stringify(event)).not.toContain('0107544000108');
});

it('the details are sealed in the database', async () => {
  await save(full);
  const row = await dashboard.deps
    .db('businesses')
    .where('merchant_id', owner.merchant.id)
    .first('details_sealed');
  expect(row.details_sealed).not.toContain('0107544000108');
  expect(row.details_sealed).not.toContain('shop@example.com');
});

it('a blank field clears its value, and saving the same again records nothing', async () => {
  await save(full);
  await save({ ...full, tax_id: ' ', email: '' });
  expect(await snapshot()).toMatchObject({ taxId: null, email: null, branch: '00000' });
  await save({ ...full, tax_id: '', email: '' });
  expect(await audited()).toHaveLength(2);
});

it.each([
  ['name', ''],
  ['name', '\u202e\u200b'],
  ['name', 'n'.repeat(61)],
  ['tax_id', '0107544000109'],
  ['branch', '1'],
  ['email', 'nobody'],
  ['phone', '911'],
  ['colour', 'expression(alert(1))'],
])('the field %s refuses "%s" and keeps what was typed', async (field, value) => {
  const { status, text } = await save({ ...full, [field]: value });
  expect(status).toBe(400);
  expect(text).toContain(`id="${field}-fault"`);
  expect(text).toContain(field === 'tax_id' ? value : full.tax_id);
  expect((await snapshot()).name).toBe('Old name');
});

it('of two owners who save at once, one is told that the details have changed', async () => {
  const digest = await dashboard.digestAt(PATH, owner);
  const names = ['First', 'Second', 'Third'];
  const answers = await Promise.all(
    names.map((name) => dashboard.post(PATH, { digest, name }, { as: owner })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 409, 409]);
  expect(await audited()).toHaveLength(1);
});

it('a change asks for a second factor that was confirmed within ten minutes', async () => {
  await addApp(dashboard, owner.userId);
  await confirmed(dashboard, owner.userId, 11 * 60);
  expect((await save({ name: 'Stale' })).status).toBe(403);
  expect((await snapshot()).name).toBe('Old name');
  await confirmed(dashboard, owner.userId, 60);
  expect((await save({ name: 'Fresh' })).status).toBe(303);
  expect((await snapshot()).name).toBe('Fresh');
});

it('markup is text, and no direction override leaves the field', async () => {
  const markup = '<b onmouseover=alert(1)>"Shop"';
  await save({
    name: `\u202e${markup}`,
    legal_name: 'شركة <script>',
    address: '</bdi><img src=x>',
  });
  expect((await snapshot()).name).toBe(markup);
  const viewer = await dashboard.addMember('viewer', owner.merchant);
  for (const as of [owner, viewer]) {
    const { text } = await dashboard.get(PATH, { as });
    expect(text).not.toMatch(/<b onmouseover|<script>|<img|\u202e/);
  }
  const { text } = await dashboard.get(PATH, { as: viewer });
  expect(text).toContain('<bdi>شركة &lt;script></bdi>');
});
