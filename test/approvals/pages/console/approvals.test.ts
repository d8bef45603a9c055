import { correctDecision, decideException } from '../../../../src/exceptions/decide-exception';
import { changeAccount } from '../../../../src/providers/accounts/change-accounts';
import { setDayLimit } from '../../../../src/ledger/store/balances';
import { findViolations } from '../../../../src/reports/store/invariants';
import { newId } from '../../../../src/platform/new-id';
import { commandAudit } from '../../../support/gateway';
import { isBlocked } from '../../../support/is-blocked';
import { until } from '../../../support/until';
import { PROVIDER_KEY } from '../../../http/api';
import { testAccount } from '../../../support/provider-accounts';
import { listInvitations } from '../../../../src/people/store/invitations';
import { idsOf, startDashboard, type Dashboard } from '../../../pages/dashboard/dashboard';
import {
  excessDeposit,
  manualRefund,
  testOperator,
  type TestOperator,
} from '../../../pages/console/operators';

let dashboard: Dashboard;
let proposer: TestOperator;
let approver: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard({ OPERATOR_APPROVALS: 'on' });
  proposer = await testOperator(dashboard, 'admin');
  approver = await testOperator(dashboard, 'approver');
});
afterEach(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const db = () => dashboard.deps.db;
const doneIn = (answer: { readonly headers: Headers }) =>
  new URL(answer.headers.get('location') ?? '', dashboard.url).searchParams.get('done');

const propose = async (path: string, fields: Record<string, string>) => {
  const answer = await dashboard.post(path, fields, { as: proposer });
  return [answer.status, doneIn(answer)];
};
const valueOf = async (table: string, where: object, column: string): Promise<unknown> => {
  const [value] = await db()(table).where(where).pluck(column);
  return value;
};
const pendingOf = async (act: string): Promise<string> =>
  String(await valueOf('approvals', { act, status: 'pending' }, 'id'));
const decide = async (id: string, as: TestOperator, decision = 'approve') => {
  const answer = await dashboard.post(`/console/approvals/${id}/${decision}`, {}, { as });
  return answer.status === 303 ? doneIn(answer) : answer.status;
};
const suspended = async (exceptionId: string) =>
  (await db()('transfers').where('exception_id', exceptionId).select('kind')).map(
    ({ kind }) => kind as string,
  );

interface Case {
  readonly act: string;
  /** Prepares the object; returns the form and a reading of what the act changes. */
  readonly setUp: () => Promise<{
    readonly path: string;
    readonly fields: Record<string, string>;
    readonly read: () => Promise<unknown>;
    readonly after: unknown;
    /** The event of the act in the operators' log. */
    readonly event: string;
  }>;
}

const email = () => `${newId('')}@example.com`;

const cases: readonly Case[] = [
  {
    act: 'resolution',
    async setUp() {
      const { exceptionId } = await excessDeposit(dashboard);
      const path = `/console/exceptions/${exceptionId}/resolve`;
      const fields = { as: 'accept', reason: 'The customer confirmed it.' };
      const event = 'exception.resolved';
      return { path, fields, read: () => suspended(exceptionId), after: ['accept'], event };
    },
  },
  {
    act: 'limit',
    async setUp() {
      const { id } = await dashboard.openMerchant();
      await setDayLimit(db(), id, 100);
      const read = () => valueOf('balances', { merchant_id: id }, 'day_limit_satang');
      const path = `/console/merchants/${id}/limit`;
      return { path, fields: { limit: '2' }, read, after: 200, event: 'merchant.limit_set' };
    },
  },
  {
    act: 'owner',
    async setUp() {
      const { id } = await dashboard.openMerchant();
      const fields = { email: email() };
      const team = { realm: 'merchant', merchantId: id } as const;
      const read = async () =>
        (await listInvitations(db(), dashboard.deps.vault, team)).map((each) => each.email);
      const path = `/console/merchants/${id}/owner`;
      return { path, fields, read, after: [fields.email], event: 'member.invited' };
    },
  },
  {
    act: 'operator',
    async setUp() {
      const fields = { email: email(), role: 'approver' };
      const read = async () =>
        db()('operator_links')
          .whereIn('id', await idsOf(dashboard, 'operator_links', fields.email))
          .pluck('role');
      const path = '/console/settings/operators';
      return { path, fields, read, after: ['approver'], event: 'operator.link_made' };
    },
  },
  {
    act: 'operator_role',
    async setUp() {
      const { id } = await testOperator(dashboard, 'viewer');
      const read = () => valueOf('operators', { id }, 'role');
      const path = `/console/settings/operators/${id}/role`;
      const event = 'operator.role_changed';
      return { path, fields: { role: 'admin' }, read, after: 'admin', event };
    },
  },
  {
    act: 'account',
    async setUp() {
      const label = newId('Bank ');
      const fields = {
        connector: 'generic',
        label,
        priority: '5',
        setting_url: 'https://bank.example.th',
        setting_keys: 'a-secret-key',
        setting_billerId: '012345678901234',
      };
      const read = () => db()('provider_accounts').where({ label }).pluck('status');
      const path = '/console/provider-accounts';
      return { path, fields, read, after: ['paused'], event: 'provider_account.added' };
    },
  },
  {
    act: 'account_change',
    async setUp() {
      const { id } = await testAccount(dashboard.deps, 'a-key');
      const label = newId('Renamed ');
      const read = async () => (await valueOf('provider_accounts', { id }, 'label')) === label;
      const path = `/console/provider-accounts/${id}`;
      const digest = await dashboard.digestAt(path, proposer);
      const fields = { label, priority: '7', digest };
      return { path, fields, read, after: true, event: 'provider_account.changed' };
    },
  },
  {
    act: 'account_status',
    async setUp() {
      const { id } = await testAccount(dashboard.deps, 'a-key');
      const path = `/console/provider-accounts/${id}/status`;
      // Closing needs no approval.
      expect(await propose(path, { status: 'off' })).toEqual([303, 'account_status_set']);
      const read = () => valueOf('provider_accounts', { id }, 'status');
      const event = 'provider_account.status_set';
      return { path, fields: { status: 'on' }, read, after: 'on', event };
    },
  },
  {
    act: 'operator',
    async setUp() {
      const fields = { email: email(), role: 'viewer' };
      const read = async () =>
        idsOf(dashboard, 'operator_links', fields.email).then((ids) => ids.length);
      const path = '/console/settings/operators';
      return { path, fields, read, after: 1, event: 'operator.link_made' };
    },
  },
  {
    act: 'account_former',
    async setUp() {
      const { id } = await testAccount(dashboard.deps, 'a-key');
      const path = `/console/provider-accounts/${id}/callback`;
      // A further URL takes nothing away.
      expect(await propose(path, {})).toEqual([303, 'callback_rotated']);
      const read = () => valueOf('provider_accounts', { id }, 'previous_callback_token_hash');
      const event = 'provider_account.token_removed';
      return { path: `${path}/remove-former`, fields: {}, read, after: null, event };
    },
  },
  {
    act: 'merchant_enabled',
    async setUp() {
      const { id } = await dashboard.openMerchant();
      const path = `/console/merchants/${id}`;
      const reason = 'Their papers are complete.';
      // Disabling needs no approval.
      const disabled = await propose(`${path}/disable`, { reason });
      expect(disabled).toEqual([303, 'merchant_disabled']);
      const read = () => valueOf('merchants', { id }, 'status');
      const event = 'merchant.enabled';
      return { path: `${path}/enable`, fields: { reason }, read, after: 'active', event };
    },
  },
  {
    act: 'routing',
    async setUp() {
      const { id } = await dashboard.openMerchant();
      const { id: account } = await testAccount(dashboard.deps, 'a-key');
      const read = () =>
        db()('routing_rules')
          .where('merchant_id', id)
          .pluck('rules')
          .then((rules) => JSON.stringify(rules));
      const path = `/console/merchants/${id}/routing`;
      const fields = { account, kind: '', min: '', max: '', bank: '', hours: '' };
      const after = expect.stringContaining(account) as unknown;
      return { path, fields, read, after, event: 'routing_rule.added' };
    },
  },
  {
    act: 'refund_paid',
    async setUp() {
      const id = await manualRefund(dashboard);
      const read = () => valueOf('orders', { id }, 'status');
      const path = `/console/refunds/${id}/paid`;
      const fields = { reference: newId('BANK-') };
      return { path, fields, read, after: 'succeeded', event: 'refund.paid' };
    },
  },
];

describe.each(cases)('the act $act', ({ act, setUp }) => {
  it('changes nothing until another operator approves it, then happens once', async () => {
    const { path, fields, read, after, event } = await setUp();
    const before = await read();
    expect(await propose(path, fields)).toEqual([303, 'approval_requested']);
    const id = await pendingOf(act);
    expect(await decide(id, proposer)).toBe(403);
    expect(await read()).toEqual(before);
    const second = await testOperator(dashboard, 'admin');
    const decisions = await Promise.all([decide(id, approver), decide(id, second)]);
    expect(decisions).toContain('approval_given');
    expect(decisions).toContain(409);
    expect(await read()).toEqual(after);
    const acts = ['approval.requested', 'approval.approved', event];
    const log = await db()('audit_log')
      .where('scope', 'operators')
      .whereIn('act', acts)
      .orderBy('number', 'desc')
      .limit(3)
      .select('act', 'actor_id');
    expect(log).toEqual([
      { act: 'approval.approved', actor_id: expect.stringMatching(`${approver.id}|${second.id}`) },
      { act: event, actor_id: proposer.id },
      { act: 'approval.requested', actor_id: proposer.id },
    ]);
  });
});

it('a proposed routing rule is shown in words, in the request and in the activity', async () => {
  const { id } = await dashboard.openMerchant();
  const { id: account } = await testAccount(dashboard.deps, 'a-key');
  const fields = { account, kind: 'payout', min: '1000', max: '', bank: 'SCB', hours: '22-6' };
  await propose(`/console/merchants/${id}/routing`, fields);
  const approvalId = await pendingOf('routing');
  const read = async (path: string) => (await dashboard.get(path, { as: approver })).text;
  const words = 'Payouts · from ฿1,000.00 · to Siam Commercial Bank · 22:00–06:00';
  const page = await read(`/console/approvals/${approvalId}`);
  for (const fact of ['Provider account', `Bank (${account})`, words]) expect(page).toContain(fact);
  const activity = await read('/console/settings/activity');
  expect(activity).toContain(words);
  for (const text of [page, activity]) expect(text).not.toContain('minSatang');
  expect(await decide(approvalId, approver, 'reject')).toBe('approval_refused');
});

it('a proposal names the merchant that money of an unknown order is assigned to', async () => {
  const { id: merchantId } = await dashboard.openMerchant();
  const body = {
    orderId: newId('unknown'),
    status: 'success',
    amount: 42,
    transactionId: newId('T'),
  };
  await dashboard.call('POST', '/payment/gw/webhook', { key: PROVIDER_KEY, body });
  const exceptionId = await valueOf('exceptions', { kind: 'unknown_order' }, 'id');
  const reason = 'The customer confirmed it.';
  const fields = { as: 'assign', to: merchantId, reason };
  expect(await propose(`/console/exceptions/${String(exceptionId)}/resolve`, fields)).toEqual([
    303,
    'approval_requested',
  ]);
  const id = await pendingOf('resolution');
  const { text } = await dashboard.get(`/console/approvals/${id}`, { as: approver });
  expect(text).toContain(merchantId);
  expect(await decide(id, approver)).toBe('approval_given');
});

it('a proposal that the state refuses by then ends as failed and posts nothing', async () => {
  const { exceptionId } = await excessDeposit(dashboard);
  const path = `/console/exceptions/${exceptionId}/resolve`;
  await propose(path, { as: 'accept', reason: 'The customer confirmed it.' });
  const id = await pendingOf('resolution');
  await decideException(dashboard.deps, commandAudit, {
    exceptionId,
    parts: [{ as: 'return', amountSatang: 500 }],
    reason: 'The customer asked for it.',
  });
  expect(await decide(id, approver)).toBe('approval_failed');
  expect(await suspended(exceptionId)).toEqual(['return']);
  const row = await db()('approvals').where({ id }).first();
  expect(row).toMatchObject({ status: 'failed', problem: 'state_conflict' });
});

it('a proposal of an operator who has lost the role ends as failed', async () => {
  const { id: merchantId } = await dashboard.openMerchant();
  const path = `/console/merchants/${merchantId}/owner`;
  const former = await testOperator(dashboard, 'admin');
  await dashboard.post(path, { email: email() }, { as: former });
  const id = await pendingOf('owner');
  await db()('operators').where('id', former.id).update({ role: 'viewer' });
  expect(await decide(id, approver)).toBe('approval_failed');
  expect(await db()('invitations').where('merchant_id', merchantId)).toEqual([]);
});

describe('a change of a provider account', () => {
  const billerId = '012345678901234';
  const setUp = async () => {
    const { id } = await testAccount(dashboard.deps, 'a-key', null, { billerId });
    const path = `/console/provider-accounts/${id}`;
    const label = newId('Renamed ');
    const digest = await dashboard.digestAt(path, proposer);
    // As the form sends it: with all settings that it shows.
    const fields = { label, priority: '100', digest, setting_billerId: billerId };
    const form = { ...fields, setting_url: 'http://127.0.0.1:9' };
    expect(await propose(path, form)).toEqual([303, 'approval_requested']);
    const settings = async () => (await dashboard.deps.providers.find(id)).settings;
    return { id, label, settings, approvalId: await pendingOf('account_change') };
  };

  it('shows and stores only what differs', async () => {
    const { label, approvalId } = await setUp();
    const row = await db()('approvals').where('id', approvalId).first();
    expect(row.detail).toEqual({ label, settings: '' });
    expect(await decide(approvalId, approver)).toBe('approval_given');
  });

  it('fails when the account was changed meanwhile, and restores nothing', async () => {
    const { id, approvalId, settings } = await setUp();
    const corrected = { settings: { billerId: '999999999999999' } };
    await changeAccount(dashboard.deps, commandAudit, id, corrected);
    expect(await decide(approvalId, approver)).toBe('approval_failed');
    expect(await settings()).toMatchObject(corrected.settings);
    expect(await valueOf('provider_accounts', { id }, 'label')).toBe('Bank');
    expect(await valueOf('approvals', { id: approvalId }, 'problem')).toBe('state_conflict');
  });
});

it('a proposal is refused at once where its act is', async () => {
  const { exceptionId } = await excessDeposit(dashboard);
  const path = `/console/exceptions/${exceptionId}/resolve`;
  const reason = 'The customer confirmed it.';
  const unfit = await dashboard.post(path, { as: 'release', reason }, { as: proposer });
  expect(unfit.status).toBe(409);
  const dismissed = await dashboard.post(
    '/console/merchants/mer_0000000000/owner',
    { email: email() },
    { as: proposer },
  );
  expect(dismissed.status).toBe(404);
  expect(await db()('approvals').where('status', 'pending')).toEqual([]);
});

it("a proposal's secrets are sealed and not shown", async () => {
  const rows = await db()('approvals').where('act', 'account');
  expect(rows).toHaveLength(1);
  const text = JSON.stringify(rows);
  expect(text).toContain('https://bank.example.th');
  expect(text).not.toContain('a-secret-key');
  const page = await dashboard.get(`/console/approvals/${rows[0].id}`, { as: approver });
  expect(page.text).toContain('https://bank.example.th');
  expect(page.text).not.toContain('a-secret-key');
});

describe('the correction of a resolution', () => {
  const reason = 'The customer confirmed it.';
  const setUp = async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const resolve = (as: 'accept' | 'return') =>
      decideException(dashboard.deps, commandAudit, {
        exceptionId,
        parts: [{ as, amountSatang: 500 }],
        reason,
      });
    await resolve('accept');
    const path = `/console/exceptions/${exceptionId}/correct`;
    expect(await propose(path, { reason })).toEqual([303, 'approval_requested']);
    return { exceptionId, resolve, id: await pendingOf('correction') };
  };

  it('names the resolution and its amount, and reverses it', async () => {
    const { exceptionId, id } = await setUp();
    const row = await db()('approvals').where({ id }).first();
    expect(row.detail).toEqual({ amountSatang: 500, resolution: 'accept', reason });
    const { text } = await dashboard.get(`/console/approvals/${id}`, { as: approver });
    expect(text).toContain('Credit the merchant from suspense');
    expect(text).toContain('฿5.00');
    expect(await decide(id, approver)).toBe('approval_given');
    expect(await valueOf('exceptions', { id: exceptionId }, 'resolved_at')).toBeNull();
  });

  it('fails when the exception was resolved in another way meanwhile', async () => {
    const { exceptionId, id, resolve } = await setUp();
    await correctDecision(dashboard.deps, commandAudit, { exceptionId, reason });
    await resolve('return');
    expect(await decide(id, approver)).toBe('approval_failed');
    expect(await valueOf('exceptions', { id: exceptionId }, 'resolution')).toBe('return');
  });
});

