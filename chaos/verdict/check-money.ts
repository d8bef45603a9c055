import type { Book, Check, OrderFact } from './facts';

/** What the bank says of an order. */
interface Moved {
  readonly inSatang: number;
  readonly outSatang: number;
}

const nothing: Moved = { inSatang: 0, outSatang: 0 };

/** The ledger says of every order what the bank's own book says of it, to the satang. */
export const ledgerIsBook: Check = ({ orders, book }) => {
  const moved = movedByName(book);
  return orders.flatMap((order) => {
    const { inSatang, outSatang } = moved.get(nameAtBank(order)) ?? nothing;
    if (order.inSatang === inSatang && order.outSatang === outSatang) return [];
    const ours = `${order.inSatang} in, ${order.outSatang} out`;
    const what = `the ledger has ${ours}; the bank has ${inSatang} in, ${outSatang} out`;
    return [{ kind: 'unbalanced', subject: order.id, what }];
  });
};

/** The bank moved money for nobody that the gateway does not know. */
export const bookIsKnown: Check = ({ orders, book }) => {
  const known = new Set(orders.map(nameAtBank));
  return [...movedByName(book).keys()]
    .filter((name) => !known.has(name))
    .map((name) => ({
      kind: 'lost',
      subject: name,
      what: 'the bank moved money for it, and the gateway has no such order',
    }));
};

/** Both add up to the same, whatever it was for. */
export const sumsAgree: Check = ({ orders, book }) => {
  const ours = sum(orders);
  const theirs = sum([...movedByName(book).values()]);
  if (ours.inSatang === theirs.inSatang && ours.outSatang === theirs.outSatang) return [];
  const what = `the ledger has ${JSON.stringify(ours)}, the bank has ${JSON.stringify(theirs)}`;
  return [{ kind: 'unbalanced', subject: 'all orders', what }];
};

/** What must be true of the database at every moment: the ledger sums to zero, and more. */
export const invariantsHold: Check = ({ violations }) =>
  violations.map(({ invariant, rows }) => ({
    kind: 'unbalanced',
    subject: JSON.stringify(rows),
    what: `does not hold: ${invariant}`,
  }));

/** A payer's bank knows an order by the reference in its QR code, any other by the order's id. */
const nameAtBank = ({ id, ref, method, kind }: OrderFact): string =>
  (kind === 'payment' && method !== 'token') || kind === 'deposit' ? (ref ?? id) : id;

function movedByName({ transfers, requests }: Book): ReadonlyMap<string, Moved> {
  const moved = new Map<string, Moved>();
  const add = (name: string, { inSatang, outSatang }: Moved) => {
    const before = moved.get(name) ?? nothing;
    moved.set(name, {
      inSatang: before.inSatang + inSatang,
      outSatang: before.outSatang + outSatang,
    });
  };
  for (const { orderId, amountSatang } of transfers) {
    add(orderId, { inSatang: amountSatang, outSatang: 0 });
  }
  for (const { orderId, kind, state, amountSatang } of requests) {
    if (state === 'failed') continue;
    const isIn = kind === 'charge';
    add(orderId, {
      inSatang: isIn ? amountSatang : 0,
      outSatang: isIn ? 0 : amountSatang,
    });
  }
  return moved;
}

const sum = (all: readonly Moved[]): Moved =>
  all.reduce<Moved>(
    (total, { inSatang, outSatang }) => ({
      inSatang: total.inSatang + inSatang,
      outSatang: total.outSatang + outSatang,
    }),
    nothing,
  );
