import { createAdvanceOrder } from '../../activities/advance-order';
import { createSubmitOrInquire } from '../../activities/submit-or-inquire';
import type { ActivityDeps } from '../../activities/deps';
import { createHousekeeping } from '../../activities/housekeeping';
import { performAct, type Performed } from '../../src/people/acts/perform';
import { changeRoleInTeam, inviteToTeam } from '../../src/merchants/team/perform-in-team';
import { inviteMember } from '../../src/merchants/team/invite';
import { changeTeamMember } from '../../src/merchants/team/team';
import { decideApproval, type Decision } from '../../src/approvals/decide-approval';
import type { AuditContext } from '../../src/kernel/audit/record-audit-event';
import { authenticateMerchant } from '../../src/merchants/authenticate';
import {
  changeKey,
  createKey,
  revokeKey,
  rotateKey,
  type KeyChanges,
} from '../../src/merchants/api-keys';
import { createApiKey } from '../../src/merchants/create-merchant';
import { lockKeyMaker, type KeyMaker } from '../../src/merchants/store/api-keys';
import { insertOperator } from '../../src/people/store/people';
import { setApprovalRules } from '../../src/kernel/approvals/store/approval-rules';
import { applyPending } from '../../src/orders/store/apply-transition';
import { claimRequest, findRequestProgress } from '../../src/orders/store/provider-requests';
import { holdPayouts } from '../../src/ledger/store/balances';
import { findViolations } from '../../src/reports/store/invariants';
import { sweep } from '../../src/kernel/outbox/store/sweep';
import {
  noApprovalRules,
  type ApprovalRules,
  type ApprovalWarning,
} from '../../src/kernel/approvals/rules/approval';
import type { Problem } from '../../src/kernel/rules/problem';
import { operatorTeam } from '../../src/kernel/rules/realm';
import type { Role } from '../../src/kernel/rules/role';
import { createWithdrawal } from '../../src/orders/withdrawal/create-withdrawal';
import { newId } from '../../src/platform/new-id';
import type { Deps } from '../../src/deps';
import { testDatabase } from '../support/database';
import { isBlocked } from '../support/is-blocked';
import { until } from '../support/until';
import { testDecider } from '../support/approvals';
import {
  commandAudit,
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';
import { testPaidPayment, testRefund } from '../support/refunds';

const outcomeOf = async (performed: Promise<Performed>) =>
  (await performed) === 'proposed' ? 'proposed' : 'done';

const changeApprovalRules = (
  deps: Deps,
  audit: AuditContext,
  merchantId: string,
  rules: ApprovalRules,
) => outcomeOf(performAct(deps, audit, 'rules', { merchantId, rules }));

/** Shared, because the audit log's key in the database is sealed with its encryption key. */
const config = testConfig();
let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase({ poolMax: 20 })).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const FROM = 5_000;

/** A merchant with 1,000 baht whose payouts from 50 baht need an approval. */
async function setUp() {
  const deps = testDeps(knex, config);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const team = { realm: 'merchant', merchantId: merchant.id } as const;
  const proposer = await testDecider(deps, merchant, 'owner');
  const approver = await testDecider(deps, merchant);
  await setApprovalRules(knex, deps.vault, merchant.id, { ...noApprovalRules, fromSatang: FROM });
  const approvalOf = (orderId: string) => knex('approvals').where('subject', orderId).first();
  const withdrawBy = async (audit: AuditContext, amountSatang: number, within: Deps = deps) => {
    const payee = { username: 'c1', bankName: 'KBANK', accountNumber: '1234567890' };
    const request = { amountSatang, ...payee, firstNameTh: 'สมชาย', lastNameTh: 'ใจดี' };
    const { order } = await createWithdrawal(within, audit, merchant, request, null);
    const { orderId } = order;
    const approval = await within.db('approvals').where('subject', orderId).first();
    return { orderId, approvalId: approval?.id as string };
  };
  const withdraw = (amountSatang = FROM) => withdrawBy(proposer.audit, amountSatang);
  /** A key with its withdrawals, which return the id of the approval or the code of the problem. */
  const key = async (maker: KeyMaker | undefined) => {
    const { keyId } = await createApiKey(knex, 'sandbox', merchant.id, 'till', 'withdraw', maker);
    return { keyId, payOut: payingBy(keyId) };
  };
  const payingBy = (keyId: string) => {
    const scope = merchant.id;
    const audit = { actor: { kind: 'key', id: keyId, address: null }, scope } as const;
    return (amountSatang = FROM, within: Deps = deps): Promise<string> =>
      withdrawBy(audit, amountSatang, within).then(
        ({ approvalId }) => approvalId,
        ({ code }: Problem) => code,
      );
  };
  const decide = (
    approvalId: string,
    by = approver,
    decision: Decision = 'approve',
    warned: readonly ApprovalWarning[] = [],
  ) =>
    decideApproval(deps, by.audit, team, approvalId, decision, warned).catch(
      ({ code }: Problem) => code,
    );
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const order = (id: string) => knex('orders').where({ id }).first();
  const expire = (id: string) =>
    knex('approvals')
      .where({ id })
      .update({ expires_at: new Date(Date.now() - 1_000) });
  return {
    deps,
    merchant,
    proposer,
    approver,
    approvalOf,
    withdraw,
    key,
    payingBy,
    decide,
    balance,
    order,
    expire,
  };
}

const mayClaim = (orderId: string) =>
  claimRequest(knex, orderId, { claims: 0, restoredAt: null }, false);