describe('a manual refund that was proposed as paid', () => {
  const paidMoves = async () => {
    const { values } = await dashboard.deps.metrics.moves.get();
    return values.find(({ labels }) => labels.kind === 'refund' && labels.move === 'complete')
      ?.value;
  };
  const setUp = async () => {
    const refundId = await manualRefund(dashboard);
    const path = `/console/refunds/${refundId}`;
    await propose(`${path}/paid`, { reference: newId('BANK-') });
    const show = async () => (await dashboard.get(path, { as: proposer })).text;
    return { path, approvalId: await pendingOf('refund_paid'), refundId, show };
  };

  it('shows the proposal and accepts no other decision before its end', async () => {
    const { path, approvalId, refundId, show } = await setUp();
    const text = await show();
    expect(text).toContain(`href="/console/approvals/${approvalId}"`);
    expect(text).not.toContain('<textarea');
    expect(text).not.toContain('name="reference"');
    const list = await dashboard.get('/console/refunds', { as: approver });
    expect(list.text).toContain('Waiting for approval');
    const again = { reference: newId('BANK-') };
    const reason = 'The account is closed.';
    expect(await propose(`${path}/paid`, again)).toEqual([409, null]);
    expect(await propose(`${path}/unpayable`, { reason })).toEqual([409, null]);
    expect(await decide(approvalId, approver, 'reject')).toBe('approval_refused');
    expect(await valueOf('orders', { id: refundId }, 'status')).toBe('pending');
    expect(await show()).toContain('Check the bank statement before you transfer.');
    expect(await propose(`${path}/unpayable`, { reason })).toEqual([303, 'refund_unpayable']);
  });

  it('is not proposed again while it is being approved', async () => {
    const { path, approvalId, refundId } = await setUp();
    const blocker = await db().transaction();
    await blocker('orders').where('id', refundId).forNoKeyUpdate();
    const again = propose(`${path}/paid`, { reference: newId('BANK-') });
    await until(() => isBlocked(db()), { describe: 'the proposal waits for the refund' });
    const approved = decide(approvalId, approver);
    await until(() => isBlocked(db(), 2), { describe: 'the approval waits for the refund' });
    await blocker.commit();
    expect(await Promise.all([again, approved])).toEqual([[409, null], 'approval_given']);
    expect(await valueOf('orders', { id: refundId }, 'status')).toBe('succeeded');
  });

  it('names the amount, the masked account and the reference, and is counted once', async () => {
    const before = (await paidMoves()) ?? 0;
    const { approvalId } = await setUp();
    const { text } = await dashboard.get(`/console/approvals/${approvalId}`, { as: approver });
    for (const fact of ['฿100.00', 'KBANK', 'xxx-x-x4321-x', 'BANK-']) expect(text).toContain(fact);
    expect(text).not.toContain('9876543210');
    expect(await paidMoves()).toBe(before || undefined);
    expect(await decide(approvalId, approver)).toBe('approval_given');
    expect(await paidMoves()).toBe(before + 1);
  });
});

