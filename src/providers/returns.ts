import type { Found, FoundReturn } from './connector';

/** What one call found of money that left again; null when the answer is missing. */
export type Returned = readonly FoundReturn[] | null;

/** The outcome with what left again. It is partial while an answer about that is missing. */
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