describe('a withdrawal that needs an approval', () => {
  it('is created with its hold and cannot be claimed before the approval', async () => {
    const shop = await setUp();
    const { orderId, approvalId } = await shop.withdraw();
    expect(await shop.balance()).toEqual([95_000, 5_000]);
    expect(await mayClaim(orderId)).toBe(false);
    expect(await shop.decide(approvalId)).toBe('approved');
    expect(await mayClaim(orderId)).toBe(true);
    expect(await shop.balance()).toEqual([95_000, 5_000]);
  });

  it('asks again when its proposer leaves the team while it is being approved', async () => {
    const shop = await setUp();
    const { orderId, approvalId } = await shop.withdraw();
    const blocker = await knex.transaction();
    await blocker('memberships').where('user_id', shop.proposer.id).delete();
    const decided = shop.decide(approvalId);
    let isOver = false;
    void decided.finally(() => (isOver = true));
    const describe = 'the approval waits or ends';
    await until(async () => isOver || (await isBlocked(knex)), { describe });
    // As a change of the team, which locks its members in their order.
    await blocker('memberships').where('user_id', shop.approver.id).forUpdate();
    await blocker.commit();
    expect(await decided).toBe('state_conflict');
    expect(await mayClaim(orderId)).toBe(false);
    const warned = ['proposer_left'] as const;
    expect(await shop.decide(approvalId, shop.approver, 'approve', warned)).toBe('approved');
  });

  it('is needed from the amount on, to the satang', async () => {
    const shop = await setUp();
    const below = await shop.withdraw(FROM - 1);
    expect(below.approvalId).toBeUndefined();
    expect(await mayClaim(below.orderId)).toBe(true);
    expect((await shop.withdraw(FROM)).approvalId).toMatch(/^apr_/);
  });

  it('is not sent by a worker that ignores the approval, nor by an older version', async () => {
    const shop = await setUp();
    const { orderId } = await shop.withdraw();
    const asked: string[] = [];
    const send = (request: { readonly orderId: string }) => {
      asked.push(request.orderId);
      return Promise.resolve({ kind: 'accepted', providerRef: null } as const);
    };
    const deps = { ...shop.deps, provider: { send } } as unknown as ActivityDeps;
    const progress = await findRequestProgress(knex, orderId);
    if (progress === null) throw new Error('there is no request');
    const faulty = { ...progress, awaitsApproval: false };
    await createSubmitOrInquire(deps)(orderId, faulty, 'pending');
    const older = knex('provider_requests')
      .where('order_id', orderId)
      .update({ claimed_at: knex.fn.now(), claims: 1 });
    await expect(older).rejects.toMatchObject({ constraint: 'provider_requests_approved' });
    expect(asked).toEqual([]);
  });

  it('waits a day between looks of its workflow and is not swept', async () => {
    const shop = await setUp();
    const { orderId } = await shop.withdraw();
    const deps = { ...shop.deps, provider: {} } as unknown as ActivityDeps;
    const { status, opensForMs } = await createAdvanceOrder(deps)(orderId);
    expect([status, opensForMs]).toEqual(['pending', 86_400_000]);
    await knex('provider_requests').update({ created_at: new Date(Date.now() - 3_600_000) });
    const swept = await sweep(knex, 500);
    expect(swept.map(({ subject }) => subject)).not.toContain(orderId);
  });

  it('is approved by another person only, and both names are in the audit log', async () => {
    const shop = await setUp();
    const { orderId, approvalId } = await shop.withdraw();
    expect(await shop.decide(approvalId, shop.proposer)).toBe('own_proposal');
    expect(await shop.decide(approvalId)).toBe('approved');
    const log = await knex('audit_log')
      .where({ scope: shop.merchant.id, subject: approvalId })
      .orderBy('number')
      .select('act', 'actor_id');
    expect(log).toEqual([
      { act: 'approval.requested', actor_id: shop.proposer.id },
      { act: 'approval.approved', actor_id: shop.approver.id },
    ]);
    expect(await mayClaim(orderId)).toBe(true);
  });

  it('is not approved by the maker of the key that proposed it', async () => {
    const shop = await setUp();
    const { payOut } = await shop.key({ kind: 'user', id: shop.approver.id });
    const approvalId = await payOut();
    expect(await shop.decide(approvalId)).toBe('own_proposal');
    expect(await shop.decide(approvalId, shop.proposer)).toBe('approved');
  });

  it.each([
    ['an unknown maker', undefined],
    ['a maker at the command line', { kind: 'command', id: 'root' }],
    ['an operator as its maker', { kind: 'operator', id: 'opr_test' }],
  ] as const)('is not requested by a key with %s', async (_name, maker) => {
    const shop = await setUp();
    const { payOut } = await shop.key(maker);
    expect(await payOut()).toBe('permission_denied');
    expect(await shop.balance()).toEqual([100_000, 0]);
    expect(await payOut(FROM - 1)).toBeUndefined();
    expect(await shop.balance()).toEqual([95_001, 4_999]);
  });

  it('is not requested by a key that a command rotated, but by one that a member did', async () => {
    const { deps, merchant, key, payingBy, proposer } = await setUp();
    const former = await key({ kind: 'user', id: proposer.id });
    const byCommand = await rotateKey(deps, commandAudit, null, former.keyId, 24);
    expect(await payingBy(byCommand.keyId)()).toBe('permission_denied');
    // The former key stays valid, and is its maker's.
    expect(await former.payOut()).toMatch(/^apr_/);
    const byMember = await rotateKey(deps, proposer.audit, merchant.id, byCommand.keyId, 24);
    expect(await payingBy(byMember.keyId)()).toMatch(/^apr_/);
  });

  it('is only rejected when the person who requested it is unknown', async () => {
    const shop = await setUp();
    const { approvalId, orderId } = await shop.withdraw();
    const unknown = { proposer_kind: 'key', proposer_id: 'key_other', person_id: null };
    await knex('approvals').where('id', approvalId).update(unknown);
    expect(await shop.decide(approvalId)).toBe('own_proposal');
    expect(await mayClaim(orderId)).toBe(false);
    expect(await shop.decide(approvalId, shop.approver, 'reject')).toBe('rejected');
    expect(await shop.balance()).toEqual([100_000, 0]);
  });

  it('ends with its revoked key where that was chosen', async () => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const maker = { kind: 'user', id: proposer.id } as const;
    const [leaked, kept, other] = [
      await shop.key(maker),
      await shop.key(maker),
      await shop.key(maker),
    ];
    const ended = [await leaked.payOut(), await leaked.payOut(FROM + 1)];
    const [left, waiting] = [await kept.payOut(), await other.payOut()];
    const revoke = (keyId: string, withdrawPayouts: boolean) =>
      performAct(deps, proposer.audit, 'key_revoked', {
        merchantId: merchant.id,
        keyId,
        withdrawPayouts,
      });
    expect(await revoke(leaked.keyId, true)).toMatchObject({ result: 2 });
    expect(await revoke(kept.keyId, false)).toMatchObject({ result: 0 });
    const statusOf = async (id: string) =>
      (await knex('approvals').where({ id }).pluck<string[]>('status'))[0];
    expect(await Promise.all([...ended, left, waiting].map(statusOf))).toEqual([
      'withdrawn',
      'withdrawn',
      'pending',
      'pending',
    ]);
    expect(await shop.balance()).toEqual([90_000, 10_000]);
    for (const id of ended) expect(await shop.decide(id)).toBe('approval_ended');
    const log = knex('audit_log').where({ act: 'approval.withdrawn' });
    expect(await log.whereIn('subject', ended).pluck('actor_id')).toEqual([
      proposer.id,
      proposer.id,
    ]);
    expect(await leaked.payOut()).toBe('unauthorized');
    expect(await shop.decide(left)).toBe('state_conflict');
    expect(await shop.balance()).toEqual([90_000, 10_000]);
    expect(await shop.decide(left, shop.approver, 'approve', ['key_revoked'])).toBe('approved');
  });

  it('asks again when its key is revoked while it is being approved', async () => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const { keyId, payOut } = await shop.key({ kind: 'user', id: proposer.id });
    const approvalId = await payOut();
    const blocker = await knex.transaction();
    // What a revocation does first.
    await revokeKey({ ...deps, db: blocker }, proposer.audit, merchant.id, keyId);
    const decided = shop.decide(approvalId);
    let isOver = false;
    void decided.finally(() => (isOver = true));
    const describe = 'the approval waits or ends';
    await until(async () => isOver || (await isBlocked(knex)), { describe });
    await blocker.commit();
    expect(await decided).toBe('state_conflict');
    expect((await knex('approvals').where('id', approvalId).first()).status).toBe('pending');
  });

  it('ends with its key also when it was requested during the revocation', async () => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const { keyId, payOut } = await shop.key({ kind: 'user', id: proposer.id });
    let revoked: Promise<Performed> | undefined;
    const approvalId = await knex.transaction(async (trx) => {
      // What a payout does first.
      await lockKeyMaker(trx, keyId);
      revoked = performAct(deps, proposer.audit, 'key_revoked', {
        merchantId: merchant.id,
        keyId,
        withdrawPayouts: true,
      });
      let isOver = false;
      void revoked.finally(() => (isOver = true));
      const describe = 'the revocation waits or ends';
      await until(async () => isOver || (await isBlocked(knex)), { describe });
      return payOut(FROM, { ...deps, db: trx });
    });
    expect(await revoked).toMatchObject({ result: 1 });
    expect(await shop.decide(approvalId)).toBe('approval_ended');
    expect(await shop.balance()).toEqual([100_000, 0]);
  });

  it('has one decision when two people decide at the same time', async () => {
    const shop = await setUp();
    const second = await testDecider(shop.deps, shop.merchant);
    const { orderId, approvalId } = await shop.withdraw();
    const decisions = await Promise.all([
      shop.decide(approvalId),
      shop.decide(approvalId, second, 'reject'),
      shop.decide(approvalId, second),
    ]);
    expect(decisions.filter((each) => each === 'approval_ended')).toHaveLength(2);
    const isApproved = decisions.includes('approved');
    expect((await shop.order(orderId)).status).toBe(isApproved ? 'pending' : 'failed');
    expect(await shop.balance()).toEqual(isApproved ? [95_000, 5_000] : [100_000, 0]);
  });

  it.each<readonly [string, 'rejected' | 'withdrawn' | 'expired']>([
    ['is rejected', 'rejected'],
    ['is withdrawn by its proposer', 'withdrawn'],
    ['is not decided in time', 'expired'],
  ])('fails and releases its hold when it %s', async (_name, how) => {
    const shop = await setUp();
    const { orderId, approvalId } = await shop.withdraw();
    if (how === 'expired') {
      await shop.expire(approvalId);
      expect(await createHousekeeping(shop.deps).expireApprovals()).toBe(1);
    } else {
      const by = how === 'rejected' ? shop.approver : shop.proposer;
      const decision = how === 'rejected' ? 'reject' : 'withdraw';
      expect(await shop.decide(approvalId, by, decision)).toBe(how);
    }
    expect(await shop.order(orderId)).toMatchObject({
      status: 'failed',
      failure_code: `approval_${how}`,
    });
    expect(await shop.balance()).toEqual([100_000, 0]);
    expect(await shop.decide(approvalId)).toBe('approval_ended');
    expect(await mayClaim(orderId)).toBe(false);
    const woken = shop.deps.offered.filter(({ topic }) => topic === 'callback');
    expect(woken.map(({ subject }) => subject)).toEqual([orderId]);
    expect(await createHousekeeping(shop.deps).expireApprovals()).toBe(0);
  });
});

