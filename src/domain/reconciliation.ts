export type Direction = 'in' | 'out';

/** A line of the provider's statement. */
export interface StatementLine {
  readonly transactionId: string;
  /** The order as the provider names it: our id, or the ref of a QR code. */
  readonly order: string;
  readonly amountSatang: number;
  /** Null when the statement has none: then the order's direction applies. */
  readonly direction: Direction | null;
}

/** A movement with its booking in the ledger. */
export interface BookedMovement {
  /** Null until evidence contains one. */
  readonly transactionId: string | null;
  readonly direction: Direction;
  /** Our order; null while the order is unknown. */
  readonly orderId: string | null;
  /** The provider's name of an order that was unknown; else null. */
  readonly namedOrder: string | null;
  /** The booked amount by the movement's transfers; 0 for none. */
  readonly bookedSatang: number;
}

/** An order that a statement can name. */
export interface NamedOrder {
  readonly id: string;
  readonly direction: Direction;
}

/**
 * missing: the provider moved money for a known order, and the ledger has no booking.
 * unknown_order: the same for an unknown order.
 * wrong_order: the statement names another order than the booking.
 * wrong_amount: the booked amount differs.
 * listed_twice: the statement contains the movement more than once.
 * unlisted: the statement does not contain a booked movement.
 */
export type MismatchKind =
  | 'missing'
  | 'unknown_order'
  | 'wrong_order'
  | 'wrong_amount'
  | 'listed_twice'
  | 'unlisted';

export interface Mismatch {
  readonly kind: MismatchKind;
  /** Empty for a booking without a transaction id. */
  readonly transactionId: string;
  readonly order: string;
  readonly statedSatang: number | null;
  readonly bookedSatang: number | null;
}

/** The bookings that a statement is compared with. */
export interface Books {
  /** The movements that the statement names, and all that were booked in its period. */
  readonly movements: readonly BookedMovement[];
  /** Orders by the names that the statement uses. */
  readonly orders: ReadonlyMap<string, NamedOrder>;
}

/**
 * Compares the provider's statement of a period with the ledger. Returns one finding for each line
 * or booking without an equal counterpart. A booking without an id matches one line with its order
 * and amount.
 */
export function reconcile(
  statement: readonly StatementLine[],
  { movements, orders }: Books,
): Mismatch[] {
  const keyOf = (direction: Direction, id: string) => `${direction} ${id}`;
  const named = new Map<string, BookedMovement>();
  for (const movement of movements) {
    const { transactionId, direction } = movement;
    if (transactionId !== null) named.set(keyOf(direction, transactionId), movement);
  }
  const unnamed = new Set(movements.filter(({ transactionId }) => transactionId === null));
  const seen = new Map<string, StatementLine>();
  const found: Mismatch[] = [];
  for (const line of statement) {
    const order = orders.get(line.order) ?? null;
    const key = keyOf(line.direction ?? order?.direction ?? 'in', line.transactionId);
    const own = named.get(key) ?? takeUnnamed(unnamed, line, order);
    const kind =
      seen.has(key) && isSame(seen.get(key), line) ? 'listed_twice' : kindOf(line, order, own);
    if (kind !== null) found.push(findingOf(kind, line, own));
    seen.set(key, line);
  }
  const unlisted = movements.filter(
    (own) =>
      own.bookedSatang > 0 &&
      (own.transactionId === null
        ? unnamed.has(own)
        : !seen.has(keyOf(own.direction, own.transactionId))),
  );
  return [...found, ...unlisted.map(unlistedOf)];
}

const isSame = (one: StatementLine | undefined, other: StatementLine): boolean =>
  one !== undefined && one.order === other.order && one.amountSatang === other.amountSatang;

/** Removes and returns the booking without an id that matches a line. */
function takeUnnamed(
  unnamed: Set<BookedMovement>,
  line: StatementLine,
  order: NamedOrder | null,
): BookedMovement | null {
  if (order === null) return null;
  for (const own of unnamed) {
    const isIts = own.orderId === order.id && own.direction === order.direction;
    if (isIts && own.bookedSatang === line.amountSatang) {
      unnamed.delete(own);
      return own;
    }
  }
  return null;
}

function kindOf(
  line: StatementLine,
  order: NamedOrder | null,
  own: BookedMovement | null,
): MismatchKind | null {
  // An operator has assigned the movement since; the statement has the former name.
  const isAssigned = own?.namedOrder === line.order && own.orderId !== null;
  if (order === null && !isAssigned) return 'unknown_order';
  if (own === null || own.bookedSatang === 0) return 'missing';
  if (!isAssigned && own.orderId !== order?.id) return 'wrong_order';
  return own.bookedSatang === line.amountSatang ? null : 'wrong_amount';
}

const findingOf = (
  kind: MismatchKind,
  { transactionId, order, amountSatang }: StatementLine,
  own: BookedMovement | null,
): Mismatch => ({
  kind,
  transactionId,
  order,
  statedSatang: amountSatang,
  bookedSatang: own?.bookedSatang ?? null,
});

const unlistedOf = (own: BookedMovement): Mismatch => ({
  kind: 'unlisted',
  transactionId: own.transactionId ?? '',
  order: own.orderId ?? own.namedOrder ?? '',
  statedSatang: null,
  bookedSatang: own.bookedSatang,
});
