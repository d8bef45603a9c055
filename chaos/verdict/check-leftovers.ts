import type { Check, Finding, Leftovers, OrderFact, WorkflowFact } from './facts';

const meanings: Readonly<Record<Exclude<keyof Leftovers, 'bankCallbacks'>, string>> = {
  messages: 'the outbox message was not dispatched',
  callbacks: 'the callback was not applied',
  deliveries: 'the delivery is pending',
  requests: 'the provider request of a terminal order is pending',
  slips: 'the slip was not processed',
};

/** No work is pending after the run. */
export const nothingIsPending: Check = ({ leftovers }) => {
  const { bankCallbacks, ...ours } = leftovers;
  const names = Object.keys(meanings) as (keyof typeof meanings)[];
  const findings: Finding[] = names.flatMap((name) =>
    ours[name].map((subject) => ({ kind: 'stuck' as const, subject, what: meanings[name] })),
  );
  if (bankCallbacks > 0) {
    const what = `${bankCallbacks} callbacks could not be delivered`;
    findings.push({ kind: 'stuck', subject: 'the bank', what });
  }
  return findings;
};

/** Each open order has a running workflow, no other order has one, and none has failed. */
export const workflowsMatchOrders: Check = ({ orders, workflows }) => {
  const failed = workflows.filter(({ status }) => status === 'failed');
  const { idle, forgotten } = compareWorkflows(orders, workflows);
  return [
    ...failed.map(({ id }) => ({ id, what: 'its workflow failed' })),
    ...idle.map((id) => ({ id, what: 'its workflow is running, but the order is terminal' })),
    ...forgotten.map((id) => ({ id, what: 'is open without a running workflow' })),
  ].map(({ id, what }) => ({ kind: 'stuck', subject: id, what }));
};

/** Ids of workflows without an open order, and of open orders without a workflow. */
export function compareWorkflows(
  orders: readonly OrderFact[],
  workflows: readonly WorkflowFact[],
): { readonly idle: readonly string[]; readonly forgotten: readonly string[] } {
  const running = new Set(
    workflows.filter(({ status }) => status === 'running').map(({ id }) => id),
  );
  const open = orders.filter(isOpen).map(({ id }) => id);
  const mayRun = new Set([...open, ...orders.filter(isAsleep).map(({ id }) => id)]);
  return {
    idle: [...running].filter((id) => !mayRun.has(id)),
    forgotten: open.filter((id) => !running.has(id)),
  };
}

export const isOpen = ({ status }: OrderFact): boolean =>
  status === 'pending' || status === 'processing';

/**
 * Expired by its merchant: the workflow ends at the original deadline. Or with a QR code that can
 * be paid twice: after the last inquiry.
 */
const isAsleep = ({ status, overdueMs, isInquired }: OrderFact): boolean =>
  isInquired || (status === 'expired' && overdueMs !== null && overdueMs < 0);
