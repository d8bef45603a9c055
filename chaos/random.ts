/** From 0 (inclusive) to 1 (exclusive), deterministic for a seed. */
export type Random = () => number;

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const happens = (random: Random, share: number): boolean => random() < share;

/** A random integer from `least` to `most`, inclusive. */
export const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1));

export function oneOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError('no item to choose from');
  return item;
}

/** A random name, weighted. */
export function weighted<Name extends string>(
  random: Random,
  weights: Readonly<Record<Name, number>>,
): Name {
  const entries = Object.entries(weights) as [Name, number][];
  let left = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [name, weight] of entries) {
    left -= weight;
    if (left < 0) return name;
  }
  throw new RangeError('no item to choose from');
}

/** The items in random order. */
export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
