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
 * What an order is on its way, and when all goes well. That is not shown: each upsert costs
 * Temporal as much as a signal, and whether a workflow still runs is shown anyway.
 */
const unremarkable: ReadonlySet<string> = new Set(['pending', 'processing', 'succeeded']);

interface Advanced {
  readonly status: string;
  readonly opensForMs: number | null;
}

/**
 * An order's life is a loop: have done whatever is due, sleep until the provider calls or the time
 * for the next step has come, until nothing is awaited any more. A signal only says "look": what it
 * is about lies in the database. `between` is run before each sleep. Returns the order's end.
 */
export async function liveUntilEnded(
  advance: () => Promise<Advanced>,
  between: () => Promise<void> = async () => {},
): Promise<string> {
  let called = false;
  setHandler(callbackSignal, () => {
    called = true;
  });
  // Orders of earlier days were started as `pending`, and have each change shown.
  let shown = workflowInfo().typedSearchAttributes.get(orderStatus);

  for (;;) {
    called = false;
    const { status, opensForMs } = await advance();
    if (status !== shown && (shown !== undefined || !unremarkable.has(status))) {
      upsertSearchAttributes([{ key: orderStatus, value: status }]);
      shown = status;
    }
    if (opensForMs === null) {
      await condition(allHandlersFinished);
      if (!called) return status;
    } else {
      await between();
      await condition(() => called, opensForMs);
    }
  }
}
