export type Direction = 'in' | 'out';

export interface StatementLine {
  readonly transactionId: string;
  /** As the provider names the order: our id, or the ref of a QR code. */
  readonly order: string;
  readonly amountSatang: number;
  /** Null when the statement has none: then the order's direction applies. */
  readonly direction: Direction | null;
}

export interface BookedMovement {
  readonly id: string;
  /** The movement whose money this one moved back, or once more; null for none. */
  readonly follows: string | null;
  /** Null until evidence contains it. */
  readonly transactionId: string | null;
  readonly direction: Direction;
  /** Our order; null while the order is unknown. */
  readonly orderId: string | null;
  /** The provider's name of an unknown order; else null. */
  readonly namedOrder: string | null;
  /** Null while the money is nobody's. */
  readonly merchantId: string | null;
  /** Booked by the movement's transfers; 0 for none. */
  readonly bookedSatang: number;
  /** A statement of the period must have the movement. */
  readonly isInPeriod: boolean;
}

export interface NamedOrder {
  readonly id: string;
  readonly merchantId: string;
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
  readonly direction: Direction;
  /** Empty for a booking without a transaction id. */
  readonly transactionId: string;
  readonly order: string;
  readonly statedSatang: number | null;
  readonly bookedSatang: number | null;
}

export interface Books {
  /** Those that the statement may name, and all of its period. */
  readonly movements: readonly BookedMovement[];
  /** By the names that the statement uses. */
  readonly orders: ReadonlyMap<string, NamedOrder>;
}

/** Names of orders are compared without case, like those of callbacks. */
const fold = (name: string): string => name.toUpperCase();

/**
 * Compares the provider's statement of a period with the ledger. Returns one finding for each line
 * or booking without an equal counterpart. Each booking matches one line. A booking without a
 * transaction id matches one of its order, direction and amount: an operator who books a return has
 * no id. Several of them match the lines of their order and direction that have the same sum: the
 * bank takes an overpaid payment back at once, and the operator books what was credited and what
 * was in suspense. Bookings of one movement that add up to nothing are no finding
 * when the statement has none of them: the bank has moved nothing, and the ledger agrees.
 */
export function reconcile(
  statement: readonly StatementLine[],
  { movements, orders }: Books,
): Mismatch[] {
  const shelf = shelve(movements);
  const lines = statement.map((line) => {
    const order = orders.get(line.order) ?? null;
    return { line, order, direction: line.direction ?? order?.direction ?? 'in' };
  });
  // Equal bookings first: an id may be used by two accounts, and no line takes that of another.
  const equal = lines.map((named) =>
    shelf.take(named, (own) => kindOf(named.line, named.order, own) === null),
  );
  const summed = shelf.takeSums(lines.filter((_, at) => equal[at] === null));
  const found: Mismatch[] = [];
  const seen = new Set<string>();
  for (const [at, named] of lines.entries()) {
    const { line, order, direction } = named;
    if (summed.has(named)) continue;
    const text = JSON.stringify([
      direction,
      line.transactionId,
      fold(line.order),
      line.amountSatang,
    ]);
    const own = equal[at] ?? shelf.take(named, () => true);
    // Another line may have taken the booking.
    const known = own ?? shelf.find(named);
    const kind = own === null && seen.has(text) ? 'listed_twice' : kindOf(line, order, known);
    if (kind !== null || own === null) found.push(findingOf(kind ?? 'listed_twice', named, known));
    seen.add(text);
  }
  const unlisted = movements.filter(
    (own) => own.isInPeriod && own.bookedSatang > 0 && shelf.has(own),
  );
  const left = new Map<string, number>();
  const firstOf = ({ id, follows }: BookedMovement) => follows ?? id;
  for (const own of unlisted) {
    const satang = own.direction === 'in' ? own.bookedSatang : -own.bookedSatang;
    left.set(firstOf(own), (left.get(firstOf(own)) ?? 0) + satang);
  }
  const lacking = unlisted.filter((own) => left.get(firstOf(own)) !== 0);
  return [...found, ...lacking.map(unlistedOf)];
}

interface NamedLine {
  readonly line: StatementLine;
  readonly order: NamedOrder | null;
  readonly direction: Direction;
}

