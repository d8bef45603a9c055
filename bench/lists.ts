import { connect } from '../src/platform/postgres/connect';
import { rollUpNextHour } from '../src/orders/store/roll-up-orders';
import { measureExport, type ExportFigures } from './lists-export';
import { measureSearches, type ListFigures } from './lists-search';
import { seedLists } from './lists-seed';
import { startOurApi } from './ours';
import { quantile } from './rounds';
import type { Stand } from './stand';

const SEEDING = { orders: 1_000_000, days: 90 };
const ROUNDS = 25;
/** Offsets have no target: they read the skipped rows. */
const OFFSET_ROUNDS = 3;
const DEEP = 500_000;

export interface ListsReport {
  readonly orders: number;
  readonly days: number;
  readonly seedMs: number;
  /** The time and the steps of the complete rollup of past hours. */
  readonly rollUpMs: number;
  readonly rollUpSteps: number;
  /** The first page before the rollup, which counts every row. */
  readonly beforeRollUpMs: number;
  readonly lists: readonly ListFigures[];
  readonly file: ExportFigures;
  /** The latency of a single-row request at the same time, as a baseline. */
  readonly oneRowMs: number;
}

/** Pages of a list of a million orders through the API, with `total`. */
export async function measureLists(stand: Stand): Promise<ListsReport> {
  stand.say(`Lists: generating ${SEEDING.orders} orders of one merchant`);
  const temporal = await stand.startTemporal();
  const ours = await startOurApi(stand, { temporalAddress: temporal.address, webhookUrl: null });
  const target = ours.targets.payment;
  await temporal.stop();
  const db = connect(ours.databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  try {
    const [merchantId = ''] = await db('merchants').pluck<string[]>('id');
    const seedMs = await time(() => seedLists(db, merchantId, SEEDING));
    const ask = (path: string) => askFor(`${target.origin}/Thai/v1/${path}`, target.create.headers);
    const beforeRollUp = await measure(ask, 'transactions', OFFSET_ROUNDS);
    stand.say('Lists: folding');
    let rollUpSteps = 0;
    const rollUpMs = await time(async () => {
      while (await rollUpNextHour(db)) rollUpSteps++;
    });
    await db.raw('vacuum analyze order_counts');
    stand.say(`Lists: ${ROUNDS} requests of each`);
    const lists = await measureAll(ask);
    stand.say('Lists: searches and CSV export');
    const searches = await measureSearches(db, merchantId);
    const file = await measureExport(db, merchantId);
    const { medianMs: oneRowMs } = await measure(ask, 'balance', ROUNDS);
    const { medianMs: beforeRollUpMs } = beforeRollUp;
    return {
      ...SEEDING,
      seedMs,
      rollUpMs,
      rollUpSteps,
      beforeRollUpMs,
      lists: [...lists, ...searches],
      file,
      oneRowMs,
    };
  } finally {
    await db.destroy();
  }
}

async function measureAll(ask: Ask): Promise<readonly ListFigures[]> {
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const range = `start_date=${day(40)}&end_date=${day(33)}`;
  const lists = ['transactions', 'payments'].flatMap((list) => [
    list,
    `${list}?limit=100`,
    `${list}?status=succeeded`,
    `${list}?status=failed`,
    `${list}?status=pending`,
    `${list}?${range}`,
    `${list}?status=failed&${range}`,
    `${list}?status=succeeded&start_date=${day(80)}`,
  ]);
  lists.push(
    'transactions?status=refunded',
    'transactions?type=payment',
    'transactions?type=refund',
  );
  lists.push(`transactions?type=refund&status=succeeded&${range}`);
  lists.push('payments?reference=ORDER-500000', 'payments?reference=none');
  for (const list of ['transactions', 'payments']) {
    const { next_cursor: cursor } = await ask(`${list}?limit=1&offset=${DEEP}`);
    lists.push(`${list}?cursor=${cursor}`, `${list}?status=failed&cursor=${cursor}`);
  }
  const figures: ListFigures[] = [];
  for (const list of lists) figures.push(await measure(ask, list, ROUNDS));
  for (const list of ['transactions', 'payments']) {
    figures.push(await measure(ask, `${list}?offset=900000`, OFFSET_ROUNDS));
  }
  return figures;
}

interface Page {
  readonly total: number;
  readonly next_cursor: string | null;
}
type Ask = (path: string) => Promise<Page>;

async function askFor(url: string, headers: Readonly<Record<string, string>>): Promise<Page> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Page;
}

async function measure(ask: Ask, list: string, rounds: number): Promise<ListFigures> {
  const { total } = await ask(list);
  const durationsMs: number[] = [];
  for (let round = 0; round < rounds; round++) durationsMs.push(await time(() => ask(list)));
  const name = list.replace(/cursor=.*/, `cursor after ${DEEP}`);
  return {
    list: name,
    total,
    medianMs: quantile(durationsMs, 0.5),
    p95Ms: quantile(durationsMs, 0.95),
  };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
