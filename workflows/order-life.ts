import {
  allHandlersFinished,
  condition,
  defineSignal,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { defineSearchAttributeKey } from '@temporalio/common';
import { providerCallback } from './contract';

const callbackSignal = defineSignal<[callbackId: string]>(providerCallback);
const orderStatus = defineSearchAttributeKey('OrderStatus', 'KEYWORD');

/**
 * Statuses that are not upserted as a search attribute: each upsert costs Temporal as much as a
 * signal, and the Temporal UI shows whether a workflow runs.
 */
const unremarkable: ReadonlySet<string> = new Set(['pending', 'processing', 'succeeded']);

interface Advanced {
  readonly status: string;
  readonly opensForMs: number | null;
}

/**
 * The loop of every order: run the activity, then sleep until a signal or the time that the
 * activity returned, until the order has ended. A signal carries no data: the activity reads the
 * database. `between` runs before each sleep. Returns the final status.
 */
export async function runUntilTerminal(
  advance: () => Promise<Advanced>,
  between: () => Promise<void> = async () => {},
): Promise<string> {
  let signalled = false;
  setHandler(callbackSignal, () => {
    signalled = true;
  });
  // Workflows of earlier versions were started as `pending` and show each change.
  let shown = workflowInfo().typedSearchAttributes.get(orderStatus);

  for (;;) {
    signalled = false;
    const { status, opensForMs } = await advance();
    if (status !== shown && (shown !== undefined || !unremarkable.has(status))) {
      upsertSearchAttributes([{ key: orderStatus, value: status }]);
      shown = status;
    }
    if (opensForMs === null) {
      await condition(allHandlersFinished);
      if (!signalled) return status;
    } else {
      await between();
      await condition(() => signalled, opensForMs);
    }
  }
}
