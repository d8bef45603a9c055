import { transferKinds, type Account } from '../../src/ledger/rules/ledger';
import { directionOf } from '../../src/orders/rules/kinds';
import type { World } from './world';
import { isEnded, type Row, type Store } from './store';

/** The first violated condition of a finished world; null without one. */
export function findFaults(world: World): string | null {
  const { store, early } = world;
  return (
    early[0] ??
    lostCallback(world) ??
    wrongBooks(store) ??
    firstOf(store.rows, (row, order) =>
      directionOf(row.kind) === 'in'
        ? wrongDeposit(world, row, order)
        : wrongPayout(world, row, order),
    ) ??
    firstOf(store.rows, wrongHistory)
  );
}

function firstOf(
  rows: readonly Row[],
  find: (row: Row, order: number) => string | null,
): string | null {
  for (const [order, row] of rows.entries()) {
    const found = find(row, order);
    if (found !== null) return `order ${order}: ${found}`;
  }
  return null;
}

function lostCallback({ store, answered }: World): string | null {
  const lost = answered.find((id) => store.inbox[id]?.isApplied !== true);
  return lost === undefined ? null : `callback ${lost} was answered and never applied`;
}

/** The sum of an order's transfers on an account. */
function sumOf(store: Store, account: Account, order?: number): number {
  let sum = 0;
  for (const { order: of, transfer } of store.transfers) {
    if (order !== undefined && of !== order) continue;
    const { from, to } = transferKinds[transfer.kind];
    if (to === account) sum += transfer.amountSatang;
    if (from === account) sum -= transfer.amountSatang;
  }
  return sum;
}

function wrongBooks(store: Store): string | null {
  // The hold of the payout exists from the start.
  const holds = store.rows.filter(({ kind }) => kind === 'withdrawal');
  const held = holds.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
  if (store.available !== sumOf(store, 'available')) return 'available is not what was posted';
  if (store.held !== held + sumOf(store, 'held')) return 'held is not what was posted';
  return null;
}

/** All payments are booked: to the order once, the rest to suspense. */
function wrongDeposit({ store, bank }: World, row: Row, order: number): string | null {
  const received = bank.received.filter((each) => each.order === order);
  const paid = received.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
  const credited = sumOf(store, 'available', order);
  const suspended = sumOf(store, 'suspense', order);
  if (!isEnded(row)) return 'still waits';
  if (credited !== (row.status === 'succeeded' ? row.amountSatang : 0)) {
    return `${row.status}, and ${credited} were credited`;
  }
  if (credited + suspended !== paid) {
    return `${paid} were paid, ${credited} credited and ${suspended} suspended`;
  }
  const isEnough = received.some(({ amountSatang }) => amountSatang >= row.amountSatang);
  return isEnough === (row.status === 'succeeded') ? null : `${row.status} with ${paid} paid`;
}

/** The money left at most once, in accordance with the hold. */
function wrongPayout({ store, bank }: World, row: Row, order: number): string | null {
  const paid = bank.payouts[order];
  if ((paid?.times ?? 0) > 1) return `was paid out ${paid?.times} times`;
  if (!isEnded(row)) return row.denials < 2 ? 'still waits' : null;
  const ended = sumOf(store, 'held', order);
  if (ended !== -row.amountSatang) return `its hold of ${row.amountSatang} ended with ${ended}`;
  const isOut = sumOf(store, 'provider_clearing', order) > 0;
  if (isOut !== (row.status === 'succeeded')) return `${row.status}, and its hold says otherwise`;
  return paid?.outcome === row.status ? null : `${row.status}, the bank says ${paid?.outcome}`;
}

/** The transitions form a chain, and each announced one has its event. */
function wrongHistory({ steps, events, status }: Row): string | null {
  let at = 'pending';
  for (const { from, to } of steps) {
    if (from !== at) return `went from ${from} when it was ${at}`;
    at = to;
  }
  if (at !== status) return `is ${status} after steps to ${at}`;
  const announced = steps.flatMap(({ event }) => (event === null ? [] : [event]));
  return announced.join() === events.join()
    ? null
    : `announced [${events.join()}], not [${announced.join()}]`;
}
