import { fc } from '../support/property';
import { createAdvanceOrder } from '../../activities/advance-order';
import type { ActivityDeps } from '../../activities/deps';
import { createSubmitOrInquire } from '../../activities/submit-or-inquire';
import { setAccountStatus } from '../../src/providers/accounts/change-accounts';
import { correctDecision, decideException } from '../../src/exceptions/decide-exception';
import { reconcileStatement } from '../../src/reports/reconcile-statement';
import { openUnknownOutcome } from '../../src/exceptions/store/exceptions';
import { newId } from '../../src/platform/new-id';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { listManualRefunds } from '../../src/orders/refund/store/manual-refunds';
import { claimRequest, findRequestProgress } from '../../src/orders/store/provider-requests';
import type { RoutingRule } from '../../src/providers/rules/routing';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import type { Found, Provider, Sent } from '../../src/providers/connectors/connector';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { testDatabase } from '../support/database';
import {
  commandAudit,
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testWithdrawal,
} from '../support/gateway';
import { testPaidPayment, testRefund, testTokenPayment } from '../support/refunds';
import { addOpenAccount } from '../support/open-account';

const config = testConfig();
const noSlips = { read: () => Promise.reject(new Error('no slips here')), close: async () => {} };

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let base: ReturnType<typeof testDeps>;
/** The accounts of the platform, in the order of their priority. */
let first: string;
let second: string;
let third: string;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  base = testDeps(knex, config);
  const settings = { url: 'https://bank.example.th', keys: ['k'], billerId: '099400016550100' };
  const bank = { merchantId: null, connector: 'generic', label: 'Bank', settings };
  await setAccountStatus(base, commandAudit, 'default', 'off');
  first = await addOpenAccount(base, commandAudit, { ...bank, priority: 1 });
  second = await addOpenAccount(base, commandAudit, { ...bank, priority: 2 });
  third = await addOpenAccount(base, commandAudit, { ...bank, priority: 3 });
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const unreachable: Sent = { kind: 'unreachable', reason: 'ECONNREFUSED' };
const unknown: Sent = { kind: 'unknown', reason: 'ECONNRESET' };
const accepted: Sent = { kind: 'accepted', providerRef: null };
const maintenance: Sent = { kind: 'refused', code: 'maintenance', message: 'Closed at night.' };
const declined: Sent = { kind: 'refused', code: 'account_closed', message: 'No such account.' };

