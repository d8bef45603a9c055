import type { Db } from '../platform/postgres/connect';
import { findFirstLiveMovement, findLastChecks, type CheckKind } from './store/check-runs';
import { countNewPayees, measurePayoutVelocity } from '../ledger/store/payout-velocity';
import { measureOwedMoney } from '../ledger/store/balances';
import { countOpenExceptions } from '../exceptions/store/exceptions';
import { measurePartitions } from '../platform/postgres/partitions';
import { measureAllWork, measureFacts, poolState } from '../platform/postgres/health';
import { findWalArchive } from '../platform/postgres/wal-archive';
import { listUnhealthy } from '../providers/store/account-health';
import { exceptionKinds } from '../exceptions/rules/exception';
import { orderKinds } from '../orders/rules/kinds';
import type { Metrics } from '../platform/observe/metrics';
import type { Deps } from '../deps';
import { inTime } from './measure-backlog';

type Measuring = Pick<Deps, 'db' | 'log' | 'metrics'>;

const FAILED_KEPT_MS = 5_000;

/**
 * Scrapes within `keptMs` share a measurement, so that they cannot load Postgres. One that fails is
 * repeated after 5 seconds.
 */
function keptFor(keptMs: number, measuring: (deps: Measuring) => Promise<boolean>) {
  const last = new WeakMap<Metrics, { untilMs: number; readonly done: Promise<boolean> }>();
  return async (deps: Measuring): Promise<void> => {
    const nowMs = performance.now();
    let kept = last.get(deps.metrics);
    if (kept === undefined || nowMs > kept.untilMs) {
      kept = { untilMs: nowMs + keptMs, done: measuring(deps) };
      last.set(deps.metrics, kept);
    }
    if (!(await kept.done)) kept.untilMs = Math.min(kept.untilMs, nowMs + FAILED_KEPT_MS);
  };
}

const refreshState = keptFor(5_000, measure);
const refreshMoney = keptFor(60_000, measureMoney);

/** A gauge of the database that is not measured within two seconds is NaN or absent. */
export async function refreshGauges(deps: Measuring): Promise<void> {
  const { metrics, db } = deps;
  for (const [state, count] of Object.entries(poolState(db))) {
    metrics.databaseConnections.set({ state }, count);
  }
  await Promise.all([refreshState(deps), refreshMoney(deps)]);
}

/**
 * One statement and the gauges that it sets, so that its failure leaves the others. Without a
 * measurement `show` gets null and removes the previous values, which would look current. Resolves
 * to whether the statement succeeded.
 */
const gaugesOf =
  <Measured>(
    read: (db: Db) => Promise<Measured>,
    show: (metrics: Metrics, measured: Measured | null) => void,
  ) =>
  async (deps: Measuring): Promise<boolean> => {
    const measured = await inTime(deps, read(deps.db));
    show(deps.metrics, measured);
    return measured !== null;
  };

const checkKinds: readonly CheckKind[] = ['audit', 'reconciliation'];

