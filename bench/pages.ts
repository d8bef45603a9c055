import { connect, type Db } from '../src/platform/postgres/connect';
import { dashboardOperations } from '../src/pages/dashboard/operations';
import { startOurApi } from './ours';
import { payOne, seedPages, signIn } from './pages-seed';
import { fileTypes, type FileType } from '../src/pages/kit/files/open-file';
import { bangkokPeriods } from '../src/kernel/rules/bangkok-day';
import { statementColumns } from '../src/statements/pages/columns';
import { statementLines } from '../src/statements/read-statement';
import { measureCold, post, type ColdFigures } from './cold-pages';
import { measureFile, type FileFigures } from './lists-export';
import { quantile } from './rounds';
import type { Target } from './driver/jobs';
import type { Stand } from './stand';

const SEEDING = { orders: 1_000_000, days: 90 };
const ROUNDS = 100;
const WARM_UP_ROUNDS = 5;

export interface PageFigures {
  readonly page: string;
  /** Uncompressed bytes of the response. */
  readonly kb: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

export interface PagesReport {
  readonly orders: number;
  readonly seedMs: number;
  readonly pages: readonly PageFigures[];
  /** The entries of last month as files. */
  readonly statements: readonly (FileFigures & { readonly type: FileType })[];
  readonly cold: readonly ColdFigures[];
}

/** Every dashboard page of a merchant with a million orders, one request at a time. */
export async function measurePages(stand: Stand): Promise<PagesReport> {
  stand.say(`Pages: generating ${SEEDING.orders} orders of one merchant`);
  const temporal = await stand.startTemporal();
  const ours = await startOurApi(stand, {
    temporalAddress: temporal.address,
    webhookUrl: null,
    // One request at a time: a slow statement is no overload.
    settings: { QUEUE_DELAY_MAX_MS: '1000', MERCHANT_ACCOUNTS: 'true' },
  });
  await temporal.stop();
  const db = connect(ours.databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  try {
    const [merchantId = ''] = await db('merchants').pluck<string[]>('id');
    const startedMs = performance.now();
    await seedPages(db, merchantId, SEEDING);
    const seedMs = performance.now() - startedMs;
    const { payment: target } = ours.targets;
    const keys = ours.environment['ENCRYPTION_KEYS'] ?? '';
    const paymentId = await payOne(db, target, keys);
    const headers = await signIn(db, merchantId, keys);
    stand.say(`Pages: ${ROUNDS} requests of each`);
    const pages: PageFigures[] = [];
    for (const path of await pathsOf(db, target, paymentId)) {
      pages.push(await measure(path, () => read(`${target.origin}${path}`, headers)));
    }
    stand.say('Pages: the balance of last month as files, and first visits in a browser');
    const statements = [
      await measureStatement(db, merchantId, 'csv'),
      await measureStatement(db, merchantId, 'xlsx'),
    ];
    const cold = await measureCold(target, headers);
    return { orders: SEEDING.orders, seedMs, pages, statements, cold };
  } finally {
    await db.destroy();
  }
}

const lastMonth = () => bangkokPeriods(Date.now()).lastMonth;

async function measureStatement(db: Db, merchantId: string, type: FileType) {
  const merchant = { id: merchantId, name: 'Bench', status: 'active' } as const;
  const lines = () => statementLines({ db }, merchant, lastMonth());
  return { type, ...(await measureFile(fileTypes[type].write, statementColumns, lines)) };
}

/** Requests beside the initial pages. */
const queries: Readonly<Record<string, readonly string[]>> = {
  showPayments: ['?status=failed', '?q=ORDER-500000', '?q=none', '?min=500'],
  showTransactions: ['?status=failed'],
  showBalance: [`?${new URLSearchParams({ ...lastMonth() }).toString()}`],
  showRequests: ['?status=4xx', '?problem=invalid_amount', '?id=req_none', '?key=none'],
};

/** Every page of a signed-in member. Object pages show the newest object. */
async function pathsOf(db: Db, target: Target, paymentId: string): Promise<readonly string[]> {
  const [webhookId = ''] = await db('webhooks').pluck<string[]>('id');
  const [requestId = ''] = await db('api_requests').limit(1).pluck<string[]>('id');
  const refunds = db('orders').where('kind', 'refund');
  const [refundId = ''] = await refunds.limit(1).pluck<string[]>('id');
  const terms = { title: 'Bench', amount: 100, currency: 'THB' };
  const link = await post(target, '/Thai/v1/payment-links', terms);
  const about: Readonly<Record<string, string>> = {
    showWebhook: webhookId,
    showRequest: requestId,
    showPayment: paymentId,
    showRefundForm: paymentId,
    showRefund: refundId,
    showCounterPayment: paymentId,
    showLink: link.payment_link_id,
  };
  const shown = dashboardOperations.filter(
    ({ name, auth }) => auth === 'session' && name.startsWith('show'),
  );
  return shown.flatMap(({ name, path }) => {
    if (!path.includes(':')) return ['', ...(queries[name] ?? [])].map((query) => path + query);
    const id = about[name];
    return id === undefined ? [] : [path.replace(/:\w+/, id)];
  });
}

async function read(url: string, headers: { readonly cookie: string }): Promise<number> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const body = await answer.arrayBuffer();
  if (answer.status !== 200) {
    throw new Error(`${url} answered ${answer.status}: ${Buffer.from(body).toString()}`);
  }
  return body.byteLength;
}

async function measure(page: string, ask: () => Promise<number>): Promise<PageFigures> {
  for (let round = 0; round < WARM_UP_ROUNDS; round++) await ask();
  let bytes = 0;
  const durationsMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now();
    bytes = await ask();
    durationsMs.push(performance.now() - startedMs);
  }
  return {
    page,
    kb: bytes / 1_000,
    medianMs: quantile(durationsMs, 0.5),
    p99Ms: quantile(durationsMs, 0.99),
  };
}
