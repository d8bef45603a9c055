import type { Book, Facts, OrderFact } from './facts';

/** A movement as the bank recorded it, independent of the gateway. */
export interface Movement {
  /** Null if the bank gives none. */
  readonly transactionId: string | null;
  readonly direction: 'in' | 'out';
  /** Reference 1 of a QR code, otherwise the order id. */
  readonly orderName: string;
  readonly amountSatang: number;
}

/** A movement in the book of an account's bank. */
export interface BankMovement extends Movement {
  readonly accountId: string;
}

/** A movement with its order and merchant. */
export interface OwnedMovement extends BankMovement {
  readonly order: OrderFact;
  readonly merchantId: string;
}

/** Every movement in the sandbox bank's book. */
export const movementsOf = ({ transfers, requests }: Book): readonly BankMovement[] => [
  ...transfers.map(({ orderId, ...transfer }) => {
    return { ...transfer, direction: 'in' as const, orderName: orderId };
  }),
  ...requests
    .filter(({ state }) => state === 'succeeded')
    .map(({ transactionId, kind, orderId, amountSatang, accountId }) => {
      const direction = kind === 'charge' ? ('in' as const) : ('out' as const);
      return { accountId, transactionId, direction, orderName: orderId, amountSatang };
    }),
];

/** A movement is in the ledger under this name. */
export const nameOfMovement = ({
  direction,
  transactionId,
}: Pick<Movement, 'direction' | 'transactionId'>): string => `${direction} ${transactionId}`;

/** Movements of the load as a bank, and returns to payers by operators. */
export const movementsBeside = ({ moved, decisions }: Facts): readonly Movement[] => [
  ...moved.map(({ orderId, ...movement }) => ({ ...movement, orderName: orderId })),
  ...[...decisions].flatMap(([orderName, { ways }]) =>
    ways
      .flatMap(({ parts }) => parts)
      .filter(([as]) => as === 'return')
      .map(([, amountSatang]) => {
        return { transactionId: null, direction: 'out' as const, orderName, amountSatang };
      }),
  ),
];

/** The identifiers of an order at banks: Reference 1 of a QR code that the gateway encodes. */
export const namesAtBank = ({ id, ref }: OrderFact): readonly string[] =>
  ref === null ? [id] : [ref, id];

/** Movements in the bank's book whose order exists, with its merchant. */
export function ownedMovements(facts: Facts): readonly OwnedMovement[] {
  const { book, orders, requested, links } = facts;
  const byName = new Map(
    orders.flatMap((order) => namesAtBank(order).map((name) => [name, order])),
  );
  const askedBy = new Map(
    requested.map(({ kind, mark, merchantId }) => [`${kind} ${mark}`, merchantId]),
  );
  const linkedBy = new Map(links.map(({ linkId, merchantId }) => [linkId, merchantId]));
  return movementsOf(book).flatMap((movement) => {
    const order = byName.get(movement.orderName);
    if (order === undefined) return [];
    // From the run log. The gateway's merchant is used only for an unrequested order.
    const merchantId =
      linkedBy.get(order.paymentLinkId ?? '') ??
      askedBy.get(`${order.kind} ${order.mark}`) ??
      order.merchantId;
    return [{ ...movement, order, merchantId }];
  });
}

/** Money in minus money out. */
export const netOf = (all: readonly Pick<Movement, 'direction' | 'amountSatang'>[]): number =>
  all.reduce(
    (net, { direction, amountSatang }) => net + (direction === 'in' ? amountSatang : -amountSatang),
    0,
  );