const stateGauges = [
  gaugesOf(measureAllWork, (metrics, work) => {
    metrics.workWaiting.reset();
    metrics.workOldest.reset();
    for (const { name, count, oldestSeconds } of work ?? []) {
      metrics.workWaiting.set({ work: name }, count);
      metrics.workOldest.set({ work: name }, oldestSeconds);
    }
  }),
  gaugesOf(measureFacts, (metrics, facts) => {
    metrics.ordersPending.reset();
    metrics.ordersPendingSatang.reset();
    metrics.webhooksUnhealthy.reset();
    metrics.countedUntil.set(facts?.countedUntil ?? NaN);
    metrics.databaseBytes.set(facts?.databaseBytes ?? NaN);
    if (facts === null) return;
    for (const kind of orderKinds) {
      const { count = 0, satang = 0 } = facts.pending.find((row) => row.kind === kind) ?? {};
      metrics.ordersPending.set({ kind }, count);
      metrics.ordersPendingSatang.set({ kind }, satang);
    }
    metrics.webhooksUnhealthy.set({ state: 'failing' }, facts.failingWebhooks);
    metrics.webhooksUnhealthy.set({ state: 'disabled' }, facts.disabledWebhooks);
  }),
  gaugesOf(countOpenExceptions, (metrics, exceptions) => {
    metrics.exceptionsOpen.reset();
    if (exceptions === null) return;
    for (const kind of exceptionKinds) {
      const { count = 0 } = exceptions.find((row) => row.kind === kind) ?? {};
      metrics.exceptionsOpen.set({ kind }, count);
    }
  }),
  gaugesOf(listUnhealthy, (metrics, accounts) => {
    const countOf = (health: string) =>
      accounts === null
        ? NaN
        : [...accounts.values()].filter((each) => each.health === health).length;
    metrics.accountsDown.set(countOf('down'));
    metrics.accountsDegraded.set(countOf('degraded'));
  }),
  gaugesOf(findChecks, (metrics, found) => {
    metrics.checkRunAt.reset();
    metrics.checkDifferences.reset();
    if (found === null) return;
    for (const check of checkKinds) {
      const run = found.checks.get(check);
      const never = check === 'reconciliation' ? (found.movedAt?.getTime() ?? NaN) : 0;
      metrics.checkRunAt.set({ check }, (run?.at.getTime() ?? never) / 1000);
      metrics.checkDifferences.set({ check }, run?.differences ?? 0);
    }
  }),
  gaugesOf(measurePartitions, (metrics, partitions) => {
    metrics.partitionsEndAt.reset();
    metrics.partitionStrays.reset();
    for (const { table, endsAt, strayRows } of partitions ?? []) {
      metrics.partitionsEndAt.set({ table }, (endsAt?.getTime() ?? 0) / 1000);
      metrics.partitionStrays.set({ table }, strayRows);
    }
  }),
  gaugesOf(archivedUntil, (metrics, until) => metrics.walArchivedAt.set(until ?? NaN)),
];

/** A reconciliation needs a statement, and before money has moved no statement has a line. */
async function findChecks(db: Db) {
  const [checks, movedAt] = await Promise.all([findLastChecks(db), findFirstLiveMovement(db)]);
  return { checks, movedAt };
}

/** In seconds; NaN without an archive, so that no alert takes it for a late one. */
async function archivedUntil(db: Db): Promise<number> {
  const archive = await findWalArchive(db);
  return archive === null ? NaN : archive.archivedAt.getTime() / 1000;
}

/** An alert on a gauge without a value cannot fire, so one failure marks the database as down. */
async function measure(deps: Measuring): Promise<boolean> {
  const measured = await Promise.all(stateGauges.map((refresh) => refresh(deps)));
  const isUp = measured.every(Boolean);
  deps.metrics.databaseUp.set(isUp ? 1 : 0);
  return isUp;
}

const owedAccounts = ['available', 'held', 'pending', 'suspense'] as const;

const moneyGauges = [
  gaugesOf(measurePayoutVelocity, (metrics, velocity) => {
    metrics.payoutsToday.set(velocity?.todaySatang ?? NaN);
    metrics.payoutsRatioMax.set(velocity?.ratioMax ?? NaN);
  }),
  gaugesOf(countNewPayees, (metrics, payees) => metrics.newPayeesMax.set(payees ?? NaN)),
  gaugesOf(measureOwedMoney, (metrics, owed) => {
    for (const account of owedAccounts) metrics.owed.set({ account }, owed?.[account] ?? NaN);
  }),
];

/** Reads more than the other gauges, and shows nothing about the health of Postgres. */
async function measureMoney(deps: Measuring): Promise<boolean> {
  const measured = await Promise.all(moneyGauges.map((refresh) => refresh(deps)));
  return measured.every(Boolean);
}
