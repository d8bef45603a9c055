import { happens, oneOf, randomFrom as numbersFrom } from '../../chaos/random';

/** A deterministic random generator, equal on every machine. */
export function randomFrom(seed: number) {
  const next = numbersFrom(seed);
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    happens: (chance: number): boolean => happens(next, chance),
    one: <T>(options: readonly T[]): T => oneOf(next, options),
  };
}

export type Random = ReturnType<typeof randomFrom>;