/** An order whose accounts answer from `answers`, and which then accept everything. */
async function setUp(
  kind: 'payout' | 'charge' | 'refund',
  answers: readonly Sent[],
  {
    funded = [second, third],
    isTokenRefund = false,
    find,
  }: { funded?: readonly string[]; isTokenRefund?: boolean; find?: () => Found } = {},
) {
  const rest = [...answers];
  const calls: string[] = [];
  const provider: Provider = {
    async send(_request, accountId) {
      calls.push(accountId);
      return rest.shift() ?? accepted;
    },
    async find(_inquiry, accountId) {
      calls.push(`ask ${accountId}`);
      return find?.() ?? { kind: 'waiting' };
    },
    async close() {},
  };
  const rules: readonly RoutingRule[] = funded.map((accountId) => ({
    when: { kind: 'payout', minSatang: 100_000_000 },
    accountId,
  }));
  const providers: typeof base.providers = {
    ...base.providers,
    routesOf: (merchantId) => ({ ...base.providers.routesOf(merchantId), rules }),
  };
  const deps: ActivityDeps = {
    ...base,
    providers,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider,
    slips: noSlips,
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const create = {
    payout: () => testWithdrawal(base, merchant),
    charge: () => testTokenPayment(base, merchant),
    refund: async () => {
      if (!isTokenRefund) {
        return testRefund(base, merchant, { paymentId: await testPaidPayment(base, merchant) });
      }
      const paymentId = await testTokenPayment(base, merchant);
      await testCallback(base, paymentId, { reported: 'succeeded' });
      await applyPending(knex, paymentId);
      return testRefund(base, merchant, { paymentId });
    },
  };
  const id = await create[kind]();
  const order = () => knex('orders').where('id', id).first();
  return {
    id,
    deps,
    calls,
    order,
    /** The failover decisions: from where, why and to where. */
    moves: async () =>
      (
        ((await order()).routing ?? []) as {
          accountId: string;
          after: { accountId: string; failure: string } | null;
        }[]
      ).flatMap(({ accountId, after }) =>
        after === null ? [] : [[after.accountId, after.failure, accountId]],
      ),
    work: () => createAdvanceOrder(deps)(id),
    later: (interval: string) =>
      knex('provider_requests')
        .where('order_id', id)
        .update({
          claimed_at: knex.raw('claimed_at - ?::interval', [interval]),
          next_inquiry_at: knex.raw('next_inquiry_at - ?::interval', [interval]),
        }),
  };
}

describe('a failed submission', () => {
  type Row = readonly [
    kind: 'payout' | 'charge' | 'refund',
    what: string,
    follows: 'next account' | 'same account' | 'operator' | 'inquiry' | 'failure',
    answer: Sent,
  ];
  /**
   * The cells of the failover table; test/orders/payment/api/qr-codes/qr-failover.test.ts has its
   * QR codes.
   */
  const cells: readonly Row[] = [
    ['charge', 'unreachable', 'same account', unreachable],
    ['charge', 'refused here', 'failure', maintenance],
    ['charge', 'refused', 'failure', declined],
    ['charge', 'unknown', 'inquiry', unknown],
    ['payout', 'unreachable', 'next account', unreachable],
    ['payout', 'refused here', 'next account', maintenance],
    ['payout', 'refused', 'failure', declined],
    ['payout', 'unknown', 'inquiry', unknown],
    ['refund', 'unreachable', 'same account', unreachable],
    ['refund', 'refused here', 'operator', maintenance],
    ['refund', 'refused', 'failure', declined],
    ['refund', 'unknown', 'inquiry', unknown],
  ];
  it.each(cells)('of a %s that is %s is followed by: %s', async (kind, _what, follows, answer) => {
    const at = await setUp(kind, [answer]);
    // A charged payment is pending until it is paid.
    const submitted = kind === 'charge' ? 'pending' : 'processing';
    const expected = {
      'next account': [[first, second], submitted, second],
      'same account': [[first, first], submitted, first],
      inquiry: [[first, `ask ${first}`], submitted, first],
      operator: [[first], 'pending', first],
      failure: [[first], 'failed', first],
    }[follows];
    await at.work();
    if (follows === 'next account') await at.work();
    if (follows === 'same account' || follows === 'inquiry') {
      await at.later('1 day');
      await at.work();
    }
    const isOpen = (await listManualRefunds(knex, { after: null, limit: 100 })).some(
      (refund) => refund.id === at.id,
    );
    expect(isOpen).toBe(follows === 'operator');
    const { status, provider_account_id: accountId } = await at.order();
    expect([at.calls, status, accountId]).toEqual(expected);
    const cause = answer.kind === 'refused' ? answer.code : answer.kind;
    expect(await at.moves()).toEqual(follows === 'next account' ? [[first, cause, second]] : []);
  });

  it('of a refund that only the provider can return fails it', async () => {
    const at = await setUp('refund', [maintenance], { isTokenRefund: true });
    await at.work();
    expect([at.calls, (await at.order()).status]).toEqual([[first], 'failed']);
  });

  it('goes on to the next account at once', async () => {
    const { work } = await setUp('payout', [unreachable]);
    expect((await work()).opensForMs).toBe(1);
  });

  it('goes to each account once, and stays at the last', async () => {
    const at = await setUp('payout', [unreachable, maintenance, unreachable, unreachable]);
    for (let run = 0; run < 5; run++) {
      await at.work();
      await at.later('1 day');
    }
    expect(at.calls).toEqual([first, second, third, third, third]);
    expect(await at.moves()).toEqual([
      [first, 'unreachable', second],
      [second, 'maintenance', third],
    ]);
  });

  it('of a payout that is refused by the last account fails the order', async () => {
    const at = await setUp('payout', [maintenance, maintenance, maintenance]);
    for (let run = 0; run < 3; run++) await at.work();
    const { status, failure_code: code } = await at.order();
    expect([at.calls, status, code]).toEqual([[first, second, third], 'failed', 'maintenance']);
  });

  it('of an unreachable payout stays where no other account is funded', async () => {
    const at = await setUp('payout', [unreachable], { funded: [] });
    expect((await at.work()).opensForMs).toBe(2_000);
    expect((await at.order()).provider_account_id).toBe(first);
  });

  it('of an unreachable payout passes over an account that is not funded', async () => {
    const at = await setUp('payout', [unreachable], { funded: [third] });
    await at.work();
    await at.work();
    expect(at.calls).toEqual([first, third]);
  });
});

describe('an order that an account may have is never given to another', () => {
  it('after an unknown outcome that its account denies', async () => {
    const at = await setUp('payout', [unknown, unreachable, unreachable], {
      find: () => ({ kind: 'not_found' }),
    });
    for (let run = 0; run < 4; run++) {
      await at.work();
      await at.later('1 day');
    }
    expect(new Set(at.calls)).toEqual(new Set([first, `ask ${first}`]));
    expect(await at.moves()).toEqual([]);
  });

  it('after a worker died during its submission', async () => {
    const at = await setUp('payout', [unreachable], { find: () => ({ kind: 'not_found' }) });
    await claimRequest(knex, at.id, { claims: 0, restoredAt: null }, false);
    await at.later('31 seconds');
    await at.work();
    expect(at.calls).toEqual([`ask ${first}`, first]);
    expect(await at.moves()).toEqual([]);
  });

  it('when another worker has claimed it meanwhile', async () => {
    const at = await setUp('payout', []);
    const send: Provider['send'] = async () => {
      await claimRequest(knex, at.id, { claims: 1, restoredAt: null }, false);
      return unreachable;
    };
    const deps = { ...at.deps, provider: { ...at.deps.provider, send } };
    await createAdvanceOrder(deps)(at.id);
    expect((await at.order()).provider_account_id).toBe(first);
  });

  it('while a callback of its account is pending', async () => {
    const at = await setUp('payout', []);
    const send: Provider['send'] = async () => {
      await testCallback(base, at.id, { reported: 'succeeded' });
      return unreachable;
    };
    const deps = { ...at.deps, provider: { ...at.deps.provider, send } };
    await createAdvanceOrder(deps)(at.id);
    await applyPending(knex, at.id);
    const { status, provider_account_id: accountId } = await at.order();
    expect([status, accountId]).toEqual(['succeeded', first]);
  });

  it('after money of it has moved', async () => {
    const at = await setUp('payout', []);
    const send: Provider['send'] = async () => {
      await testCallback(base, at.id, { reported: 'succeeded', amountSatang: 9_900 });
      await applyPending(knex, at.id);
      return unreachable;
    };
    const deps = { ...at.deps, provider: { ...at.deps.provider, send } };
    await createAdvanceOrder(deps)(at.id);
    expect((await at.order()).provider_account_id).toBe(first);
  });

  it('by a worker that read it before its failover', async () => {
    const at = await setUp('payout', [unreachable]);
    const seen = await findRequestProgress(knex, at.id);
    if (seen === null) throw new Error('there is no request');
    await at.work();
    await createSubmitOrInquire(at.deps)(at.id, seen, seen.status);
    expect(at.calls).toEqual([first]);
    await at.work();
    expect(at.calls).toEqual([first, second]);
  });

  it('by a worker that took its submission for dead before its failover', async () => {
    const at = await setUp('payout', [unreachable], { find: () => ({ kind: 'not_found' }) });
    const seen: { lateWork: () => Promise<unknown> } = { lateWork: async () => {} };
    const send: Provider['send'] = async (request, accountId) => {
      await at.later('31 seconds');
      const progress = await findRequestProgress(knex, at.id);
      if (progress === null) throw new Error('there is no request');
      seen.lateWork = () => createSubmitOrInquire(at.deps)(at.id, progress, progress.status);
      return at.deps.provider.send(request, accountId);
    };
    const deps = { ...at.deps, provider: { ...at.deps.provider, send } };
    await createAdvanceOrder(deps)(at.id);
    await seen.lateWork();
    expect(at.calls).toEqual([first, `ask ${first}`]);
    await at.work();
    expect(at.calls).toEqual([first, `ask ${first}`, second]);
  });

  const answers = fc.array(
    fc.constantFrom(unreachable, unreachable, maintenance, declined, unknown, accepted, {
      kind: 'not_ready',
      reason: 'recipient_not_verified',
    } as const),
    { maxLength: 8 },
  );
  const finds = fc.array(
    fc.constantFrom<Found>(
      { kind: 'waiting' },
      { kind: 'not_found' },
      { kind: 'unreachable', reason: 'ECONNREFUSED' },
    ),
    { maxLength: 8 },
  );
  const kinds = fc.constantFrom('payout' as const, 'charge' as const, 'refund' as const);
  it('whatever its accounts answer', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, answers, finds, async (kind, sent, found) => {
        const looks = [...found];
        const at = await setUp(kind, sent, {
          find: () => looks.shift() ?? { kind: 'not_found' },
        });
        for (let run = 0; run < 9; run++) {
          await at.work();
          await at.later('1 day');
        }
        const calls = at.calls.filter((call) => !call.startsWith('ask'));
        // The account of the first call that may have been carried out.
        const held = calls.findIndex((_account, index) => {
          const answer = sent[index] ?? accepted;
          return answer.kind === 'unknown' || answer.kind === 'accepted';
        });
        if (held >= 0) expect(new Set(calls.slice(held))).toEqual(new Set([calls[held]]));
      }),
      { numRuns: 40 },
    );
  });
});

