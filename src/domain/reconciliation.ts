/** A movement of money as one side has it, under the provider's id of it. */
export interface Movement {
  readonly transactionId: string;
  /** As the provider writes it: our id, or the ref that a QR code carried. */
  readonly order: string;
  readonly amountSatang: number;
}

/**
 * missing: the provider moved money for an order of ours, and we know nothing of it.
 * unknown_order: it did so for an order that is not ours, or not any more.
 * wrong_amount: we booked another amount.
 * listed_twice: its statement has the movement more than once.
 * unlisted: we booked what its statement does not have.
 */
export type MismatchKind =
  | 'missing'
  | 'unknown_order'
  | 'wrong_amount'
  | 'listed_twice'
  | 'unlisted';

export interface Mismatch {
  readonly kind: MismatchKind;
  readonly transactionId: string;
  readonly order: string;
  readonly statedSatang: number | null;
  readonly bookedSatang: number | null;
}

/**
 * What the provider's statement and our books do not agree about: one finding a movement. `booked`
 * are ours that the statement names and those of its time; `orders` are ours that it names.
 */
export function reconcile(
  statement: readonly Movement[],
  booked: readonly Movement[],
  orders: ReadonlySet<string>,
): Mismatch[] {
  const ours = new Map(booked.map((movement) => [movement.transactionId, movement]));
  const lines = new Map<string, Movement[]>();
  for (const line of statement) {
    lines.set(line.transactionId, [...(lines.get(line.transactionId) ?? []), line]);
  }
  const stated = [...lines.values()].flatMap(([line, ...more]) => {
    if (line === undefined) return [];
    const own = ours.get(line.transactionId) ?? null;
    const kind = kindOf(line, own, more.length > 0, orders.has(line.order));
    return kind === null
      ? []
      : [mismatch(kind, line, line.amountSatang, own?.amountSatang ?? null)];
  });
  const unlisted = booked.filter(({ transactionId }) => !lines.has(transactionId));
  return [...stated, ...unlisted.map((own) => mismatch('unlisted', own, null, own.amountSatang))];
}

function kindOf(
  line: Movement,
  own: Movement | null,
  isRepeated: boolean,
  isKnown: boolean,
): MismatchKind | null {
  if (isRepeated) return 'listed_twice';
  if (own === null) return isKnown ? 'missing' : 'unknown_order';
  return own.amountSatang === line.amountSatang ? null : 'wrong_amount';
}

const mismatch = (
  kind: MismatchKind,
  { transactionId, order }: Movement,
  statedSatang: number | null,
  bookedSatang: number | null,
): Mismatch => ({ kind, transactionId, order, statedSatang, bookedSatang });
