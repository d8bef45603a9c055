import type { Found, FoundReturn } from './connector';

/** Found by one call: money that left again. Null when the answer is missing. */
export type Returned = readonly FoundReturn[] | null;

/** Adds the returns; partial while an answer about them is missing. */
export function reportedReturns(
  found: Extract<Found, { kind: 'succeeded' }>,
  parts: readonly Returned[],
): Found {
  const reversed = parts.flatMap((part) => part ?? []);
  return {
    ...found,
    ...(reversed.length > 0 ? { reversed } : {}),
    ...(parts.includes(null) ? { isPartial: true as const } : {}),
  };
}

export const returnOf = (
  transactionId: string,
  amountSatang: number,
  movedAt: Date | null,
  returnId: string,
): FoundReturn => ({ transactionId, amountSatang, movedAt, payer: null, returnId });
