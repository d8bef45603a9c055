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
import type { Activities, OrderAdvanced } from '../activities';
import { providerCallback, slipReceived, type OrderInput } from './contract';
import { advancePolicy, readSlipPolicy } from './policies';
import { utcMinute } from './utc-minute';

const { advanceOrder } = proxyLocalActivities<Activities>({
  ...advancePolicy,
  summary: 'Apply callbacks and the deadline, submit or inquire, send webhooks',
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

/**
 * For the Temporal UI. Search attributes of orders that hang or have failed are upserted, which is
 * a history event; the current details are a value of this workflow and cause none.
 */
function createDisplay(): (advanced: OrderAdvanced) => void {
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

/**
 * The loop of every order: run the activity, then sleep until a signal or the time that the
 * activity returned, until the order has ended. A signal carries no data: the activity reads the
 * database. Slips are read beside the loop: they move no money and delay nothing. A run with a long
 * history continues as new. Returns the final status.
 *
 * - Payments and deposits wait for money. The deadline is the workflow's start delay, so that the
 *   first workflow task is caused by a callback's signal or by the deadline. A later payment starts
 *   a new run under the same id. A slip extends the deadline in the database: the workflow wakes at
 *   the original one and sleeps again.
 * - The gateway finds the money of `inquired…` by inquiries (orders/rules/inquiry-plan.ts). The
 *   first one is the start delay. The workflow runs until the last inquiry, after the order has
 *   ended.
 * - Withdrawals, refunds and token payments need a request to the provider
 *   (orders/rules/payout-plan.ts): the activity claims and submits it, then applies callbacks or
 *   inquires when that is due.
 */
async function order({ orderId }: OrderInput): Promise<string> {
  let signalled = false;
  setHandler(callbackSignal, () => {
    signalled = true;
  });
  setHandler(slipSignal, async (slipId) => {
    await readSlip(slipId);
  });
  const display = createDisplay();

  for (;;) {
    signalled = false;
    const advanced = await advanceOrder(orderId);
    display(advanced);
    if (advanced.opensForMs === null) {
      await condition(allHandlersFinished);
      if (!signalled) return advanced.status;
    } else {
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished);
        await continueAsNew({ orderId });
      }
      await condition(() => signalled, advanced.opensForMs, { summary: 'Deadline or next action' });
    }
  }
}

/** Types of one workflow, so that the Temporal UI shows what an order is (orders/rules/kinds). */
export {
  order as deposit,
  order as inquiredDeposit,
  order as inquiredPayment,
  order as qrPayment,
  order as refund,
  order as tokenPayment,
  order as withdrawal,
};