describe('evidence of an account before a failover', () => {
  it('is of the order, and a second payout is an exception', async () => {
    const at = await setUp('payout', [unreachable]);
    await at.work();
    await at.work();
    const paid = { reported: 'succeeded', amountSatang: 10_000 } as const;
    await testCallback(base, at.id, { ...paid, accountId: first, transactionId: 'T1' });
    await applyPending(knex, at.id);
    await testCallback(base, at.id, { ...paid, accountId: second, transactionId: 'T2' });
    await applyPending(knex, at.id);
    expect((await at.order()).status).toBe('succeeded');
    const movements = await knex('movements').where('order_id', at.id).orderBy('transaction_id');
    expect(movements.map(({ account }) => account as string)).toEqual([first, second]);
    expect(await knex('exceptions').where('order_id', at.id).pluck('kind')).toEqual([
      'duplicate_payout',
    ]);
  });

  it('of a failure does not fail the order', async () => {
    const at = await setUp('payout', [unreachable]);
    await at.work();
    await testCallback(base, at.id, { reported: 'failed', accountId: first });
    await applyPending(knex, at.id);
    expect((await at.order()).status).toBe('pending');
    expect(await knex('exceptions').where('order_id', at.id).pluck('kind')).toEqual([]);
  });

  it('without ids is not taken for the payout of the next account', async () => {
    const at = await setUp('payout', [unreachable]);
    await at.work();
    await at.work();
    for (const accountId of [second, first]) {
      await testCallback(base, at.id, { reported: 'succeeded', amountSatang: 10_000, accountId });
      await applyPending(knex, at.id);
    }
    const movements = await knex('movements').where('order_id', at.id).orderBy('account');
    expect(movements.map(({ account }) => account as string)).toEqual([first, second].toSorted());
    expect(await knex('exceptions').where('order_id', at.id).pluck('kind')).toEqual([
      'duplicate_payout',
    ]);
  });

  it('of an account that never had the order is money of an unknown order', async () => {
    const at = await setUp('payout', [unreachable]);
    await at.work();
    const callback = testCallback(base, at.id, { reported: 'succeeded', accountId: third });
    await expect(callback).rejects.toThrow('there is no order');
    await applyPending(knex, at.id);
    expect((await at.order()).status).toBe('pending');
  });
});