describe('a payout of an API key that needs two approvals', () => {
  async function twoNeeded() {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const rules = { ...noApprovalRules, fromSatang: FROM, keysFromSatang: 2 * FROM };
    await setApprovalRules(knex, deps.vault, merchant.id, rules);
    const key = await shop.key({ kind: 'user', id: proposer.id });
    const ask = async (amountSatang: number) => {
      const approvalId = await key.payOut(amountSatang);
      const { subject: orderId } = await knex('approvals').where('id', approvalId).first();
      return { approvalId, orderId: orderId as string };
    };
    return { ...shop, ask, second: await testDecider(deps, merchant) };
  }

  it('is not sent by one approver, who may hold the key of another person', async () => {
    const { ask, decide, approver, second, ...shop } = await twoNeeded();
    const { approvalId, orderId } = await ask(2 * FROM);
    expect(await decide(approvalId)).toBe('pending');
    expect(await mayClaim(orderId)).toBe(false);
    expect(await decide(approvalId)).toBe('own_proposal');
    expect(await mayClaim(orderId)).toBe(false);
    expect(await decide(approvalId, second)).toBe('approved');
    expect(await mayClaim(orderId)).toBe(true);
    const log = knex('audit_log').where({ scope: shop.merchant.id, subject: approvalId });
    expect(await log.orderBy('number').select('act', 'actor_id')).toEqual([
      { act: 'approval.requested', actor_id: expect.stringMatching(/^key_/) as string },
      { act: 'approval.first_given', actor_id: approver.id },
      { act: 'approval.approved', actor_id: second.id },
    ]);
  });

  it.each([
    ['first', ['proposer', 'approver']],
    ['second', ['approver', 'proposer']],
  ] as const)('is sent when the maker of the key approves %s', async (_name, order) => {
    const { ask, decide, ...shop } = await twoNeeded();
    const { approvalId, orderId } = await ask(2 * FROM);
    expect(await decide(approvalId, shop[order[0]])).toBe('pending');
    expect(await decide(approvalId, shop[order[1]])).toBe('approved');
    expect(await mayClaim(orderId)).toBe(true);
  });

  it('is sent by one other person below the amount, to the satang', async () => {
    const { ask, decide, proposer } = await twoNeeded();
    const { approvalId } = await ask(2 * FROM - 1);
    expect(await decide(approvalId, proposer)).toBe('own_proposal');
    expect(await decide(approvalId)).toBe('approved');
  });

  it('is sent by one other person when a person has requested it', async () => {
    const { withdraw, decide } = await twoNeeded();
    expect(await decide((await withdraw(2 * FROM)).approvalId)).toBe('approved');
  });

  it('counts no first approval of a person who has left since', async () => {
    const { ask, decide, second, approver } = await twoNeeded();
    const { approvalId, orderId } = await ask(2 * FROM);
    await decide(approvalId);
    await knex('memberships').where('user_id', approver.id).delete();
    expect(await decide(approvalId, second)).toBe('pending');
    expect(await mayClaim(orderId)).toBe(false);
  });

  it('is not approved for one person by a faulty process', async () => {
    const { ask, approver } = await twoNeeded();
    const { approvalId } = await ask(2 * FROM);
    for (const firstBy of [null, approver.id]) {
      const approved = { status: 'approved', decided_by: approver.id, decided_at: new Date() };
      const update = knex('approvals')
        .where('id', approvalId)
        .update({ ...approved, first_by: firstBy });
      await expect(update).rejects.toMatchObject({ constraint: 'approvals_by_another' });
    }
  });

  it('needs fewer approvals only when two people change the rules', async () => {
    const { deps, merchant, proposer } = await twoNeeded();
    const change = (keysFromSatang: number | null) =>
      changeApprovalRules(deps, proposer.audit, merchant.id, {
        ...noApprovalRules,
        fromSatang: FROM,
        keysFromSatang,
      });
    expect(await change(FROM)).toBe('done');
    expect(await change(null)).toBe('proposed');
  });
});