/** Keyed by what a line can say of a booking. Each booking can be taken once. */
function shelve(movements: readonly BookedMovement[]) {
  const left = new Set(movements);
  const byKey = new Map<string, BookedMovement[]>();
  const put = (own: BookedMovement, ...key: (string | number)[]) => {
    const name = JSON.stringify([own.direction, ...key]);
    const others = byKey.get(name);
    if (others === undefined) byKey.set(name, [own]);
    else others.push(own);
  };
  for (const own of movements) {
    if (own.transactionId !== null) put(own, 'id', own.transactionId);
    else {
      for (const name of new Set([own.orderId ?? '', fold(own.namedOrder ?? '')])) {
        if (name !== '') put(own, 'order', name, own.bookedSatang);
      }
    }
  }
  const at = (...key: (string | number)[]) => byKey.get(JSON.stringify(key)) ?? [];
  const candidates = ({ line, order, direction }: NamedLine) => [
    ...at(direction, 'id', line.transactionId),
    ...(order === null ? [] : at(direction, 'order', order.id, line.amountSatang)),
    ...at(direction, 'order', fold(line.order), line.amountSatang),
  ];
  return {
    has: (own: BookedMovement) => left.has(own),
    /** By the line's transaction id, also when the booking was taken. */
    find: ({ line, direction }: NamedLine) => at(direction, 'id', line.transactionId)[0] ?? null,
    /** Lines with new ids that equal in sum the bookings without an id of their order. */
    takeSums(lines: readonly NamedLine[]): ReadonlySet<NamedLine> {
      const fresh = lines.filter(
        ({ line, order, direction }) =>
          order !== null && at(direction, 'id', line.transactionId).length === 0,
      );
      const taken = new Set<NamedLine>();
      for (const first of fresh) {
        const isAlike = (orderId: string | null | undefined, direction: Direction) =>
          orderId === first.order?.id && direction === first.direction;
        const group = fresh.filter((one) => isAlike(one.order?.id, one.direction));
        const bookings = [...left].filter(
          (own) =>
            own.transactionId === null && own.isInPeriod && isAlike(own.orderId, own.direction),
        );
        const stated = group.reduce((sum, { line }) => sum + line.amountSatang, 0);
        const booked = bookings.reduce((sum, { bookedSatang }) => sum + bookedSatang, 0);
        if (stated !== booked) continue;
        for (const own of bookings) left.delete(own);
        for (const named of group) taken.add(named);
      }
      return taken;
    },
    take(named: NamedLine, fits: (own: BookedMovement) => boolean): BookedMovement | null {
      const own = candidates(named).find((one) => left.has(one) && fits(one)) ?? null;
      if (own !== null) left.delete(own);
      return own;
    },
  };
}

function kindOf(
  line: StatementLine,
  order: NamedOrder | null,
  own: BookedMovement | null,
): MismatchKind | null {
  // The order was unknown under this name. An operator may have decided about its money since.
  const unknownName = own?.namedOrder ?? null;
  const isNamed = unknownName !== null && fold(unknownName) === fold(line.order);
  if (order === null && !isNamed) return 'unknown_order';
  if (own === null || own.bookedSatang === 0) return order === null ? 'unknown_order' : 'missing';
  if (isNamed ? isElsewhere(own, order) : own.orderId !== order?.id) return 'wrong_order';
  return own.bookedSatang === line.amountSatang ? null : 'wrong_amount';
}

/** True for money that names an order and was assigned to another one, or to another merchant. */
const isElsewhere = ({ orderId, merchantId }: BookedMovement, order: NamedOrder | null): boolean =>
  order !== null &&
  (orderId === null
    ? merchantId !== null && merchantId !== order.merchantId
    : orderId !== order.id);

const findingOf = (
  kind: MismatchKind,
  { line: { transactionId, order, amountSatang }, direction }: NamedLine,
  own: BookedMovement | null,
): Mismatch => ({
  kind,
  direction,
  transactionId,
  order,
  statedSatang: amountSatang,
  bookedSatang: own?.bookedSatang ?? null,
});

const unlistedOf = (own: BookedMovement): Mismatch => ({
  kind: 'unlisted',
  direction: own.direction,
  transactionId: own.transactionId ?? '',
  order: own.orderId ?? own.namedOrder ?? '',
  statedSatang: null,
  bookedSatang: own.bookedSatang,
});
