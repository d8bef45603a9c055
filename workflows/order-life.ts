import {
  allHandlersFinished,
  condition,
  defineSignal,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { providerCallback } from './contract';
import { utcMinute } from './utc-minute';

const callbackSignal = defineSignal<[callbackId: string]>(providerCallback);
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
  /** Of domain/hang.ts; null: it does not hang; absent: as before. */
  readonly hang?: {
    readonly stage: string;
    readonly accountId: string;
    readonly details: string;
  } | null;
}

/**
 * Shows an order in the Temporal UI. Search attributes of orders that hang or have failed are
 * upserted, which is a history event; the current details are a value of this workflow and cause
 * none.
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

/**
 * The loop of every order: run the activity, then sleep until a signal or the time that the
 * activity returned, until the order has ended. A signal carries no data: the activity reads the
 * database. `summary` names the timer in the Temporal UI. `between` runs before each sleep. Returns
 * the final status.
 */
export async function runUntilTerminal(
  summary: string,
  advance: () => Promise<Advanced>,
  between: () => Promise<void> = async () => {},
): Promise<string> {
  let signalled = false;
  setHandler(callbackSignal, () => {
    signalled = true;
  });
  const display = createDisplay();

  for (;;) {
    signalled = false;
    const advanced = await advance();
    display(advanced);
    if (advanced.opensForMs === null) {
      await condition(allHandlersFinished);
      if (!signalled) return advanced.status;
    } else {
      await between();
      await condition(() => signalled, advanced.opensForMs, { summary });
    }
  }
}
