import { bangkokDay } from '../../kernel/rules/bangkok-day';
import {
  changes,
  transferKinds,
  type Lot,
  type PendingKind,
  type Transfer,
} from '../../ledger/rules/ledger';

/** How long the money of an order is pending. */
export interface Maturity {
  readonly days: number;
  /** The last day whose money has matured; null for none. */
  readonly maturedTo: string | null;
}

/** What is pending of a day, of one order. */
export interface PendingLot extends Lot {
  readonly satang: number;
}

export interface PendingTransfer extends Transfer {
  readonly kind: PendingKind;
  readonly lot: Lot;
}

/** True when the transfers credit new money, as opposed to a correction. */
export const creditsNew = (transfers: readonly Transfer[]): boolean =>
  transfers.some(({ kind }) => transferKinds[kind].direction === 'in');

/** What transfers leave of their new money is pending. The day is that of the money. */
export function deferNew(
  maturity: Maturity | null,
  transfers: readonly Transfer[],
  at: Date,
): readonly PendingTransfer[] {
  const { available } = changes(transfers);
  if (maturity === null || maturity.days === 0 || available <= 0) return [];
  const day = bangkokDay(at.getTime());
  if (maturity.maturedTo !== null && day <= maturity.maturedTo) return [];
  return [{ kind: 'defer', amountSatang: available, lot: { day, days: maturity.days } }];
}

/** Up to an amount, in the sequence of the lots. */
export function ofLots(
  kind: PendingKind,
  lots: readonly PendingLot[],
  amountSatang: number,
): readonly PendingTransfer[] {
  let leftSatang = amountSatang;
  return lots.flatMap(({ satang, day, days }) => {
    const taken = Math.min(satang, leftSatang);
    leftSatang -= taken;
    return taken === 0 ? [] : [{ kind, amountSatang: taken, lot: { day, days } }];
  });
}
