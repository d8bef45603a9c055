import type { Exception } from '../../../src/exceptions/store/exceptions';
import type { Part, Resolution, Share } from '../../../src/exceptions/rules/exception';
import { directionOf } from '../../../src/orders/rules/kinds';
import { pick } from './stage';
import type { Step } from './history';

/*
 * The decision of an operator about an exception. It follows from what `gateway exceptions show
 * --json` prints, from the lines of the bank's statement where he looks there, and from his own
 * notes about the returns that he has asked for.
 */

/** An exception as `gateway exceptions show --json` prints it. */
export interface Shown extends Exception {
  readonly resolutions: readonly Resolution[];
  readonly shares: readonly Share[];
}

export interface Known {
  /** The net satang of the statement's lines about the order; null when he does not look there. */
  readonly statedSatang: number | null;
  /** What has left of its money in suspense: by the statement, or else by his requests. */
  readonly goneSatang: number;
  /** He waits for no further report. */
  readonly isLast: boolean;
}

export type Choices = Pick<Step, 'b' | 'c'>;

/** Divides an amount among one or two of the ways, in whole satang. */
export function divide(
  satang: number,
  ways: readonly Resolution[],
  { b, c }: Choices,
): readonly Part[] {
  const [one, other] = [pick(ways, b), pick(ways, c)];
  const first = Math.round((satang * (1 + (c % 4))) / 5);
  if (one === other || first === 0 || first === satang) return [{ as: one, amountSatang: satang }];
  return [
    { as: one, amountSatang: first },
    { as: other, amountSatang: satang - first },
  ];
}

const dismissal: readonly Part[] = [{ as: 'dismiss', amountSatang: 0 }];

/** Null while the operator waits for more evidence. */
export function answerTo(shown: Shown, known: Known, choices: Choices): readonly Part[] | null {
  const { kind, suspendedSatang, shares, waitsFor, order } = shown;
  if (waitsFor !== null) return null;
  if (kind === 'unknown_order') return ofUnknown(shown, known, choices);
  if (suspendedSatang > 0) return ofSuspense(shown, known, choices);
  // The other order keeps the money.
  if (order === null || kind === 'duplicate_transaction') return dismissal;
  if (shares.some(({ ways }) => ways.includes('complete'))) return ofHold(shown, known, choices);
  const { callback } = shown;
  const isTold = (callback?.amountSatang ?? callback?.transactionId ?? null) !== null;
  const parts =
    known.statedSatang !== null || !isTold
      ? byStatement(shown, known, choices)
      : shares.flatMap(({ ways, satang }) => divide(satang, ways, choices));
  if (parts.length > 0) return parts;
  const isRight = known.statedSatang !== null && known.statedSatang === netOf(shown);
  return isRight || known.isLast || shares.length === 0 ? dismissal : null;
}

/** The net satang that the bank has moved for the order by the ledger, as the exception shows. */
export function netOf({ order }: Shown): number {
  if (order === null) return 0;
  return directionOf(order.kind) === 'in' ? order.arrivedSatang : -order.leftSatang;
}

/** The part of each share by which the statement differs from the ledger. */
function byStatement(shown: Shown, known: Known, choices: Choices): readonly Part[] {
  if (known.statedSatang === null) return [];
  let moreSatang = known.statedSatang - netOf(shown);
  return shown.shares.flatMap(({ ways, satang }): readonly Part[] => {
    if (ways.includes('credit')) {
      const credited = Math.min(moreSatang, satang);
      if (credited > 0) {
        moreSatang -= credited;
        return [{ as: 'credit', amountSatang: credited }];
      }
      // Nothing has arrived: the order fails.
      return ways.includes('release') && moreSatang === 0 && known.isLast
        ? [{ as: 'release', amountSatang: satang }]
        : [];
    }
    const lost = Math.min(-moreSatang, satang);
    if (lost <= 0) return [];
    moreSatang += lost;
    return divide(lost, ways, choices);
  });
}

/** The part of the money in suspense that the bank has taken back, by the offers. */
export const takenFromSuspense = ({ shares: [whole, limit] }: Pick<Shown, 'shares'>): number =>
  whole === undefined || limit === undefined ? 0 : whole.satang - limit.satang;

