import type { Check, Finding, Leftovers, OrderFact, WorkflowFact } from './facts';

const meanings: Readonly<Record<Exclude<keyof Leftovers, 'bankCallbacks'>, string>> = {
  dispatches: 'Temporal was not told of it',
  callbacks: 'a callback was not applied',
  deliveries: 'a delivery is still under way',
  requests: 'the provider is still to be asked for an order that has ended',
  slips: 'a slip was not read',
};

/** Once all is calm nothing waits any more. */
export const nothingIsLeft: Check = ({ leftovers }) => {
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

/** A workflow runs for what is open, and for nothing else; none has failed. */
export const workflowsFit: Check = ({ orders, workflows }) => {
  const failed = workflows.filter(({ status }) => status === 'failed');
  const { idle, forgotten } = compareWorkflows(orders, workflows);
  return [
    ...failed.map(({ id }) => ({ id, what: 'its workflow failed' })),
    ...idle.map((id) => ({ id, what: 'its workflow runs, and nothing is open' })),
    ...forgotten.map((id) => ({ id, what: 'is open, and no workflow looks after it' })),
  ].map(({ id, what }) => ({ kind: 'stuck', subject: id, what }));
};

/** Workflows that run for nothing, and open orders for which none runs, by their ids. */
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

/** Its merchant ended it: the workflow hears of that when it wakes at the old deadline. */
const isAsleep = ({ status, overdueMs }: OrderFact): boolean =>
  status === 'expired' && overdueMs !== null && overdueMs < 0;