describe('payouts of API keys that wait for an approval', () => {
  it('hold no more than the rules allow, also when requested at the same time', async () => {
    const shop = await setUp();
    const rules = { ...noApprovalRules, fromSatang: FROM, keysWaitingSatang: 3 * FROM };
    await setApprovalRules(knex, shop.deps.vault, shop.merchant.id, rules);
    const maker = { kind: 'user', id: shop.proposer.id } as const;
    const [one, two] = [await shop.key(maker), await shop.key(maker)];
    const answers = await Promise.all(
      [one, two, one, two, one, two].map(({ payOut }) => payOut(FROM)),
    );
    const refused = answers.filter((answer) => answer === 'payout_limit_exceeded');
    expect(refused).toHaveLength(3);
    expect(await shop.balance()).toEqual([85_000, 15_000]);
    // A person, who is known, and a payout that needs no approval are not bound by it.
    expect((await shop.withdraw(FROM)).approvalId).toMatch(/^apr_/);
    expect(await one.payOut(FROM - 1)).toBeUndefined();
    const [waiting = ''] = answers.filter((answer) => answer.startsWith('apr_'));
    expect(await shop.decide(waiting)).toBe('approved');
    expect(await one.payOut(FROM)).toMatch(/^apr_/);
  });
});

describe('the events of an approval', () => {
  const names = ['approval.requested', 'approval.ended'] as const;
  const written = async (merchantId: string) => {
    const rows = await knex('events')
      .leftJoin('deliveries', 'deliveries.event_id', 'events.id')
      .leftJoin('outbox_messages', 'outbox_messages.subject', 'deliveries.id')
      .where('events.merchant_id', merchantId)
      .where('events.name', 'like', 'approval.%')
      .orderBy('sequence')
      .select('body', 'webhook_id', 'topic');
    return rows.map(({ body, ...rest }) => ({ ...JSON.parse(body as string), ...rest }) as object);
  };

  it.each<readonly [string, (shop: Awaited<ReturnType<typeof setUp>>, id: string) => unknown]>([
    ['approved', (shop, id) => shop.decide(id)],
    ['rejected', (shop, id) => shop.decide(id, shop.approver, 'reject')],
    ['withdrawn', (shop, id) => shop.decide(id, shop.proposer, 'withdraw')],
    [
      'expired',
      (shop, id) => shop.expire(id).then(() => createHousekeeping(shop.deps).expireApprovals()),
    ],
    [
      'failed',
      async (shop, id) => {
        const { subject: orderId } = await knex('approvals').where({ id }).first();
        await testCallback(shop.deps, orderId, { reported: 'failed' });
        await applyPending(knex, orderId);
        await shop.decide(id);
      },
    ],
  ])('are one of its request and one of its end when it is %s', async (status, end) => {
    const shop = await setUp();
    const { webhookId } = await testWebhook(shop.deps, shop.merchant, 'https://a.test', names);
    await testWebhook(shop.deps, shop.merchant, 'https://b.test', ['withdrawal.failed']);
    const { orderId, approvalId } = await shop.withdraw();
    await end(shop, approvalId);
    const requested = {
      approval_id: approvalId,
      act: 'withdrawal',
      object_id: orderId,
      amount: 50,
      status: 'pending',
      proposed_by: shop.proposer.id,
      created_at: expect.any(String) as string,
      expires_at: expect.any(String) as string,
      decided_at: null,
    };
    const head = { id: expect.stringMatching(/^evt_/) as string, webhook_id: webhookId };
    const sent = { ...head, topic: 'deliver', timestamp: expect.any(String) as string };
    expect(await written(shop.merchant.id)).toEqual([
      { ...sent, event: 'approval.requested', sequence: 1, data: requested },
      {
        ...sent,
        event: 'approval.ended',
        sequence: 2,
        data: { ...requested, status, decided_at: expect.any(String) as string },
      },
    ]);
  });

  it('are not written for a member, whom an email address identifies', async () => {
    const { deps, merchant, proposer } = await setUp();
    const team = { realm: 'merchant', merchantId: merchant.id } as const;
    const invited = { email: 'new@example.com', role: 'approver', language: 'en' } as const;
    expect(await outcomeOf(inviteToTeam(deps, proposer.audit, team, invited))).toBe('proposed');
    expect(await written(merchant.id)).toEqual([]);
  });
});

