import { readConfig } from '../src/config';
import { createAccountBank } from './accounts/account-bank';
import { auditLedger } from '../src/reports/audit-ledger';
import { commandAudit } from '../src/commands/wiring';
import { injectFaults } from './faults/inject';
import { figuresOf, type Figures } from './figures';
import type { TemporalKind } from './installation/temporal-part';
import { startInstallation, type Installation } from './installation/installation';
import { createBankClient } from './load/bank';
import { changePrices } from './load/change-prices';
import type { RunContext } from './load/run-context';
import { Load } from './load/load';
import { RunLog } from './load/run-log';
import { requestWithRetry } from './load/http';
import { dayAt, holidays } from './plan/bank-days';
import type { Plan } from './plan/plan-run';
import { Receivers } from './receivers/receivers';
import { Recovery } from './recovery';
import { waitUntilIdle } from './idle/wait-until-idle';
import type { Facts } from './verdict/facts';
import { judge } from './verdict/judge';
import { countWaiting, readBooks, submissionsAt } from './verdict/read-book';
import { readMerchants } from './verdict/read-merchants';
import { readLinks, readPages } from './verdict/read-pages';
import {
  readBooked,
  readCallbackEvents,
  readCallbacks,
  readEvents,
  readFailedAudits,
  readLeftovers,
  readLots,
  readOpen,
  readOrders,
  readReleased,
  readSuspense,
  readTransfers,
} from './verdict/read-database';
import { readWorkflows } from './verdict/read-workflows';

export interface RunOptions {
  readonly plan: Plan;
  readonly temporal: TemporalKind;
  /** The compiled `gateway` command. */
  readonly entry: string;
  /** Entry script of one API and one worker, which run beside the main installation. */
  readonly besideEntry: string;
  readonly print: (line: string) => void;
  /** Rejects on a termination signal. */
  readonly ended: Promise<never>;
}

const RUN_MS_MAX = 20 * 60_000;

/** A run from an empty folder to the figures. */
export async function run(options: RunOptions): Promise<Figures> {
  const { plan, print, ended } = options;
  print(`seed ${plan.seed}`);
  const installation = await Promise.race([
    startInstallation({
      ...options,
      seed: plan.seed,
      hasBankDays: plan.faults.some(({ fault }) => fault.kind === 'days'),
    }),
    ended,
  ]);
  let isClean = false;
  try {
    const figures = await Promise.race([
      runLoad(installation, options),
      ended,
      rejectAfterTimeout(),
    ]);
    isClean = figures.findings.length === 0;
    return figures;
  } finally {
    if (!isClean) print(`Logs and data are in ${installation.folder}`);
    await installation.close(!isClean);
  }
}

/** Rejects after the longest duration of a run. */
function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    const late = () => reject(new Error(`the run took more than ${RUN_MS_MAX / 60_000} minutes`));
    setTimeout(late, RUN_MS_MAX).unref();
  });
}

async function runLoad(installation: Installation, options: RunOptions): Promise<Figures> {
  const { plan, temporal, print } = options;
  const beganMs = Date.now();
  const recovery = new Recovery();
  const { context, receivers } = await prepare(installation, plan, recovery);
  const load = new Load(context, plan.schedule);
  const stage = { installation, receivers, load, recovery, alone: Promise.resolve() };
  const [repriced] = await Promise.all([
    changePrices(installation, load),
    load.run(),
    injectFaults(stage, plan.faults, print),
  ]);
  const loadMs = Date.now() - beganMs;
  await receivers.endFailures();
  await installation.processes.whole();
  const idle = await waitUntilIdle(installation, context, print);
  const gathered = await collectFacts(installation, context, receivers);
  const facts = { ...gathered, repriced };
  const findings = judge(facts);
  const callbackToWebhookMs = await measureWebhooks(installation, receivers);
  await receivers.close();
  const tookMs = Date.now() - beganMs;
  const outcome = { plan, temporal, context, facts, findings, idle, loadMs, tookMs };
  return figuresOf({ ...outcome, callbackToWebhookMs });
}

async function prepare(installation: Installation, { seed }: Plan, recovery: Recovery) {
  const { apiUrl, bankUrl, providerKey, merchants, accounts } = installation;
  const log = new RunLog();
  const context: RunContext = {
    apiUrl,
    providerKey,
    billerId: readConfig({}).provider.billerId,
    merchants,
    bank: createBankClient(bankUrl),
    accounts,
    accountBank: createAccountBank(accounts),
    log,
    recovery,
    callGateway: (call, onResponse) =>
      requestWithRetry(call, (answer) => {
        // 503 means temporarily unavailable. Any other 5xx is a finding.
        if (answer !== null && answer.status >= 500 && answer.status !== 503) {
          log.recordUnexpected(
            `${call.method ?? 'POST'} was answered ${answer.status}: ${answer.body}`,
            call.url,
          );
        }
        onResponse?.(answer);
      }),
  };
  return { context, receivers: await Receivers.open({ apiUrl, merchants }, seed, recovery) };
}

/** The facts of the clients, of the gateway and of the bank. */
async function collectFacts(
  { db, vault, bankUrl, temporalAddress }: Installation,
  context: RunContext,
  { subscribers }: Receivers,
): Promise<Omit<Facts, 'repriced'>> {
  const { requested, acceptedCallbacks, ended, unexpectedResponses, moved, decisions } =
    context.log;
  const { renewed, returned } = context.log;
  const { accounts } = context;
  const [open, suspense] = [await readOpen(db), await readSuspense(db)];
  const today = dayAt(Date.now());
  return {
    requested,
    acceptedCallbacks,
    ended,
    unexpectedResponses,
    moved,
    decisions,
    open,
    released: await readReleased(db),
    renewed,
    returned,
    links: await readLinks(context),
    pages: await readPages(context),
    orders: await readOrders(db),
    callbacks: await readCallbacks(db),
    events: await readEvents(db),
    subscribers: subscribers.map(({ receiver, ...subscriber }) => ({
      ...subscriber,
      receipts: receiver.receipts,
      unsigned: receiver.unsigned,
    })),
    book: await readBooks({ bankUrl, accounts }),
    submissions: submissionsAt(accounts),
    booked: await readBooked(db),
    unownedSatang: suspense.get(null) ?? 0,
    merchants: await readMerchants(context, suspense, open),
    transfers: await readTransfers(db),
    lots: await readLots(db),
    holidays: { days: holidays, enteredMs: context.recovery.holidaysMs, today },
    leftovers: {
      ...(await readLeftovers(db)),
      bankCallbacks: await countWaiting({ bankUrl, accounts }),
    },
    workflows: await readWorkflows(temporalAddress),
    violations: [
      ...(await readFailedAudits(db)),
      ...(await auditLedger({ db, vault }, commandAudit())),
    ],
  };
}

/** Milliseconds from each accepted callback to its event at an always healthy webhook. */
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
    const acceptedMs = firstMs.get(eventId);
    return acceptedMs === undefined ? [] : [acceptedMs - receivedMs];
  });
}