describe('an operator has another account make a payout', () => {
  const denies = (): Found => ({ kind: 'not_found' });
  /** A payout whose account answers three submissions with nothing, and then denies it. */
  async function setUpDenied(find: () => Found = denies) {
    const at = await setUp('payout', [unknown, unknown, unknown], { find });
    for (let run = 0; run < 4; run++) {
      await at.work();
      await at.later('1 day');
    }
    return at;
  }
  async function payElsewhere(id: string) {
    await openUnknownOutcome(knex, newId('exc_'), id);
    const { id: exceptionId } = await knex('exceptions').where({ order_id: id }).first('id');
    const parts = [{ as: 'pay_elsewhere', amountSatang: 0 }] as const;
    const reason = 'The bank wrote on 23 November: not received, will not be carried out.';
    await decideException(base, commandAudit, { exceptionId, parts, reason });
    return exceptionId as string;
  }
  const refused = (id: string, why: string) =>
    expect(payElsewhere(id)).rejects.toMatchObject({ why });
  const stays = async (at: Awaited<ReturnType<typeof setUp>>) =>
    expect((await at.order()).provider_account_id).toBe(first);

  it('that its account denies: it is asked first, then pays once', async () => {
    const at = await setUpDenied();
    const exceptionId = await payElsewhere(at.id);
    await at.work();
    expect(at.calls.slice(-2)).toEqual([`ask ${second}`, second]);
    expect(await at.moves()).toEqual([[first, 'denied', second]]);
    const exception = await knex('exceptions').where('id', exceptionId).first();
    expect(exception.resolution).toBe('pay_elsewhere');
    const log = await knex('audit_log').where({ scope: 'operators', subject: exceptionId });
    expect(log.map(({ act }) => act as string)).toEqual(['exception.resolved']);
    await testCallback(base, at.id, {
      reported: 'succeeded',
      amountSatang: 10_000,
      accountId: second,
    });
    await applyPending(knex, at.id);
    expect(await at.order()).toMatchObject({ status: 'succeeded' });
    expect(await knex('movements').where('order_id', at.id).pluck('account')).toEqual([second]);
  });

  it('after which a payout that the first made all the same is an exception', async () => {
    const at = await setUpDenied();
    await payElsewhere(at.id);
    await at.work();
    for (const accountId of [second, first]) {
      await testCallback(base, at.id, { reported: 'succeeded', amountSatang: 10_000, accountId });
      await applyPending(knex, at.id);
    }
    const kinds = await knex('exceptions').where('order_id', at.id).orderBy('id').pluck('kind');
    expect(kinds).toEqual(['unknown_outcome', 'duplicate_payout']);
  });

  it('after which the statement shows what the first paid all the same', async () => {
    const answers: Found[] = [denies(), denies(), denies()];
    const at = await setUpDenied(() => answers.shift() ?? { kind: 'unreachable', reason: 'down' });
    await at.work();
    await payElsewhere(at.id);
    await at.work();
    const [own, former] = [`T2 ${at.id}`, `T1 ${at.id}`];
    await testCallback(base, at.id, {
      reported: 'succeeded',
      transactionId: own,
      amountSatang: 10_000,
      accountId: second,
    });
    await applyPending(knex, at.id);
    expect(await at.order()).toMatchObject({ status: 'succeeded' });
    const lines = [own, former].map((transactionId) => ({
      transactionId,
      order: at.id,
      amountSatang: 10_000,
      direction: 'out' as const,
    }));
    const now = new Date();
    const found = await reconcileStatement(base, lines, { since: now, until: now });
    expect(found).toMatchObject([{ kind: 'missing', transactionId: former, order: at.id }]);
  });

  it('that no submission has reached', async () => {
    const at = await setUp('payout', [unreachable], { funded: [] });
    await at.work();
    await payElsewhere(at.id);
    await at.work();
    expect(at.calls).toEqual([first, second]);
  });

  it.each([
    ['waiting', { kind: 'waiting' }],
    ['unreachable', { kind: 'unreachable', reason: 'ECONNREFUSED' }],
  ] as const)('not while the last answer is: %s', async (_what, answer) => {
    const at = await setUpDenied(() => answer);
    await refused(at.id, 'unproven');
    await stays(at);
  });

  it('not when an answer after the denial says that the account has it', async () => {
    const answers: Found[] = [denies(), denies(), denies(), { kind: 'waiting' }];
    const at = await setUpDenied(() => answers.shift() ?? { kind: 'waiting' });
    await at.work();
    await refused(at.id, 'unproven');
    await stays(at);
  });

  it('not while it is being submitted', async () => {
    const at = await setUpDenied();
    const { claims } = await knex('provider_requests').where('order_id', at.id).first('claims');
    await claimRequest(knex, at.id, { claims: claims as number, restoredAt: null }, false);
    await refused(at.id, 'unproven');
    await stays(at);
  });

  it('not while evidence of its account is pending', async () => {
    const at = await setUpDenied();
    await testCallback(base, at.id, { reported: 'succeeded', amountSatang: 10_000 });
    await refused(at.id, 'unproven');
    await stays(at);
    await applyPending(knex, at.id);
  });

  it('not after money has left', async () => {
    const at = await setUpDenied();
    await testCallback(base, at.id, { reported: 'succeeded', amountSatang: 5_000 });
    await applyPending(knex, at.id);
    await refused(at.id, 'unproven');
    await stays(at);
  });

  it('not by a worker that inquired at the former account meanwhile', async () => {
    const at = await setUpDenied();
    const seen = await findRequestProgress(knex, at.id);
    if (seen === null) throw new Error('there is no request');
    await payElsewhere(at.id);
    const before = at.calls.length;
    await createSubmitOrInquire(at.deps)(at.id, { ...seen, inquiryInMs: 0 }, seen.status);
    expect(at.calls.slice(before)).not.toContain(first);
  });

  it('not where no other account is left, and not twice', async () => {
    const at = await setUpDenied();
    for (const accountId of [second, third]) {
      await setAccountStatus(base, commandAudit, accountId, 'paused');
    }
    await refused(at.id, 'no_account');
    for (const accountId of [second, third]) {
      await setAccountStatus(base, commandAudit, accountId, 'on');
    }
    const exceptionId = await payElsewhere(at.id);
    const reason = 'It was the wrong decision.';
    const correcting = correctDecision(base, commandAudit, { exceptionId, reason });
    await expect(correcting).rejects.toMatchObject({ why: 'uncorrectable' });
  });

  it('not of a refund', async () => {
    const at = await setUp('refund', [unknown]);
    await at.work();
    await refused(at.id, 'unfit');
  });
});