describe('an approval is refused, and nothing is sent', () => {
  const refusals: readonly (readonly [
    string,
    string,
    (shop: Awaited<ReturnType<typeof setUp>>, approvalId: string, orderId: string) => unknown,
  ])[] = [
    ['after it has expired', 'approval_ended', (shop, approvalId) => shop.expire(approvalId)],
    [
      'by a person who was removed',
      'not_permitted',
      ({ approver }) => knex('memberships').where('user_id', approver.id).delete(),
    ],
    [
      'by a person whose role has changed',
      'not_permitted',
      ({ approver }) =>
        knex('memberships').where('user_id', approver.id).update({ role: 'developer' }),
    ],
    [
      'while payouts are on hold',
      'payout_limit_exceeded',
      ({ merchant }) => holdPayouts(knex, merchant.id),
    ],
    [
      'after the order has ended',
      'failed',
      async ({ deps }, _approvalId, orderId) => {
        await testCallback(deps, orderId, { reported: 'failed' });
        await applyPending(knex, orderId);
      },
    ],
    [
      'of another merchant',
      'approval_not_found',
      async ({ approver, merchant }) => {
        const { merchant: other } = await testMerchant(knex);
        await knex('approvals').where('merchant_id', merchant.id).update('merchant_id', other.id);
        await knex('memberships').insert({
          merchant_id: other.id,
          user_id: approver.id,
          role: 'owner',
        });
      },
    ],
  ];
  it.each(refusals)('%s: %s', async (_name, expected, change) => {
    const shop = await setUp();
    const { orderId, approvalId } = await shop.withdraw();
    await change(shop, approvalId, orderId);
    expect(await shop.decide(approvalId)).toBe(expected);
    expect(await mayClaim(orderId)).toBe(false);
  });

  it('by its proposer who was removed, who does not withdraw it either', async () => {
    const shop = await setUp();
    const { approvalId } = await shop.withdraw();
    await knex('memberships').where('user_id', shop.proposer.id).delete();
    for (const decision of ['approve', 'withdraw'] as const) {
      expect(await shop.decide(approvalId, shop.proposer, decision)).toBe('not_permitted');
    }
  });
});

it('an approval ends as failed when its order has ended without it', async () => {
  const shop = await setUp();
  const { orderId, approvalId } = await shop.withdraw();
  await testCallback(shop.deps, orderId, {
    reported: 'succeeded',
    amountSatang: FROM,
    transactionId: 'T1',
  });
  await applyPending(knex, orderId);
  await createHousekeeping(shop.deps).expireApprovals();
  expect(await shop.approvalOf(orderId)).toMatchObject({ id: approvalId, status: 'failed' });
  expect(await shop.balance()).toEqual([95_000, 0]);
});

it('the database refuses an approval by its proposer', async () => {
  const shop = await setUp();
  const { approvalId } = await shop.withdraw();
  const forced = knex('approvals').where('id', approvalId).update({
    status: 'approved',
    decided_at: knex.fn.now(),
    decided_by: shop.proposer.id,
  });
  await expect(forced).rejects.toMatchObject({ constraint: 'approvals_by_another' });
});

it('a rejected refund releases its hold and its part of the payment', async () => {
  const shop = await setUp();
  const paymentId = await testPaidPayment(shop.deps, shop.merchant);
  const refundId = await testRefund(shop.deps, shop.merchant, { paymentId, amountSatang: 6_000 });
  const { id: approvalId } = await shop.approvalOf(refundId);
  expect(await mayClaim(refundId)).toBe(false);
  expect(await shop.balance()).toEqual([104_000, 6_000]);
  expect(await shop.decide(approvalId, shop.approver, 'reject')).toBe('rejected');
  expect(await shop.balance()).toEqual([110_000, 0]);
  expect(await shop.order(paymentId)).toMatchObject({ refunding_satang: 0 });
  const again = await testRefund(shop.deps, shop.merchant, { paymentId });
  const { id } = await shop.approvalOf(again);
  // The refund is in the name of a person who is no member.
  expect(await shop.decide(id)).toBe('state_conflict');
  expect(await shop.decide(id, shop.approver, 'approve', ['proposer_left'])).toBe('approved');
  expect(await mayClaim(again)).toBe(true);
});

describe('the rules', () => {
  const rulesOf = ({ merchant }: { readonly merchant: { readonly id: string } }) =>
    knex('approval_rules').where('merchant_id', merchant.id).first();
  const change = (
    { deps, proposer, merchant }: Awaited<ReturnType<typeof setUp>>,
    fromSatang: number | null,
  ) =>
    changeApprovalRules(deps, proposer.audit, merchant.id, {
      ...noApprovalRules,
      fromSatang,
    }).catch(({ code }: Problem) => code);

  it.each<readonly [string, number | null, 'done' | 'proposed']>([
    ['a lower amount', FROM - 1, 'done'],
    ['the same amount', FROM, 'done'],
    ['a higher amount', FROM + 1, 'proposed'],
    ['none', null, 'proposed'],
  ])('changed to %s need an approval if they protect less', async (_name, fromSatang, expected) => {
    const shop = await setUp();
    expect(await change(shop, fromSatang)).toBe(expected);
    expect(await rulesOf(shop)).toMatchObject({
      from_satang: expected === 'done' ? fromSatang : FROM,
    });
  });

  it('are lowered when another person approves, one change at a time', async () => {
    const shop = await setUp();
    expect(await change(shop, null)).toBe('proposed');
    expect(await change(shop, null)).toBe('state_conflict');
    const { id } = await shop.approvalOf(shop.merchant.id);
    expect(await shop.decide(id, shop.proposer)).toBe('own_proposal');
    expect(await shop.decide(id)).toBe('approved');
    expect(await rulesOf(shop)).toMatchObject({ from_satang: null });
    expect((await shop.withdraw()).approvalId).toBeUndefined();
  });

  it('cannot be set by a team of one', async () => {
    const shop = await setUp();
    await knex('approval_rules').where('merchant_id', shop.merchant.id).delete();
    await knex('memberships').where('user_id', shop.approver.id).update({ role: 'developer' });
    expect(await change(shop, FROM)).toBe('too_few_approvers');
    expect(await rulesOf(shop)).toBeUndefined();
  });
});

