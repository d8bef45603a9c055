/** Runs every contender in every round, so that noise of the machine affects all. */
export async function interleave<Name extends string, Result>(
  names: readonly Name[],
  rounds: number,
  run: (name: Name) => Promise<Result>,
): Promise<Record<Name, Result[]>> {
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round++) {
    // Alternates the order.
    const order = round % 2 === 0 ? names : names.toReversed();
    for (const name of order) results[name].push(await run(name));
  }
  return results;
}

/** Median and range of rounds. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: quantile(values, 0.5),
    lowest: Math.min(...values),
    highest: Math.max(...values),
  };
}

/** The ratios of values of the same round. */
export function ratioOf(ours: readonly number[], floor: readonly number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (floor[round] ?? Number.NaN)));
}

/** Interpolated quantile; `q` from 0 to 1. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Null without a value. */
export interface Quantiles {
  readonly median: number | null;
  readonly p99: number | null;
}

export const quantiles = (values: readonly number[]): Quantiles =>
  values.length === 0
    ? { median: null, p99: null }
    : { median: quantile(values, 0.5), p99: quantile(values, 0.99) };
