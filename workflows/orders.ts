import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { Activities } from '../activities';
import { providerCallback, slipReceived, type OrderInput } from './contract';
import { advancePolicy, readSlipPolicy, requestPolicy } from './policies';
import { utcMinute } from './utc-minute';

const { advanceOrder } = proxyLocalActivities<Activities>({
  ...advancePolicy,
  summary: 'Apply callbacks and the deadline, then send webhooks',
});
const { advanceInquired } = proxyLocalActivities<Activities>({
  ...requestPolicy,
  summary: 'Apply callbacks, then inquire about the money',
});
const { advanceRequest } = proxyLocalActivities<Activities>({
  ...requestPolicy,
  summary: 'Apply callbacks, then submit to the provider or inquire',
});
const { readSlip } = proxyActivities<Activities>({
  ...readSlipPolicy,
  summary: 'Read the slip',
});

const callbackSignal = defineSignal<[callbackId: string]>(providerCallback);
const slipSignal = defineSignal<[slipId: string]>(slipReceived);
const orderStatus = defineSearchAttributeKey('OrderStatus', 'KEYWORD');
const orderStage = defineSearchAttributeKey('Stage', 'KEYWORD');
const providerAccount = defineSearchAttributeKey('ProviderAccount', 'KEYWORD');

/**
 * Statuses that are not upserted as a search attribute: each upsert costs Temporal as much as a
 * signal, and the Temporal UI shows whether a workflow runs.
 */
const unremarkable: ReadonlySet<string> = new Set(['pending', 'processing', 'succeeded']);

interface Advanced {
  readonly status: string;
  readonly opensForMs: number | null;
  /** See domain/hang.ts. Null: the order does not hang. Absent: as before. */
  readonly hang?: {
    readonly stage: string;
    readonly accountId: string;
    readonly details: string;
  } | null;
}

/**
 * For the Temporal UI. Search attributes of orders that hang or have failed are upserted, which is
 * a history event; the current details are a value of this workflow and cause none.
 */
function createDisplay(): (advanced: Advanced) => void {
  const { typedSearchAttributes: given } = workflowInfo();
  let shownStatus = given.get(orderStatus);
  // Null after it was removed in an earlier run.
  let shownStage = given.get(orderStage) ?? undefined;
  let shownAccount = given.get(providerAccount);
  let details: string | null = null;

  return function display({ status, opensForMs, hang }) {
    const stage = opensForMs === null ? undefined : hang === undefined ? shownStage : hang?.stage;
    const accountId = stage === undefined ? shownAccount : (hang?.accountId ?? shownAccount);
    const isShown = shownStatus !== undefined || stage !== undefined || !unremarkable.has(status);
    const changes = [
      ...(isShown && status !== shownStatus ? [{ key: orderStatus, value: status }] : []),
      ...(stage !== shownStage ? [{ key: orderStage, value: stage ?? null }] : []),
      ...(accountId !== shownAccount ? [{ key: providerAccount, value: accountId ?? null }] : []),
    ];
    if (changes.length > 0) upsertSearchAttributes(changes);
    if (isShown) shownStatus = status;
    shownStage = stage;
    shownAccount = accountId;
    if (hang !== undefined) details = hang?.details ?? null;
    setCurrentDetails(
      opensForMs === null
        ? `Ended as ${status}.`
        : (details ?? `Status ${status}. Next step at a callback, or ${utcMinute(opensForMs)}.`),
    );
  };
}

/** The differences between the workflow types of orders. */
interface Life {
  readonly advance: (orderId: string) => Promise<Advanced>;
  /** The timer's name in the Temporal UI. */
  readonly timer: string;
  /** Slips are read beside the loop: they move no money and delay nothing. */
  readonly readsSlips?: boolean;
}

/**
 * The loop of every order: run the activity, then sleep until a signal or the time that the
 * activity returned, until the order has ended. A signal carries no data: the activity reads the
 * database. A run with a long history continues as new. Returns the final status.
 */
async function live({ advance, timer, readsSlips = false }: Life, input: OrderInput) {
  const { orderId } = input;
  let signalled = false;
  setHandler(callbackSignal, () => {
    signalled = true;
  });
  if (readsSlips) {
    setHandler(slipSignal, async (slipId) => {
      await readSlip(slipId);
    });
  }
  const display = createDisplay();

  for (;;) {
    signalled = false;
    const advanced = await advance(orderId);
    display(advanced);
    if (advanced.opensForMs === null) {
      await condition(allHandlersFinished);
      if (!signalled) return advanced.status;
    } else {
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished);
        await continueAsNew({ orderId });
      }
      await condition(() => signalled, advanced.opensForMs, { summary: timer });
    }
  }
}

/** A workflow type is named like its export. */
const orderWorkflow = (life: Life) => (input: OrderInput) => live(life, input);

/**
 * Payments and deposits wait for money. The deadline is the workflow's start delay, so that the
 * first workflow task is caused by a callback's signal or by the deadline. A later payment starts a
 * new run under the same id. A slip extends the deadline in the database: the workflow wakes at the
 * original one and sleeps again.
 */
export const qrPayment = orderWorkflow({ advance: advanceOrder, timer: 'Deadline of the payment' });
export const deposit = orderWorkflow({
  advance: advanceOrder,
  timer: 'Deadline of the deposit',
  readsSlips: true,
});

/**
 * The gateway finds the money of these by inquiries (domain/inquiry-plan.ts). The first one is the
 * workflow's start delay. The workflow runs until the last inquiry, after the order has ended.
 */
const inquired = { advance: advanceInquired, timer: 'Next inquiry about the money' };
export const inquiredPayment = orderWorkflow(inquired);
export const inquiredDeposit = orderWorkflow({ ...inquired, readsSlips: true });

/**
 * These need a request to the provider (domain/payout-plan.ts):
 *
 * 1. The activity claims the submission in the database and submits the request.
 * 2. The workflow sleeps until a callback signals it or the next inquiry is due.
 * 3. The activity applies the callback, or inquires and applies the answer.
 * 4. Steps 2 and 3 repeat until the order has ended.
 */
const requested = { advance: advanceRequest, timer: 'Next submission or inquiry' };
export const withdrawal = orderWorkflow(requested);
export const refund = orderWorkflow(requested);
export const tokenPayment = orderWorkflow(requested);