describe('payouts that are split', () => {
  const setDay = (shop: Awaited<ReturnType<typeof setUp>>, daySatang: number) =>
    setApprovalRules(knex, shop.deps.vault, shop.merchant.id, {
      ...noApprovalRules,
      fromSatang: FROM,
      daySatang,
    });

  it('need an approval beyond the sum of 24 hours, to the satang', async () => {
    const shop = await setUp();
    await setDay(shop, 10_000);
    const isFree = async (amountSatang: number) =>
      (await shop.withdraw(amountSatang)).approvalId === undefined;
    expect([await isFree(4_000), await isFree(4_000)]).toEqual([true, true]);
    expect([await isFree(2_001), await isFree(2_000), await isFree(1)]).toEqual([
      false,
      true,
      false,
    ]);
    const yesterday = { created_at: new Date(Date.now() - 25 * 3_600_000) };
    await knex('orders').where('merchant_id', shop.merchant.id).update(yesterday);
    expect(await isFree(4_999)).toBe(true);
  });

  it('count refunds, and not those that wait or were approved', async () => {
    const shop = await setUp();
    await setDay(shop, 6_000);
    const { approvalId } = await shop.withdraw(FROM);
    expect(await shop.decide(approvalId)).toBe('approved');
    const paymentId = await testPaidPayment(shop.deps, shop.merchant);
    const refund = () =>
      testRefund(shop.deps, shop.merchant, { paymentId, amountSatang: 4_000 }).then((id) =>
        shop.approvalOf(id),
      );
    expect(await refund()).toBeUndefined();
    expect(await refund()).toBeDefined();
  });

  it('are counted when they are created at the same time', async () => {
    const shop = await setUp();
    await setDay(shop, 12_000);
    const made = await Promise.all(Array.from({ length: 8 }, () => shop.withdraw(4_000)));
    expect(made.filter(({ approvalId }) => approvalId === undefined)).toHaveLength(3);
  });

  it.each<readonly [string, number | null, 'done' | 'proposed']>([
    ['lower', 9_999, 'done'],
    ['higher', 10_001, 'proposed'],
    ['removed', null, 'proposed'],
  ])('are allowed beyond the sum by two people: %s', async (_name, daySatang, expected) => {
    const shop = await setUp();
    await setDay(shop, 10_000);
    const { deps, proposer, merchant } = shop;
    const rules = { ...noApprovalRules, fromSatang: FROM, daySatang };
    expect(await changeApprovalRules(deps, proposer.audit, merchant.id, rules)).toBe(expected);
  });
});

describe('a payout to a new account', () => {
  const pay = async (shop: Awaited<ReturnType<typeof setUp>>, orderId: string) => {
    const { amount_satang: amountSatang } = await shop.order(orderId);
    const transactionId = newId('T');
    await testCallback(shop.deps, orderId, { reported: 'succeeded', amountSatang, transactionId });
    await applyPending(knex, orderId);
  };

  const setRules = (shop: Awaited<ReturnType<typeof setUp>>, rules: Partial<ApprovalRules> = {}) =>
    setApprovalRules(knex, shop.deps.vault, shop.merchant.id, {
      ...noApprovalRules,
      newPayees: true,
      ...rules,
    });
  const approve = async (shop: Awaited<ReturnType<typeof setUp>>, amountSatang: number) => {
    const { orderId, approvalId } = await shop.withdraw(amountSatang);
    expect(await shop.decide(approvalId)).toBe('approved');
    return orderId;
  };

  it('needs an approval until an approved payout to that account has succeeded', async () => {
    const shop = await setUp();
    await setRules(shop);
    const orderId = await approve(shop, 1_000);
    expect((await shop.withdraw(1_000)).approvalId).toMatch(/^apr_/);
    await pay(shop, orderId);
    expect((await shop.withdraw(1_000)).approvalId).toBeUndefined();
    const other = await testWithdrawal(shop.deps, shop.merchant, { accountNumber: '1234567891' });
    expect(await shop.approvalOf(other)).toBeDefined();
    const elsewhere = await setUp();
    await setRules(elsewhere);
    expect((await elsewhere.withdraw(1_000)).approvalId).toBeDefined();
  });

  it('needs an approval above the largest amount that was approved, to the satang', async () => {
    const shop = await setUp();
    await setRules(shop);
    for (const amountSatang of [1_000, 3_000]) await pay(shop, await approve(shop, amountSatang));
    expect((await shop.withdraw(3_000)).approvalId).toBeUndefined();
    expect((await shop.withdraw(3_001)).approvalId).toBeDefined();
  });

  it('is one to an account that was paid before the rules', async () => {
    const shop = await setUp();
    await pay(shop, (await shop.withdraw(1_000)).orderId);
    await setRules(shop);
    expect((await shop.withdraw(1)).approvalId).toBeDefined();
  });

  it.each<readonly [string, Partial<ApprovalRules>]>([
    ['no approval', {}],
    ['the approval of its amount', { fromSatang: 100 }],
  ])('is one to a payer who got a refund with %s', async (_name, rules) => {
    const shop = await setUp();
    const { deps, merchant } = shop;
    await setRules(shop, rules);
    const mule = { bankName: 'KBANK', accountNumber: '1234567890', accountName: 'Mule' };
    const paymentId = await testPaidPayment(deps, merchant, {}, { payer: mule });
    const refundId = await testRefund(deps, merchant, { paymentId, amountSatang: 100 });
    const approval = await shop.approvalOf(refundId);
    const warned = ['proposer_left'] as const;
    if (approval !== undefined) await shop.decide(approval.id, shop.approver, 'approve', warned);
    await pay(shop, refundId);
    expect((await shop.order(refundId)).status).toBe('succeeded');
    expect((await shop.withdraw(99)).approvalId).toBeDefined();
  });

  it('is not one to an account of the list, which another person has approved', async () => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const payees = [{ bankName: 'kbank', accountNumber: '1234567890' }];
    const rules = { ...noApprovalRules, newPayees: true, payees };
    await setRules(shop);
    expect(await changeApprovalRules(deps, proposer.audit, merchant.id, rules)).toBe('proposed');
    expect((await shop.withdraw(4_000)).approvalId).toBeDefined();
    const { id, detail } = await shop.approvalOf(merchant.id);
    expect(detail.payees).toBe('kbank xxx-x-x6789-x');
    expect(await shop.decide(id, proposer)).toBe('own_proposal');
    expect(await shop.decide(id)).toBe('approved');
    expect((await shop.withdraw(4_000)).approvalId).toBeUndefined();
    expect(JSON.stringify(await knex('approval_rules'))).not.toContain('1234567890');
    const without = { ...rules, payees: [] };
    expect(await changeApprovalRules(deps, proposer.audit, merchant.id, without)).toBe('done');
    expect((await shop.withdraw(4_000)).approvalId).toBeDefined();
  });

  it('is not allowed by one person with the first rules', async () => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    await knex('approval_rules').where('merchant_id', merchant.id).delete();
    const payees = [{ bankName: 'KBANK', accountNumber: '1234567890' }];
    const rules = { ...noApprovalRules, newPayees: true, payees };
    expect(await changeApprovalRules(deps, proposer.audit, merchant.id, rules)).toBe('proposed');
    await knex('memberships').where('user_id', shop.approver.id).update({ role: 'developer' });
    const alone = changeApprovalRules(deps, proposer.audit, merchant.id, rules);
    await expect(alone).rejects.toMatchObject({ code: 'too_few_approvers' });
  });

  it('is not a refund to the account that paid, but one to any other', async () => {
    const shop = await setUp();
    const { deps, merchant } = shop;
    await setApprovalRules(knex, deps.vault, merchant.id, { ...noApprovalRules, newPayees: true });
    const account = { bankCode: '014', bankName: 'SCB', accountName: 'สมหญิง' };
    const named = { ...account, accountNumber: '9998887776' };
    const client = { name: 'A', bankName: 'SCB', bankAccount: '9998887776' };
    const refund = async (
      destination: typeof named | null,
      payment: Parameters<typeof testPaidPayment>,
    ) => {
      const paymentId = await testPaidPayment(...payment);
      const refundId = await testRefund(deps, merchant, { paymentId, destination });
      const row: unknown = await shop.approvalOf(refundId);
      return row;
    };
    expect(await refund(null, [deps, merchant])).toBeUndefined();
    const own = { ...account, accountNumber: '1112223334' };
    expect(await refund(own, [deps, merchant])).toBeUndefined();
    expect(await refund(named, [deps, merchant])).toBeDefined();
    // The bank names no payer: the merchant's own word is no evidence.
    expect(await refund(null, [deps, merchant, { client }, {}])).toBeDefined();
  });
});

