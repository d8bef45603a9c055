import { noticeExpiringKeys } from '../src/merchants/notice-expiring-keys';
import { mailMembers } from '../src/notifications/mail-members';
import { mailMonthlyLinks } from '../src/links/mail-monthly-links';
import { expireNextApproval } from '../src/approvals/expire-approval';
import { purgeSignIns } from '../src/people/store/purge-sign-ins';
import { trimRequests } from '../src/merchants/store/api-requests';
import { closeNextVatMonth } from '../src/fees/store/close-vat-month';
import { postProviderCosts } from '../src/fees/store/post-provider-costs';
import { matureDue } from '../src/maturity/store/mature';
import { rollUpNextTransfers } from '../src/ledger/store/money-days';
import { sealNextTransfers } from '../src/ledger/store/seals';
import { purgeExpiredKeys } from '../src/kernel/idempotency/store';
import { noteTimeline } from '../src/orders/withdrawal/store/restored-requests';
import { rollUpNextHour } from '../src/orders/store/roll-up-orders';
import { purgeSlipImages } from '../src/orders/deposit/store/slips';
import { sweep } from '../src/kernel/outbox/store/sweep';
import { eraseExpired, eraseLate } from '../src/personal-data/store/erasures';
import { eraseUnusedAccounts } from '../src/personal-data/store/people-rows';
import { rotatePartitions } from '../src/platform/postgres/partitions';
import { purgeEvents } from '../src/kernel/events/store/events';
import type { HousekeepingStep } from '../workflows/contract';
import type { ActivityDeps } from './deps';

type Needs = Pick<ActivityDeps, 'db' | 'config' | 'vault' | 'log' | 'metrics' | 'outbox'>;

export interface Batches {
  /** Rows of one transaction. A run that changes fewer is the last. */
  readonly batch: number;
  /** Returns the number of rows that it has changed; null when nothing is due. */
  readonly run: (deps: Needs, batch: number) => Promise<number | null>;
  /** A batch that is not full need not be the last. */
  readonly isPartial?: true;
}

/** Repeated until nothing is due. */
const oneByOne = (run: (deps: Needs) => Promise<boolean>): Batches => ({
  batch: 1,
  run: async (deps) => ((await run(deps)) ? 1 : null),
});

const once = (run: Batches['run']): Batches => ({ batch: Infinity, run });

const SWEPT_MAX = 500;

const steps: Readonly<Record<HousekeepingStep, readonly Batches[]>> = {
  sweepForgotten: [
    once(async ({ db, log }) => {
      const restored = await noteTimeline(db);
      if (restored === null) return 0;
      log.error({ requests: restored }, 'database restored or failed over: open requests marked');
      return restored;
    }),
    once(async ({ db, log, outbox }) => {
      const messages = await sweep(db, SWEPT_MAX);
      const count = messages.length;
      if (count > 0) log.warn({ count }, 'sweeper re-enqueued stalled work');
      outbox.enqueue(messages);
      return count;
    }),
  ],
  expireApprovals: [oneByOne(expireNextApproval)],
  // A step of its own would break the replay of a run that began before an upgrade.
  noticeExpiringKeys: [
    { batch: 100, run: noticeExpiringKeys },
    { batch: 50, run: mailMembers },
    { batch: 50, run: mailMonthlyLinks },
  ],
  purgeExpiredKeys: [{ batch: 1_000, run: ({ db }, limit) => purgeExpiredKeys(db, limit) }],
  purgeSlipImages: [
    {
      batch: 100,
      run: ({ db, config }, limit) => purgeSlipImages(db, config.deposits.slipRetentionDays, limit),
    },
  ],
  rollUpOrders: [
    oneByOne(({ db }) => rollUpNextHour(db)),
    oneByOne(({ db }) => rollUpNextTransfers(db)),
    oneByOne(({ db, vault }) => sealNextTransfers(db, vault)),
    oneByOne(({ db }) => closeNextVatMonth(db)),
    oneByOne(({ db }) => postProviderCosts(db)),
    { batch: 100, run: ({ db }, limit) => matureDue(db, limit) },
  ],
  purgeEvents: [
    {
      batch: 200,
      run: async ({ db, config }, limit) =>
        (await purgeEvents(db, config.retention.eventDays, limit)) || null,
      isPartial: true,
    },
  ],
  purgeSignIns: [
    {
      batch: 500,
      run: ({ db, config }, limit) => purgeSignIns(db, limit, config.retention),
    },
  ],
  purgeRequests: [
    // Each trim reads all requests of a merchant.
    { batch: 2_500, run: ({ db }, limit) => trimRequests(db, limit), isPartial: true },
  ],
  rotatePartitions: [
    once(async ({ db, log }) => {
      const { steps: done, locked } = await rotatePartitions(db);
      for (const step of done) log.info({ step }, 'partition rotated');
      for (const table of locked) {
        log.warn({ table }, 'partition rotation postponed: table locked');
      }
      return done.length;
    }),
  ],
  enforceRetention: [
    {
      batch: 100,
      run: ({ db, vault, config: { retention } }, limit) =>
        db.transaction((trx) => eraseUnusedAccounts(trx, vault, retention.peopleDays, limit)),
    },
    {
      batch: 100,
      run: ({ db, vault, config: { retention } }, limit) =>
        eraseExpired(db, vault, retention.customerDays, limit),
    },
    {
      batch: 100,
      run: ({ db, vault, config: { retention } }, limit) =>
        eraseLate(db, vault, retention.customerDays, limit),
    },
  ],
};

/**
 * Ends a step in one run of housekeeping; the next run continues. Less than the grace of a stopping
 * worker (20 seconds) and far less than the timeout of the activity (a minute), so it needs no
 * heartbeat. Three steps with a backlog fit into the minute between two runs.
 */
const RUN_MS_MAX = 15_000;

/**
 * Each batch is a short transaction of its own. At least one of each part is run. Returns the
 * number of changed rows.
 */
export async function inBatches(deps: Needs, parts: readonly Batches[]): Promise<number> {
  const untilMs = performance.now() + RUN_MS_MAX;
  let changed = 0;
  for (const { batch, run, isPartial } of parts) {
    do {
      const count = await run(deps, batch);
      changed += count ?? 0;
      if (count === null || (count < batch && isPartial !== true)) break;
    } while (performance.now() < untilMs);
  }
  return changed;
}

/** Each step is an activity of its name. */
export const createHousekeeping = (deps: Needs) =>
  Object.fromEntries(
    Object.entries(steps).map(([name, parts]) => [name, () => inBatches(deps, parts)]),
  ) as Readonly<Record<HousekeepingStep, () => Promise<number>>>;
