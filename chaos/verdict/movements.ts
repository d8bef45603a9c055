import type { Book, Facts, OrderFact } from './facts';

/** Money that a bank moved, as the bank recorded it. Nothing here comes from the gateway. */
export interface Movement {
  /** Null where the bank gives none. */
  readonly transactionId: string | null;
  readonly direction: 'in' | 'out';
  /** The bank's name for the order: the reference in a QR code, otherwise the order's id. */
  readonly orderName: string;
  readonly amountSatang: number;
}

/** A movement with the order and the merchant that it was made for. */
export interface OwnedMovement extends Movement {
  readonly order: OrderFact;
  readonly merchantId: string;
}

/** Every movement in the sandbox bank's book. */
export const movementsOf = ({ transfers, requests }: Book): readonly Movement[] => [
  ...transfers.map(({ transactionId, orderId, amountSatang }) => {
    return { transactionId, direction: 'in' as const, orderName: orderId, amountSatang };
  }),
  ...requests
    .filter(({ state }) => state === 'succeeded')
    .map(({ transactionId, kind, orderId, amountSatang }) => {
      const direction = kind === 'charge' ? ('in' as const) : ('out' as const);
      return { transactionId, direction, orderName: orderId, amountSatang };
    }),
];

/** What the load moved as a bank, and what operators had the bank return to payers. */
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

/** A payer's bank knows an order by the reference in its QR code, any other by the order's id. */
export const nameAtBank = ({ id, ref, method, kind }: OrderFact): string =>
  (kind === 'payment' && method !== 'token') || kind === 'deposit' ? (ref ?? id) : id;

/** The movements in the bank's book whose order exists, with the merchant that asked for it. */
export function ownedMovements({ book, orders, asked }: Facts): readonly OwnedMovement[] {
  const byName = new Map(orders.map((order) => [nameAtBank(order), order]));
  const askedBy = new Map(
    asked.map(({ kind, mark, merchantId }) => [`${kind} ${mark}`, merchantId]),
  );
  return movementsOf(book).flatMap((movement) => {
    const order = byName.get(movement.orderName);
    if (order === undefined) return [];
    // The load noted who asked. The gateway's word counts only for an order that nobody asked for.
    const merchantId = askedBy.get(`${order.kind} ${order.mark}`) ?? order.merchantId;
    return [{ ...movement, order, merchantId }];
  });
}

/** In less out. */
export const netOf = (all: readonly Pick<Movement, 'direction' | 'amountSatang'>[]): number =>
  all.reduce(
    (net, { direction, amountSatang }) => net + (direction === 'in' ? amountSatang : -amountSatang),
    0,
  );