describe('an API key that may withdraw', () => {
  async function withKey(permissions: readonly ('read' | 'withdraw')[]) {
    const shop = await setUp();
    await setApprovalRules(knex, shop.deps.vault, shop.merchant.id, {
      ...noApprovalRules,
      withdrawKeys: true,
    });
    const key = { mode: 'sandbox', name: 'till', permissions } as const;
    const made = await createKey(shop.deps, shop.proposer.audit, shop.merchant.id, key);
    const works = () =>
      authenticateMerchant(shop.deps, `Bearer ${made.apiKey}`).then(
        () => true,
        ({ code }: Problem) => code,
      );
    return { ...shop, works, approval: await shop.approvalOf(made.keyId) };
  }

  it('authenticates nothing before another person approves it', async () => {
    const shop = await withKey(['withdraw']);
    expect(await shop.works()).toBe('unauthorized');
    expect(await shop.decide(shop.approval.id, shop.proposer)).toBe('own_proposal');
    expect(await shop.decide(shop.approval.id)).toBe('approved');
    expect(await shop.works()).toBe(true);
  });

  it('is revoked when it is rejected', async () => {
    const shop = await withKey(['withdraw']);
    expect(await shop.decide(shop.approval.id, shop.approver, 'reject')).toBe('rejected');
    expect(await shop.works()).toBe('unauthorized');
    const key = await knex('api_keys').where('id', shop.approval.subject).first();
    expect(key.revoked_at).not.toBeNull();
  });

  it.each([
    ['has left the team', (id: string) => knex('memberships').where('user_id', id).delete()],
    [
      'has lost the role for it',
      (id: string) => knex('memberships').where('user_id', id).update({ role: 'developer' }),
    ],
  ])('is not approved, and is revoked, when its maker %s', async (_name, change) => {
    const shop = await withKey(['withdraw']);
    await change(shop.proposer.id);
    expect(await shop.decide(shop.approval.id)).toBe('failed');
    expect(await shop.works()).toBe('unauthorized');
    const { problem } = await shop.approvalOf(shop.approval.subject);
    const key = await knex('api_keys').where('id', shop.approval.subject).first();
    expect([problem, key.revoked_at]).toEqual(['not_permitted', expect.any(Date)]);
  });

  it('is not approved after it was revoked', async () => {
    const shop = await withKey(['withdraw']);
    await knex('api_keys').where('id', shop.approval.subject).update({ revoked_at: new Date() });
    expect(await shop.decide(shop.approval.id)).toBe('failed');
    expect(await shop.works()).toBe('unauthorized');
  });

  it.each([false, true])(
    'is never limited less than approved: approved is %s',
    async (isApproved) => {
      const shop = await setUp();
      const { deps, merchant, proposer } = shop;
      await setApprovalRules(knex, deps.vault, merchant.id, {
        ...noApprovalRules,
        withdrawKeys: true,
      });
      const payee = { bankName: 'KBANK', accountNumber: '1234567890' };
      const other = { ...payee, accountNumber: '1234567891' };
      const limits = { addresses: ['192.0.2.0/24'], payees: [payee], mustSign: true };
      const key = { name: 'till', permissions: ['withdraw'], ...limits } as const;
      const { keyId } = await createKey(deps, proposer.audit, merchant.id, key);
      if (isApproved) await shop.decide((await shop.approvalOf(keyId)).id);
      const change = (changes: KeyChanges) =>
        changeKey(deps, proposer.audit, merchant.id, keyId, changes).then(
          () => 'changed',
          ({ code }: Problem) => code,
        );
      const before = await knex('api_keys').where('id', keyId).first();
      const loosened = [
        await change({ addresses: null }),
        await change({ addresses: ['192.0.2.0/24', '198.51.100.7/32'] }),
        await change({ editPayees: () => null }),
        await change({ editPayees: (payees) => [...payees, other] }),
        await change({ mustSign: false }),
      ];
      expect(new Set(loosened)).toEqual(new Set(['state_conflict']));
      expect(await knex('api_keys').where('id', keyId).first()).toEqual(before);
      expect(await change({ editPayees: () => [], mustSign: true })).toBe('changed');
    },
  );

  it('works at once when it cannot withdraw', async () => {
    const shop = await withKey(['read']);
    expect([await shop.works(), shop.approval]).toEqual([true, undefined]);
  });

  it('needs an approval until the rule is lowered by two people', async () => {
    const shop = await withKey(['read']);
    const change = { ...noApprovalRules, fromSatang: FROM };
    const { deps, proposer, merchant } = shop;
    expect(await changeApprovalRules(deps, proposer.audit, merchant.id, change)).toBe('proposed');
  });
});

