/** Mulberry32: the same numbers for the same seed, on every machine. */
export function randomFrom(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    happens: (chance: number): boolean => next() < chance,
    one<T>(options: readonly T[]): T {
      const option = options[Math.floor(next() * options.length)];
      if (option === undefined) throw new Error('there is nothing to choose from');
      return option;
    },
  };
}

export type Random = ReturnType<typeof randomFrom>;
