import { createAdvanceOrder } from '../../activities/advance-order';
import { createSubmitOrInquire } from '../../activities/submit-or-inquire';
import type { ActivityDeps } from '../../activities/deps';
import { applyPending } from '../../src/orders/store/apply-transition';
import { openUnknownOutcome } from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import {
  claimRequest,
  findRequestProgress,
  makeManual,
  moveDenied,
  moveRequest,
  recordRequestResult,
} from '../../src/orders/store/provider-requests';
import { newId } from '../../src/platform/new-id';
import type {
  Found,
  Provider,
  ProviderClient,
  Sent,
} from '../../src/providers/connectors/connector';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import type { Sender } from '../../src/webhooks/sending/send';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testConfig,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';
import { isBlocked } from '../support/is-blocked';
import { resolveAs } from '../support/resolve';
import { startProvider } from '../support/provider';
import { until } from '../support/until';

/*
 * Workers process a payout without Temporal, in every order that a crash, a delay or a second
 * worker can cause.
 */

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
beforeAll(async () => {
  knex = (await testDatabase()).knex;
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const noSlips = { read: () => Promise.reject(new Error('no slips here')), close: async () => {} };

async function setUp(over: (bank: ProviderClient) => Partial<Provider> = () => ({})) {
  const bank = await startProvider();
  const provider: Provider = { ...bank.provider, ...over(bank.provider) };
  const config = testConfig({ PAYOUT_INQUIRY_SECONDS: '300,3600' });
  const base = testDeps(knex, config);
  const deps: ActivityDeps = {
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    ...base,
    provider,
    slips: noSlips,
    mailer: createNoMailer(base.log),
  };
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const id = await testWithdrawal(base, merchant);
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  const reportOutcome = (reported: 'succeeded' | 'failed', more: object = {}) =>
    testCallback(base, id, { reported, ...more });
  const row = () => knex('provider_requests').where('order_id', id).first();
  /** Advances the payout's clock by an interval. */
  const later = (interval: string) =>
    knex('provider_requests')
      .where('order_id', id)
      .update({
        claimed_at: knex.raw('claimed_at - ?::interval', [interval]),
        next_inquiry_at: knex.raw('next_inquiry_at - ?::interval', [interval]),
      });
  return {
    bank,
    deps,
    merchant,
    id,
    balance,
    reportOutcome,
    row,
    later,
    work: () => createAdvanceOrder(deps)(id),
    /** A worker that has read the order and continues when called. */
    lateWorker: async () => {
      const seen = await findRequestProgress(knex, id);
      if (seen === null) throw new Error(`there is no request for ${id}`);
      return () => createSubmitOrInquire(deps)(id, seen, seen.status);
    },
    status: async () => (await knex('orders').where('id', id).first('status'))?.status as string,
    exceptions: async () =>
      (await knex('exceptions').where('order_id', id).pluck('kind')) as string[],
  };
}

type Payout = Awaited<ReturnType<typeof setUp>>;

const succeeded = (amount: number) => ({ status: 200, body: { status: 'success', amount } });
const answered = {
  ok: true,
  statusCode: 200,
  durationMs: 1,
  error: null,
  answer: '',
  retryAfterMs: null,
};
const waits = { status: 200, body: { status: 'processing', amount: 100 } };

test('the transaction that ends an order closes its request', async () => {
  const { id, work, reportOutcome, row, status } = await setUp();
  await work();
  await reportOutcome('succeeded');
  await work();
  expect([await status(), (await row())?.is_over]).toEqual(['succeeded', true]);
  const { rows } = await knex.raw(
    `select orders.xmin = provider_requests.xmin as together
     from orders join provider_requests on order_id = id where id = ?`,
    [id],
  );
  expect(rows).toEqual([{ together: true }]);
});

describe('a payout is submitted once', () => {
  test('when twenty workers process it concurrently', async () => {
    const { bank, id, work, status, balance } = await setUp();
    await Promise.all(Array.from({ length: 20 }, work));
    expect([bank.sends(id), bank.asks(id)]).toEqual([1, 0]);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
  });

  test('when its worker dies before the call: an inquiry comes first', async () => {
    const { bank, id, work, later, status } = await setUp();
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    const { opensForMs } = await work();
    expect(opensForMs).toBeGreaterThan(0);
    expect(opensForMs).toBeLessThanOrEqual(30_000);
    expect([bank.sends(id), bank.asks(id)]).toEqual([0, 0]);
    await later('31 seconds');
    await work();
    expect([bank.sends(id), bank.asks(id)]).toEqual([1, 1]);
    expect(await status()).toBe('processing');
  });

  test('when its worker dies after the call: the inquiry finds it', async () => {
    const { bank, id, work, later, status } = await setUp();
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    bank.otherwise.ask = waits;
    await later('31 seconds');
    await work();
    expect([bank.sends(id), bank.asks(id)]).toEqual([0, 1]);
    expect(await status()).toBe('processing');
  });

  test('when a worker of an earlier release died before it wrote the transition', async () => {
    const { bank, id, work, later, status } = await setUp();
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    const note = { orderId: id, claims: 1, inquiryInMs: 300_000, inquiries: 0, failedCalls: 0 };
    await recordRequestResult(knex, {
      ...note,
      unclaimed: false,
      providerRef: null,
      isDenied: null,
      isAccepted: false,
    });
    bank.otherwise.ask = waits;
    expect(await work()).toMatchObject({ status: 'pending' });
    await later('301 seconds');
    expect(await work()).toMatchObject({ status: 'processing' });
    expect(await status()).toBe('processing');
    expect(bank.sends(id)).toBe(0);
  });

  test('when the first inquiry does not reach the provider', async () => {
    const unreachable: Found[] = [{ kind: 'unreachable', reason: 'a test' }];
    const { bank, id, work, later, status } = await setUp((real) => ({
      find: async (inquiry) => unreachable.shift() ?? real.find(inquiry),
    }));
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    bank.otherwise.ask = waits;
    await later('31 seconds');
    await work();
    expect([bank.sends(id), bank.asks(id)]).toEqual([0, 0]);
    await later('1 day');
    await work();
    expect([bank.sends(id), bank.asks(id)]).toEqual([0, 1]);
    expect(await status()).toBe('processing');
  });

  test('and three times at most when inquiries keep answering that it is unknown', async () => {
    const { bank, id, work, later, exceptions, status, balance } = await setUp();
    bank.otherwise.send = 'cut';
    for (let look = 0; look < 8; look++) {
      await work();
      await later('1 day');
    }
    expect(bank.sends(id)).toBe(3);
    expect(await exceptions()).toEqual(['unknown_outcome']);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
  });
});

describe('a payout that has ended is not submitted', () => {
  test('by a worker that read it as pending and was delayed while it failed', async () => {
    const { bank, id, reportOutcome, lateWorker, balance } = await setUp();
    const lateWork = await lateWorker();
    await reportOutcome('failed');
    await applyPending(knex, id);
    expect(await balance()).toEqual([100_000, 0]);
    await lateWork();
    expect(bank.sends(id)).toBe(0);
  });

  test('by a worker that runs before the callback that ends it is applied', async () => {
    const { bank, id, reportOutcome, lateWorker, work, status, balance } = await setUp();
    const lateWork = await lateWorker();
    await reportOutcome('failed');
    await lateWork();
    expect(bank.sends(id)).toBe(0);
    await work();
    expect([await status(), await balance()]).toEqual(['failed', [100_000, 0]]);
  });

  test('by a worker that claims it before the transaction that fails it commits', async () => {
    const { id, balance } = await setUp();
    const failing = await knex.transaction();
    await testCallback({ ...testDeps(knex), db: failing }, id, { reported: 'failed' });
    await applyPending(failing, id);
    let isClaimed: boolean | null = null;
    const claiming = claimRequest(knex, id, { claims: 0, restoredAt: null }, false).then(
      (claimed) => {
        isClaimed = claimed;
      },
    );
    await until(async () => isClaimed !== null || (await isBlocked(knex)), {
      describe: 'the claim waits for the lock of the order, or is made',
    });
    await failing.commit();
    await claiming;
    expect(isClaimed).toBe(false);
    expect(await balance()).toEqual([100_000, 0]);
  });

  test('again, when an operator fails it during an inquiry', async () => {
    const giveUp: { now: () => Promise<unknown> } = { now: async () => {} };
    const { bank, id, work, later, status, balance } = await setUp((real) => ({
      async find(inquiry) {
        await giveUp.now();
        return real.find(inquiry);
      },
    }));
    bank.scripts.send.push('cut');
    await work();
    expect(await status()).toBe('processing');
    const exceptionId = newId('exc_');
    await openUnknownOutcome(knex, exceptionId, id);
    giveUp.now = () => resolveAs(knex, exceptionId, 'release');
    await later('1 day');
    await work();
    expect([await status(), await balance()]).toEqual(['failed', [100_000, 0]]);
    expect(bank.sends(id)).toBe(1);
  });
});

describe('a payout during its resubmission', () => {
  /** Resubmits a payout that the provider does not know; `meanwhile` runs during the call. */
  async function resubmitting(meanwhile: (id: string) => Promise<unknown>) {
    let calls = 0;
    const at = await setUp((real) => ({
      async send(request) {
        if (++calls === 2) await meanwhile(request.orderId);
        return real.send(request);
      },
    }));
    at.bank.scripts.send.push('cut');
    await at.work();
    await at.later('1 day');
    return at;
  }

  test('is not submitted by another worker until the call must have ended', async () => {
    const other: { work: () => Promise<unknown> } = { work: async () => {} };
    const { bank, id, work } = await resubmitting(() => other.work());
    other.work = async () => {
      expect(await work()).toMatchObject({ status: 'processing', moves: [] });
    };
    await work();
    expect([bank.sends(id), bank.asks(id)]).toEqual([2, 1]);
  });

  test('cannot be failed by an operator until the call has ended', async () => {
    const exceptionId = newId('exc_');
    const giveUp = () => resolveAs(knex, exceptionId, 'release');
    const { id, work, balance } = await resubmitting(async () => {
      await expect(giveUp()).rejects.toThrow('Try again in a minute');
    });
    await openUnknownOutcome(knex, exceptionId, id);
    await work();
    expect(await balance()).toEqual([90_000, 10_000]);
    await giveUp();
    expect(await balance()).toEqual([100_000, 0]);
  });
});

describe('a payout that the provider has accepted', () => {
  const inProcess = { status: 200, body: { status: 'processing', amount: 100 } };
  test.each([
    ['by its answer to the submission', []],
    ['by its answer to an inquiry', [inProcess]],
  ])('%s and denies later is left to an operator', async (_, answers) => {
    const { bank, id, work, later, exceptions, balance } = await setUp();
    await work();
    bank.scripts.ask.push(...answers);
    for (let look = 0; look < answers.length + 1; look++) {
      await later('1 day');
      await work();
    }
    expect([bank.asks(id), bank.sends(id)]).toEqual([answers.length + 1, 1]);
    expect(await exceptions()).toEqual(['unknown_outcome']);
    expect(await balance()).toEqual([90_000, 10_000]);
  });
});

describe('a callback during the submission', () => {
  test.each([
    ['succeeded', [90_000, 0]],
    ['failed', [100_000, 0]],
  ] as const)('(%s) ends the payout once', async (reported, expected) => {
    const during: { now: () => Promise<unknown> } = { now: async () => {} };
    const { id, bank, reportOutcome, work, status, balance, exceptions } = await setUp((real) => ({
      async send(request) {
        const sent = await real.send(request);
        await during.now();
        return sent;
      },
    }));
    during.now = () => reportOutcome(reported);
    expect(await work()).toMatchObject({ status: reported, opensForMs: null });
    expect([await status(), await balance()]).toEqual([reported, expected]);
    expect([bank.sends(id), await exceptions()]).toEqual([1, []]);
    expect((await knex('provider_requests').where('order_id', id).first()).is_over).toBe(true);
  });

  test("is applied without waiting for the webhook of the submission's transition", async () => {
    const during: { now: () => Promise<unknown> } = { now: async () => {} };
    const { id, deps, merchant, reportOutcome, status } = await setUp((real) => ({
      async send(request) {
        await during.now();
        return real.send(request);
      },
    }));
    during.now = () => reportOutcome('succeeded');
    await testWebhook(deps, merchant, 'https://shop.example/', ['withdrawal.processed']);
    const seen: string[] = [];
    const sender: Sender = {
      ...deps.sender,
      async send() {
        seen.push(await status());
        return answered;
      },
    };
    await createAdvanceOrder({ ...deps, sender })(id);
    expect(seen).toEqual(['succeeded']);
  });

  test('that is applied before the response is not undone by a refusal', async () => {
    const during: { now: () => Promise<unknown> } = { now: async () => {} };
    const { id, reportOutcome, work, status, balance, exceptions } = await setUp(() => ({
      async send() {
        await during.now();
        return { kind: 'refused', code: 'closed', message: 'Closed.' };
      },
    }));
    during.now = async () => {
      await reportOutcome('succeeded');
      await applyPending(knex, id);
    };
    await work();
    expect([await status(), await balance()]).toEqual(['succeeded', [90_000, 0]]);
    expect(await exceptions()).toEqual(['conflict']);
  });
});

describe('an outdated result of a worker', () => {
  test("does not release the claim of another worker's submission", async () => {
    const { id, row } = await setUp();
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    await claimRequest(knex, id, { claims: 1, restoredAt: null }, false);
    const stale = { orderId: id, claims: 1, inquiryInMs: 1_000, inquiries: 0, failedCalls: 1 };
    await recordRequestResult(knex, {
      ...stale,
      unclaimed: true,
      providerRef: null,
      isDenied: null,
      isAccepted: false,
    });
    expect(await row()).toMatchObject({ claims: 2, failed_calls: 0, claimed_at: expect.any(Date) });
  });
});

describe('a failure that an outdated claim obtained', () => {
  /** Another worker claims the payout and submits it while the first worker's call runs. */
  const superseded = (calls: {
    readonly send?: () => Promise<Sent>;
    readonly find?: () => Promise<Found>;
  }) => {
    const other: { work: (() => Promise<unknown>) | null } = { work: null };
    return { other, at: setUp((real) => overtaken(real, other, calls)) };
  };
  const overtaken = (
    real: ProviderClient,
    other: { work: (() => Promise<unknown>) | null },
    { send, find }: Parameters<typeof superseded>[0],
  ): Partial<Provider> => {
    const once = async <Answer>(late: () => Promise<Answer>, usual: () => Promise<Answer>) => {
      const { work } = other;
      if (work === null) return usual();
      other.work = null;
      await work();
      return late();
    };
    return {
      ...(send && { send: (request) => once(send, () => real.send(request)) }),
      ...(find && { find: (inquiry) => once(find, () => real.find(inquiry)) }),
    };
  };
  const refused = { kind: 'refused', code: 'closed', message: 'Closed.' } as const;
  const failed = { kind: 'failed', code: 'closed', message: 'Closed.' } as const;

  test('as a refusal does not end a payout that another worker submitted', async () => {
    const { other, at } = superseded({ send: async () => refused });
    const { bank, id, work, later, status, balance } = await at;
    other.work = async () => {
      await later('31 seconds');
      await work();
    };
    expect((await work()).opensForMs).toBe(1_000);
    await work();
    expect([bank.asks(id), bank.sends(id)]).toEqual([1, 1]);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
  });

  test('by an inquiry does not end a payout that another worker submitted again', async () => {
    const { other, at } = superseded({ find: async () => failed });
    const { bank, id, work, later, status, balance } = await at;
    bank.scripts.send.push('cut');
    await work();
    await later('1 day');
    other.work = work;
    await work();
    await work();
    expect([bank.asks(id), bank.sends(id)]).toEqual([1, 2]);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
  });

  test('does not hide the money that it reports', async () => {
    const movement = { transactionId: 'T1', amountSatang: 10_000, movedAt: null, payer: null };
    const { other, at } = superseded({
      find: async () => ({ kind: 'succeeded', movements: [movement] }),
    });
    const { bank, work, later, status, balance } = await at;
    bank.scripts.send.push('cut');
    await work();
    await later('1 day');
    other.work = work;
    await work();
    expect([await status(), await balance()]).toEqual(['succeeded', [90_000, 0]]);
  });

  test('is stored before a claim that waits for it, and so prevents that claim', async () => {
    const { id } = await setUp();
    await claimRequest(knex, id, { claims: 0, restoredAt: null }, false);
    const storing = await knex.transaction();
    const note = { orderId: id, claims: 1, inquiryInMs: 300_000, inquiries: 0, failedCalls: 0 };
    await recordRequestResult(storing, {
      ...note,
      unclaimed: false,
      providerRef: null,
      isDenied: null,
      isAccepted: false,
    });
    let isClaimed: boolean | null = null;
    const claiming = claimRequest(knex, id, { claims: 1, restoredAt: null }, true).then(
      (claimed) => {
        isClaimed = claimed;
      },
    );
    await until(async () => isClaimed !== null || (await isBlocked(knex)), {
      describe: 'the claim waits for the lock of the request, or is made',
    });
    await storing.commit();
    await claiming;
    expect(isClaimed).toBe(false);
  });
});

describe('an unreachable provider', () => {
  test('is called with growing delays, and one exception is opened', async () => {
    const { bank, id, deps, later, exceptions, status, balance } = await setUp();
    let reachable = false;
    const provider: Provider = {
      ...bank.provider,
      send: (request) =>
        reachable
          ? bank.provider.send(request)
          : Promise.resolve({ kind: 'unreachable', reason: 'ECONNREFUSED' }),
    };
    const work = () => createAdvanceOrder({ ...deps, provider })(id);
    const pauses: (number | null)[] = [];
    for (let tries = 0; tries < 14; tries++) {
      pauses.push((await work()).opensForMs);
      await later('1 day');
    }
    expect(pauses.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
    expect(Math.max(...pauses.map(Number))).toBe(300_000);
    expect(await exceptions()).toEqual(['unknown_outcome']);
    expect([await status(), await balance()]).toEqual(['pending', [90_000, 10_000]]);
    reachable = true;
    await work();
    expect([bank.sends(id), await status()]).toEqual([1, 'processing']);
  });
});

describe('an account with its maximum of calls in flight', () => {
  test('lets a payout wait without a claim, a failure or an exception', async () => {
    const at = await setUp(() => ({ takeTurn: () => null }));
    const before = await at.row();
    for (let run = 0; run < 12; run++) {
      const { opensForMs } = await at.work();
      expect(opensForMs).toBeGreaterThanOrEqual(5_000);
      expect(opensForMs).toBeLessThanOrEqual(10_000);
    }
    expect(await at.row()).toEqual(before);
    expect(at.bank.asked).toEqual([]);
    expect(await knex('exceptions').where('order_id', at.id)).toEqual([]);
  });

  test('gets the payout in its turn, which ends with the call', async () => {
    let turns = 0;
    const at = await setUp(() => ({
      takeTurn() {
        turns += 1;
        return () => (turns -= 1);
      },
    }));
    await at.work();
    expect([at.bank.sends(at.id), turns]).toEqual([1, 0]);
  });
});

describe('a provider that is not ready', () => {
  test('gets the payout again every 15 minutes, and opens one exception after 3 days', async () => {
    let ready = false;
    const { bank, id, work, later, exceptions, status, balance } = await setUp((real) => ({
      send: (request) =>
        ready
          ? real.send(request)
          : Promise.resolve({ kind: 'not_ready', reason: 'recipient_not_verified' }),
    }));
    for (let tries = 0; tries < 14; tries++) {
      expect((await work()).opensForMs).toBe(900_000);
      await later('901 seconds');
    }
    expect([bank.asks(id), await exceptions()]).toEqual([0, []]);
    expect([await status(), await balance()]).toEqual(['pending', [90_000, 10_000]]);
    const created_at = knex.raw(`created_at - interval '3 days'`);
    await knex('orders').where({ id }).update({ created_at });
    await work();
    expect(await exceptions()).toEqual(['unknown_outcome']);
    const [exceptionId] = await knex('exceptions').where('order_id', id).pluck<string[]>('id');
    await resolveAs(knex, exceptionId ?? '', 'dismiss');
    await later('901 seconds');
    await work();
    await later('901 seconds');
    expect(await exceptions()).toEqual(['unknown_outcome']);
    ready = true;
    await work();
    expect([bank.sends(id), await status()]).toEqual([1, 'processing']);
  });
});

describe('an inquiry with a different amount', () => {
  test('is repeated on schedule and opens one exception', async () => {
    const { bank, id, work, later, exceptions, status, balance } = await setUp();
    bank.otherwise.ask = succeeded(99);
    await work();
    for (let look = 0; look < 5; look++) {
      await later('301 seconds');
      await work();
      await work();
    }
    expect(await exceptions()).toEqual(['amount_mismatch']);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
    expect(bank.asks(id)).toBe(1);
    await later('1 hour');
    await work();
    expect(bank.asks(id)).toBe(2);
    expect(await exceptions()).toEqual(['amount_mismatch']);
  });

  test.each([
    ['no submission', async () => {}],
    ['an unknown outcome', async ({ work }: Payout) => void (await work())],
  ])('reported after %s prevents every later submission', async (_, before) => {
    const payout = await setUp();
    const { bank, id, reportOutcome, work, later, exceptions, status, balance } = payout;
    bank.otherwise.send = 'cut';
    await before(payout);
    const submitted = bank.sends(id);
    await reportOutcome('succeeded', { amountSatang: 9_900 });
    for (let look = 0; look < 4; look++) {
      await work();
      await later('1 day');
    }
    expect(await exceptions()).toContain('amount_mismatch');
    expect(bank.sends(id)).toBe(submitted);
    expect(bank.asks(id)).toBeGreaterThan(1);
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
  });

  test('prevents the submission by a worker that read the payout before', async () => {
    const { bank, id, reportOutcome, lateWorker } = await setUp();
    const lateWork = await lateWorker();
    await reportOutcome('succeeded', { amountSatang: 9_900 });
    await applyPending(knex, id);
    await lateWork();
    expect(bank.sends(id)).toBe(0);
  });

  type Move = (id: string, accountId: string) => Promise<boolean>;
  const step = (accountId: string) => ({
    at: '2026-01-01T00:00:00.000Z',
    accountId,
    rule: null,
    others: [],
    after: { accountId, failure: 'unreachable' },
  });
  const moves: readonly (readonly [string, number, Move])[] = [
    ['a claim', 0, (id: string) => claimRequest(knex, id, { claims: 0, restoredAt: null }, false)],
    [
      'a change of the account',
      1,
      (id, accountId) =>
        moveRequest(knex, id, { claims: 1, accountId }, accountId, step(accountId)),
    ],
    [
      "an operator's change of the account",
      0,
      (id, accountId) => moveDenied(knex, id, { accountId }, step(accountId)),
    ],
    [
      'a change to a manual payout',
      1,
      (id, accountId) => makeManual(knex, id, { claims: 1, accountId }),
    ],
  ];
  test.each(moves)(
    'prevents %s that waits for the lock of its callback',
    async (_, claims, move) => {
      const { id } = await setUp();
      if (claims === 1)
        expect(await claimRequest(knex, id, { claims: 0, restoredAt: null }, false)).toBe(true);
      const { provider_account_id: accountId } = await knex('orders').where({ id }).first();
      const applying = await knex.transaction();
      const callback = { reported: 'succeeded', amountSatang: 9_900 } as const;
      await testCallback({ ...testDeps(knex), db: applying }, id, callback);
      await applyPending(applying, id);
      let isMoved: boolean | null = null;
      const moving = move(id, accountId as string).then((moved) => {
        isMoved = moved;
      });
      await until(async () => isMoved !== null || (await isBlocked(knex)), {
        describe: 'the statement waits for the lock of the order, or is made',
      });
      await applying.commit();
      await moving;
      expect(isMoved).toBe(false);
    },
  );

  test('before the right amount leaves the payout to an operator', async () => {
    const { bank, id, work, later, exceptions, status, balance } = await setUp();
    bank.scripts.ask.push(succeeded(99), succeeded(100));
    await work();
    await later('301 seconds');
    await work();
    await later('1 day');
    await work();
    expect([await status(), await balance()]).toEqual(['processing', [90_000, 10_000]]);
    expect(await exceptions()).toEqual(['amount_mismatch']);
    const open = await knex('exceptions').where('order_id', id).orderBy('id').pluck<string[]>('id');
    await resolveAs(knex, open[0] ?? '', 'complete');
    expect([await status(), await balance()]).toEqual(['succeeded', [90_000, 0]]);
  });
});