describe('a member who may approve or propose', () => {
  const email = () => `${newId('')}@example.com`;

  it.each([
    ['approver', 'proposed'],
    ['owner', 'proposed'],
    ['developer', 'proposed'],
    ['bookkeeper', 'done'],
  ] as const)('is not invited or promoted by one person: %s is %s', async (role, outcome) => {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    const team = { realm: 'merchant', merchantId: merchant.id } as const;
    const invited = { email: email(), role, language: 'en' } as const;
    const member = await testDecider(deps, merchant, 'viewer');
    expect(await outcomeOf(inviteToTeam(deps, proposer.audit, team, invited))).toBe(outcome);
    const changed = changeRoleInTeam(deps, proposer.audit, team, member.id, role);
    expect(await outcomeOf(changed)).toBe(outcome);
    const roleNow = async () =>
      (await knex('memberships').where('user_id', member.id).pluck('role'))[0] as string;
    const open = () => knex('invitations').where('merchant_id', merchant.id).pluck('role');
    expect([await roleNow(), await open()]).toEqual(
      outcome === 'done' ? [role, [role]] : ['viewer', []],
    );
    if (outcome === 'done') return;
    for (const subject of [invited.email, member.id]) {
      const { id } = await shop.approvalOf(subject);
      expect(await shop.decide(id, proposer)).toBe('own_proposal');
      expect(await shop.decide(id)).toBe('approved');
    }
    expect([await roleNow(), await open()]).toEqual([role, [role]]);
  });
});

describe('an open invitation of a merchant', () => {
  /** A merchant without rules with two owners, and what the first one does. */
  async function withoutRules() {
    const shop = await setUp();
    const { deps, merchant, proposer } = shop;
    await knex('approval_rules').where('merchant_id', merchant.id).delete();
    const team = { realm: 'merchant', merchantId: merchant.id } as const;
    const invite = (role: Role, within: Deps = deps) => {
      const invited = { email: `${newId('')}@example.com`, role, language: 'en' } as const;
      return outcomeOf(inviteToTeam(within, proposer.audit, team, invited));
    };
    const setRules = () =>
      changeApprovalRules(deps, shop.approver.audit, merchant.id, {
        ...noApprovalRules,
        fromSatang: FROM,
      });
    const open = () => knex('invitations').where('merchant_id', merchant.id).whereNull('ended_at');
    const revoked = () =>
      knex('audit_log')
        .where({ scope: merchant.id, act: 'invitation.revoked' })
        .pluck('actor_id')
        .then((ids) => [...new Set<string>(ids)]);
    return { ...shop, team, invite, setRules, open, revoked };
  }

  it('of a role that may approve or propose ends with the first rules', async () => {
    const { approver, invite, setRules, open, revoked } = await withoutRules();
    const roles = ['viewer', 'bookkeeper', 'approver', 'developer', 'owner'] as const;
    for (const role of roles) expect(await invite(role)).toBe('done');
    expect(await setRules()).toBe('done');
    expect(await open().orderBy('role').pluck('role')).toEqual(['bookkeeper', 'viewer']);
    expect(await revoked()).toEqual([approver.id]);
  });

  it('stays when it was approved and the rules are tightened', async () => {
    const { decide, invite, setRules, open } = await withoutRules();
    await setRules();
    expect(await invite('approver')).toBe('proposed');
    const { id } = await knex('approvals').orderBy('created_at', 'desc').first('id');
    expect(await decide(id)).toBe('approved');
    await setRules();
    expect(await open().pluck('role')).toEqual(['approver']);
  });

  it('is not made by one person while another sets the first rules', async () => {
    const { deps, approver, merchant, invite, open } = await withoutRules();
    const rules = { ...noApprovalRules, fromSatang: FROM };
    const [inviting] = await knex.transaction(async (db) => {
      await changeApprovalRules({ ...deps, db }, approver.audit, merchant.id, rules);
      let isOver = false;
      const outcome = invite('approver').finally(() => {
        isOver = true;
      });
      const describe = 'the invitation neither waits for the rules nor is made';
      await until(async () => isOver || (await isBlocked(knex)), { describe });
      return [outcome];
    });
    expect(await inviting).toBe('proposed');
    expect(await open()).toEqual([]);
  });

  it('ends when the member who made it is removed', async () => {
    const { deps, approver, proposer, team, invite, open, revoked } = await withoutRules();
    await knex('memberships').where('user_id', approver.id).update({ role: 'owner' });
    await invite('viewer');
    const invited = { email: `${newId('')}@example.com`, role: 'viewer', language: 'en' } as const;
    await inviteToTeam(deps, approver.audit, team, invited);
    await changeTeamMember(deps, approver.audit, team, proposer.id, null);
    expect(await open().pluck('invited_by')).toEqual([approver.id]);
    expect(await revoked()).toEqual([approver.id]);
  });

  it('of the operators ends when the operator who made it is removed', async () => {
    const { deps } = await withoutRules();
    const [admin, other] = [newId('opr_'), newId('opr_')];
    for (const id of [admin, other]) {
      const email = `${id}@example.com`;
      const operator = { id, email, name: id, role: 'admin', language: 'en' } as const;
      await insertOperator(knex, deps.vault, { ...operator, passwordHash: 'none' });
      const audit = { actor: { kind: 'operator', id, address: null }, scope: 'operators' } as const;
      const invited = { email: `new-${email}`, role: 'viewer', language: 'en' } as const;
      await inviteMember(deps, audit, operatorTeam, invited);
    }
    const audit = { actor: { kind: 'operator', id: other, address: null }, scope: 'operators' };
    await changeTeamMember(deps, audit as AuditContext, operatorTeam, admin, null);
    const open = await knex('operator_links').whereNull('ended_at').pluck('issued_by');
    expect(open).toEqual([other]);
  });
});

it('a merchant without rules needs no approvals', async () => {
  const deps = testDeps(knex, config);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const orderId = await testWithdrawal(deps, merchant);
  expect(await mayClaim(orderId)).toBe(true);
});
