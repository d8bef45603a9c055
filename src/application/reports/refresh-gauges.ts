import { findLastChecks } from '../../db/ledger/check-runs';
import type { CheckKind } from '../../db/ledger/check-runs';
import { countNewPayees, measurePayoutVelocity } from '../../db/ledger/payout-velocity';
import { measureOwedMoney } from '../../db/ledger/balances';
import { countOpenExceptions } from '../../db/ledger/exceptions';
import { measurePartitions } from '../../db/postgres/partitions';
import { measureAllWork, measureFacts, poolState } from '../../db/postgres/health';
import { findWalArchive } from '../../db/postgres/wal-archive';
import { listUnhealthy } from '../../db/providers/account-health';
import { exceptionKinds } from '../../domain/exception';
import { orderKinds } from '../../domain/orders';
import type { Metrics } from '../../lib/metrics';
import type { Deps } from '../deps';
import { inTime } from './measure-backlog';

type Measuring = Pick<Deps, 'db' | 'log' | 'metrics'>;

/** Scrapes within `keptMs` share a measurement, so that they cannot load Postgres. */
function keptFor(keptMs: number, measuring: (deps: Measuring) => Promise<void>) {
  const last = new WeakMap<Metrics, { readonly atMs: number; readonly done: Promise<void> }>();
  return async (deps: Measuring): Promise<void> => {
    const nowMs = performance.now();
    let kept = last.get(deps.metrics);
    if (kept === undefined || nowMs - kept.atMs > keptMs) {
      kept = { atMs: nowMs, done: measuring(deps) };
      last.set(deps.metrics, kept);
    }
    await kept.done;
  };
}

const refreshState = keptFor(5_000, measure);
const refreshMoney = keptFor(60_000, measureMoney);

/** Sets the gauges of the database; to NaN when Postgres does not answer within two seconds. */
export async function refreshGauges(deps: Measuring): Promise<void> {
  const { metrics, db } = deps;
  for (const [state, count] of Object.entries(poolState(db))) {
    metrics.databaseConnections.set({ state }, count);
  }
  await Promise.all([refreshState(deps), refreshMoney(deps)]);
}

const owedAccounts = ['available', 'held', 'suspense'] as const;

/** Reads more than the other gauges, and says nothing of the health of Postgres. */
async function measureMoney(deps: Measuring): Promise<void> {
  const { db, metrics } = deps;
  const measured = await inTime(
    deps,
    Promise.all([measurePayoutVelocity(db), countNewPayees(db), measureOwedMoney(db)] as const),
  );
  const [velocity, newPayees, owed] = measured ?? [null, NaN, null];
  for (const account of owedAccounts) metrics.owed.set({ account }, owed?.[account] ?? NaN);
  metrics.payoutsToday.set(velocity?.todaySatang ?? NaN);
  metrics.payoutsRatioMax.set(velocity?.ratioMax ?? NaN);
  metrics.newPayeesMax.set(newPayees);
}

async function measure(deps: Measuring): Promise<void> {
  const { metrics } = deps;
  const measured = await inTime(deps, measureDatabase(deps));
  metrics.databaseUp.set(measured === null ? 0 : 1);
  if (measured === null) clear(metrics);
  else show(metrics, measured);
}

type Measured = Awaited<ReturnType<typeof measureDatabase>>;

async function measureDatabase({ db }: Measuring) {
  const [work, facts, exceptions, accounts, checks, partitions, archive] = await Promise.all([
    measureAllWork(db),
    measureFacts(db),
    countOpenExceptions(db),
    listUnhealthy(db),
    findLastChecks(db),
    measurePartitions(db),
    findWalArchive(db),
  ]);
  return { work, facts, exceptions, accounts: [...accounts.values()], checks, partitions, archive };
}

const checkKinds: readonly CheckKind[] = ['audit', 'reconciliation'];

function show(metrics: Metrics, measured: Measured): void {
  const { work, facts, exceptions, accounts, checks, partitions, archive } = measured;
  for (const { name, count, oldestSeconds } of work) {
    metrics.workWaiting.set({ work: name }, count);
    metrics.workOldest.set({ work: name }, oldestSeconds);
  }
  for (const kind of orderKinds) {
    const { count = 0, satang = 0 } = facts.pending.find((row) => row.kind === kind) ?? {};
    metrics.ordersPending.set({ kind }, count);
    metrics.ordersPendingSatang.set({ kind }, satang);
  }
  for (const kind of exceptionKinds) {
    const { count = 0 } = exceptions.find((row) => row.kind === kind) ?? {};
    metrics.exceptionsOpen.set({ kind }, count);
  }
  for (const check of checkKinds) {
    const run = checks.get(check);
    metrics.checkRunAt.set({ check }, (run?.at.getTime() ?? 0) / 1000);
    metrics.checkDifferences.set({ check }, run?.differences ?? 0);
  }
  for (const { table, endsAt, strayRows } of partitions) {
    metrics.partitionsEndAt.set({ table }, (endsAt?.getTime() ?? 0) / 1000);
    metrics.partitionStrays.set({ table }, strayRows);
  }
  const unhealthy = (health: string) => accounts.filter((each) => each.health === health).length;
  metrics.accountsDown.set(unhealthy('down'));
  metrics.accountsDegraded.set(unhealthy('degraded'));
  metrics.webhooksUnhealthy.set({ state: 'failing' }, facts.failingWebhooks);
  metrics.webhooksUnhealthy.set({ state: 'disabled' }, facts.disabledWebhooks);
  metrics.countedUntil.set(facts.countedUntil);
  metrics.databaseBytes.set(facts.databaseBytes);
  metrics.walArchivedAt.set((archive?.archivedAt.getTime() ?? 0) / 1000);
}

/** The previous values would look current. */
function clear(metrics: Metrics): void {
  const labelled = [
    metrics.workWaiting,
    metrics.workOldest,
    metrics.ordersPending,
    metrics.ordersPendingSatang,
    metrics.exceptionsOpen,
    metrics.checkRunAt,
    metrics.checkDifferences,
    metrics.webhooksUnhealthy,
    metrics.partitionsEndAt,
    metrics.partitionStrays,
  ];
  for (const gauge of labelled) gauge.reset();
  const plain = [
    metrics.accountsDown,
    metrics.accountsDegraded,
    metrics.countedUntil,
    metrics.databaseBytes,
    metrics.walArchivedAt,
  ];
  for (const gauge of plain) gauge.set(NaN);
}