/** Money in suspense: he credits it or has it returned, unless the bank has taken it back. */
function ofSuspense(shown: Shown, { goneSatang }: Known, choices: Choices): readonly Part[] {
  const { suspendedSatang: satang, resolutions: ways } = shown;
  if (!ways.includes('accept')) return [{ as: pick(ways, 0), amountSatang: satang }];
  const back = Math.min(Math.max(goneSatang, takenFromSuspense(shown)), satang);
  if (back === 0) return divide(satang, ['accept', 'return', 'accept', 'write_off'], choices);
  const parts: readonly Part[] = [
    { as: 'return', amountSatang: back },
    { as: 'accept', amountSatang: satang - back },
  ];
  return parts.filter(({ amountSatang }) => amountSatang > 0);
}

/** The hold of an open payout, of which a part has left, and what has left beyond it. */
function ofHold(shown: Shown, known: Known, choices: Choices): readonly Part[] | null {
  const { shares, order, callback, kind } = shown;
  const hold = shares.find(({ ways }) => ways.includes('complete'))?.satang ?? 0;
  const more = shares.find(({ ways }) => ways.includes('charge'));
  const reported =
    callback?.reported === 'succeeded' ? (callback.amountSatang ?? order?.amountSatang ?? 0) : null;
  const left = known.statedSatang === null ? reported : -known.statedSatang;
  if (left === null || left < 0) return null;
  const isDenied = callback !== null && callback.reported !== 'succeeded';
  if (left === 0 && !known.isLast && (kind === 'unknown_outcome' || !isDenied)) return null;
  const gone = Math.min(left, hold);
  const beyond = Math.min(left - gone, more?.satang ?? 0);
  const parts: readonly Part[] = [
    { as: 'complete', amountSatang: gone },
    { as: 'release', amountSatang: hold - gone },
    ...(beyond > 0 && more !== undefined ? divide(beyond, more.ways, choices) : []),
  ];
  return parts.filter(({ amountSatang }) => amountSatang > 0);
}

/** Money of an unknown order. */
function ofUnknown(shown: Shown, { goneSatang }: Known, choices: Choices): readonly Part[] {
  const { suspendedSatang, shares } = shown;
  const [share] = shares;
  if (share === undefined) return dismissal;
  if (suspendedSatang === 0) {
    return [{ as: pick(share.ways, choices.b), amountSatang: share.satang }];
  }
  if (!share.ways.includes('assign')) return [{ as: 'return', amountSatang: suspendedSatang }];
  const back = Math.min(goneSatang, suspendedSatang);
  if (back === 0) {
    return choices.b % 3 > 0
      ? [{ as: 'assign', amountSatang: suspendedSatang }]
      : divide(suspendedSatang, ['return', 'write_off'], choices);
  }
  const parts: readonly Part[] = [
    { as: 'return', amountSatang: back },
    { as: 'write_off', amountSatang: suspendedSatang - back },
  ];
  return parts.filter(({ amountSatang }) => amountSatang > 0);
}

/** Errors about the parts of a decision: another way, another amount, a dismissal. */
export function mistaken(
  { shares, resolutions }: Shown,
  right: readonly Part[],
  { b, c }: Choices,
): readonly Part[] | null {
  const others = shares.flatMap(({ ways, satang }) =>
    ways.map((as): readonly Part[] => [{ as, amountSatang: satang }]),
  );
  const less = shares.flatMap(({ ways, satang, exactly }): (readonly Part[])[] => {
    if (!exactly) return [[{ as: pick(ways, c), amountSatang: Math.ceil(satang / 3) }]];
    return ways.length > 1 && !ways.includes('assign')
      ? [divide(satang, ways, { b: c, c: c + 1 })]
      : [];
  });
  const none = resolutions.includes('dismiss') ? [dismissal] : [];
  const text = JSON.stringify(right);
  const wrong = [...others, ...less, ...none].filter((parts) => JSON.stringify(parts) !== text);
  return wrong.length === 0 ? null : pick(wrong, b);
}
