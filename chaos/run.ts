import { readConfig } from '../src/config';
import { findViolations } from '../src/db/ledger/invariants';
import { injectFaults } from './faults/inject';
import { figuresOf } from './figures';
import type { Figures } from './figures';
import type { TemporalKind } from './installation/temporal-part';
import { startInstallation } from './installation/installation';
import type { Installation } from './installation/installation';
import { openShops } from './installation/shops';
import { visitBank } from './load/bank';
import type { Field } from './load/field';
import { Load } from './load/load';
import { Notes } from './load/notes';
import { insist } from './load/wire';
import type { Plan } from './plan/plan-run';
import { Receivers } from './receivers/receivers';
import { Recovery } from './recovery';
import { settle } from './calm/settle';
import type { Facts } from './verdict/facts';
import { judge } from './verdict/judge';
import { countWaiting, readBook } from './verdict/read-book';
import { readMerchants } from './verdict/read-merchants';
import {
  readBooked,
  readCallbackEvents,
  readCallbacks,
  readEvents,
  readLeftovers,
  readOpen,
  readOrders,
  readReleased,
  readSuspense,
} from './verdict/read-database';
import { readWorkflows } from './verdict/read-workflows';

export interface RunOptions {
  readonly plan: Plan;
  readonly temporal: TemporalKind;
  /** The compiled `gateway` command. */
  readonly entry: string;
  /** The same for one API and one worker. */
  readonly besideEntry: string;
  readonly say: (line: string) => void;
  /** Rejects when the run is to end before its end. */
  readonly ended: Promise<never>;
}

const RUN_MS_MAX = 20 * 60_000;

/** One run, from an empty folder to its verdict. */
export async function run(options: RunOptions): Promise<Figures> {
  const { plan, say, ended } = options;
  say(`seed ${plan.seed}`);
  const installation = await Promise.race([startInstallation(options), ended]);
  let isSound = false;
  try {
    const figures = await Promise.race([harm(installation, options), ended, tooLate()]);
    isSound = figures.findings.length === 0;
    return figures;
  } finally {
    if (!isSound) say(`What was written stays in ${installation.folder}`);
    await installation.close(!isSound);
  }
}

/** Rejects when a run takes longer than any machine should need. */
function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    const late = () => reject(new Error(`not done within ${RUN_MS_MAX / 60_000} minutes`));
    setTimeout(late, RUN_MS_MAX).unref();
  });
}

async function harm(installation: Installation, options: RunOptions): Promise<Figures> {
  const { plan, temporal, say } = options;
  const beganMs = Date.now();
  const recovery = new Recovery();
  const { field, receivers } = await prepare(installation, plan, recovery);
  const load = new Load(field, plan.life);
  const stage = { installation, receivers, load, recovery };
  await Promise.all([load.run(), injectFaults(stage, plan.faults, say)]);
  const loadMs = Date.now() - beganMs;
  await receivers.calm();
  await installation.processes.whole();
  const calm = await settle(installation, field, say);
  const facts = await gather(installation, field, receivers);
  const findings = judge(facts);
  const callbackToWebhookMs = await measureWebhooks(installation, receivers);
  await receivers.close();
  const tookMs = Date.now() - beganMs;
  const outcome = { plan, temporal, field, facts, findings, calm, loadMs, tookMs };
  return figuresOf({ ...outcome, callbackToWebhookMs });
}

async function prepare(installation: Installation, { seed }: Plan, recovery: Recovery) {
  const { db, apiUrl, bankUrl, providerKey } = installation;
  const shops = await openShops(db);
  const notes = new Notes();
  const field: Field = {
    apiUrl,
    providerKey,
    billerId: readConfig({}).provider.billerId,
    shops,
    bank: visitBank(bankUrl),
    notes,
    recovery,
    ask: (call, heard) =>
      insist(call, (answer) => {
        // 503 says that it cannot now; anything else of the kind says that it broke.
        if (answer !== null && answer.status >= 500 && answer.status !== 503) {
          notes.wrong(
            `${call.method ?? 'POST'} was answered ${answer.status}: ${answer.body}`,
            call.url,
          );
        }
        heard?.(answer);
      }),
  };
  return { field, receivers: await Receivers.open({ apiUrl, shops }, seed, recovery) };
}

/** What was asked, what is, and what the bank says. */
async function gather(
  { db, bankUrl, temporalAddress }: Installation,
  field: Field,
  { subscribers }: Receivers,
): Promise<Facts> {
  const { asked, told, ended, amiss, moved, decisions } = field.notes;
  const [open, suspense] = [await readOpen(db), await readSuspense(db)];
  return {
    asked,
    told,
    ended,
    amiss,
    moved,
    decisions,
    open,
    released: await readReleased(db),
    orders: await readOrders(db),
    callbacks: await readCallbacks(db),
    events: await readEvents(db),
    subscribers: subscribers.map(({ receiver, ...subscriber }) => ({
      ...subscriber,
      receipts: receiver.receipts,
      unsigned: receiver.unsigned,
    })),
    book: await readBook(bankUrl),
    booked: await readBooked(db),
    unownedSatang: suspense.get(null) ?? 0,
    merchants: await readMerchants(field, suspense, open),
    leftovers: { ...(await readLeftovers(db)), bankCallbacks: await countWaiting(bankUrl) },
    workflows: await readWorkflows(temporalAddress),
    violations: await findViolations(db),
  };
}

/** From the acceptance of each callback to its event at a webhook that is always well. */
async function measureWebhooks(
  { db }: Installation,
  { subscribers }: Receivers,
): Promise<readonly number[]> {
  const firstMs = new Map<string, number>();
  for (const { receiver, name } of subscribers) {
    if (name !== 'steady' && name !== 'small') continue;
    for (const { eventId, atMs } of receiver.receipts) {
      firstMs.set(eventId, Math.min(atMs, firstMs.get(eventId) ?? Infinity));
    }
  }
  return (await readCallbackEvents(db)).flatMap(({ eventId, receivedMs }) => {
    const heardMs = firstMs.get(eventId);
    return heardMs === undefined ? [] : [heardMs - receivedMs];
  });
}