it('an invitation of an owner ends with the access of the operator who made it', async () => {
  const { id: merchantId } = await dashboard.openMerchant();
  const [leaving, other] = [
    await testOperator(dashboard, 'admin'),
    await testOperator(dashboard, 'admin'),
  ];
  for (const as of [leaving, other]) {
    await dashboard.post(`/console/merchants/${merchantId}/owner`, { email: email() }, { as });
    expect(await decide(await pendingOf('owner'), approver)).toBe('approval_given');
  }
  const open = () => db()('invitations').where('merchant_id', merchantId).whereNull('ended_at');
  expect(await open()).toHaveLength(2);
  await dashboard.post(`/console/settings/operators/${leaving.id}/remove`, {}, { as: proposer });
  expect(await open().pluck('operator_id')).toEqual([other.id]);
  const acts = db()('audit_log').where({ scope: merchantId, act: 'invitation.revoked' });
  expect(await acts.pluck('actor_id')).toEqual([proposer.id]);
});

describe('a decision that waits for a second operator', () => {
  const reason = 'The customer confirmed it.';
  const setUp = async () => {
    const { exceptionId } = await excessDeposit(dashboard);
    const path = `/console/exceptions/${exceptionId}`;
    const fields = { as: 'accept', reason };
    expect(await propose(`${path}/resolve`, fields)).toEqual([303, 'approval_requested']);
    const id = await pendingOf('resolution');
    return { exceptionId, path, fields, id, page: `/console/approvals/${id}` };
  };

  it('is shown on the exception and in the list, and none is proposed beside it', async () => {
    const { path, fields, id, page } = await setUp();
    const second = await testOperator(dashboard, 'admin');
    const exception = await dashboard.get(path, { as: second });
    expect(exception.text).toContain(`href="${page}"`);
    expect(exception.text).not.toContain('/resolve?as=');
    const list = await dashboard.get('/console/exceptions', { as: second });
    expect(list.text).toContain('Waiting for approval');
    const again = await dashboard.post(`${path}/resolve`, fields, { as: second });
    expect(again.status).toBe(409);
    expect(again.text).toContain('already waits for approval');
    expect(again.text).toContain(`href="${page}"`);
    expect(await decide(id, approver, 'reject')).toBe('approval_refused');
    const after = await dashboard.get(path, { as: second });
    expect(after.text).toContain('/resolve?as=accept');
  });

  it('is explained to the approver in words, with its evidence and postings', async () => {
    const { id, page } = await setUp();
    const { text } = await dashboard.get(page, { as: approver });
    expect(text).toContain('Credit the merchant from suspense');
    expect(text).toContain('Postings to be made');
    expect(text).toContain('Provider callbacks');
    expect(text).not.toMatch(/>\s*accept\s*</);
    await decide(id, approver, 'reject');
  });
});

it('a lone operator reads how to get a second one, who can approve', async () => {
  const others = () => db()('operators').whereNot('id', proposer.id).whereNull('removed_at');
  const ids = await others().pluck<string[]>('id');
  const shown = async (path: string) =>
    (await dashboard.get(path, { as: proposer })).text.includes('gateway operator create');
  const paths = ['/console/approvals', '/console/settings/operators'];
  expect(await Promise.all(paths.map(shown))).toEqual([false, false]);
  await others().update({ removed_at: new Date() });
  expect(await Promise.all(paths.map(shown))).toEqual([true, true]);
  await db()('operators').whereIn('id', ids).update({ removed_at: null });
});
